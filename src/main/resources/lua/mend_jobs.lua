-- purpose: puts jobs back that have lost their place: a waiting one without or with a wrong entry in the schedule or among
--   the parked, a running one without its lease, a finished or dead one without its index entry.
-- atomic: a job that changes at the same time is never put back where it was.
-- flags:
-- uses: _record, _schedule, _place
-- KEYS[1] {<namespace>.<partition>}:schedule zset: waiting jobs by due time in ms
-- KEYS[2] {<namespace>.<partition>}:finished zset: delivered and cancelled jobs by the time of their end in ms
-- KEYS[3] {<namespace>.<partition>}:dead zset: dead jobs by the time of death in ms
-- KEYS[4] {<namespace>.<partition>}:running zset: claimed jobs by the end of their lease in ms
-- ARGV[1..] id string: the jobs to look at, at most 500
-- returns: the ids that were mended
local mended, keys = {}, {}
for i, id in ipairs(ARGV) do
  keys[i] = P .. 'job:' .. id
end
local rows = redis.call('MGET', unpack(keys))

-- True where it had to be put back.
local function mend(i, id, record)
  local state = record[STATE]
  if is_in_place(i, id, record) then
    if state == SCHEDULED and not scores[i] then
      redis.call('HSETNX', P .. 'held', record[QUEUE], 'parked')
    end
    return false
  elseif state == SCHEDULED then
    leave(id, tonumber(scores[i] or 0), record[QUEUE])
    enter(id, record)
    return true
  elseif state == RUNNING then
    local lease = more_of(record, LEASE)
    return redis.call('ZADD', KEYS[4], 'NX', int(now + (lease and tonumber(lease[2]) or 0)), id) == 1
  end
  return redis.call('ZADD', state == DEAD and KEYS[3] or KEYS[2], 'NX', int(now), id) == 1
end

for i, id in ipairs(ARGV) do
  local record, reason
  if rows[i] then
    record, reason = unpacked(rows[i])
  else
    record, reason = read(id) -- not a string, or gone
  end
  if reason then
    set_aside(id, reason)
  end
  if reason or record and mend(i, id, record) then
    mended[#mended + 1] = id
  end
end
write_counts()
return mended
