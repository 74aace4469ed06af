-- purpose: reads jobs.
-- atomic: the rows belong to one moment.
-- flags: no-writes
-- uses: _record
-- KEYS[1] {<namespace>.<partition>}:schedule zset: names the partition
-- ARGV[1..] id string: the jobs, at most 100
-- returns: one row a job: the job; {id, reason} where the record cannot be read; {id} where there is none
local rows = {}
for i, id in ipairs(ARGV) do
  local record, reason = read(id)
  rows[i] = record and view(id, record) or { id, reason }
end
return rows
