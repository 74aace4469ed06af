-- purpose: finds jobs that have lost their place, as mend_jobs would put them back: a waiting one without or with a wrong
--   entry in the schedule or among the parked, a running one without its lease, a finished or dead one without its index entry.
-- atomic: record and place belong to one moment, or a job that changes at the same time would be taken for a lost one.
-- flags: no-writes
-- uses: _record, _place
-- KEYS[1] {<namespace>.<partition>}:schedule zset: waiting jobs by due time in ms
-- KEYS[2] {<namespace>.<partition>}:finished zset: delivered and cancelled jobs by the time of their end in ms
-- KEYS[3] {<namespace>.<partition>}:dead zset: dead jobs by the time of death in ms
-- KEYS[4] {<namespace>.<partition>}:running zset: claimed jobs by the end of their lease in ms
-- ARGV[1..] id string: the jobs to look at, at most 500
-- returns: the ids of those that are lost, or whose record cannot be read
local lost = {}
for i, id in ipairs(ARGV) do
  local record, reason = read(id)
  if reason or record and not is_in_place(i, id, record) then
    lost[#lost + 1] = id
  end
end
return lost
