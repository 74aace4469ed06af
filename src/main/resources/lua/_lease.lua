-- purpose: who holds a lease: id, generation, attempt and the time of the claim are its proof.

-- The record of a job under the lease whose proof stands at argument i and behind; nil where that is over, and the queue of
-- the job where there is one.
local function held_at(i)
  local record = read(ARGV[i])
  local lease = record and record[STATE] == RUNNING and record[FIRE] and more_of(record, LEASE)
  if lease and int(record[GENERATION]) == ARGV[i + 1] and int(record[ATTEMPT]) == ARGV[i + 2]
    and int(lease[1]) == ARGV[i + 3] then
    return record
  end
  return nil, record and record[QUEUE]
end
