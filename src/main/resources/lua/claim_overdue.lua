-- purpose: claims and fires what is overdue at the head of the schedule, and takes off what does not belong there.
-- atomic: picking and claiming are one step, so that sweepers never take the same job, and hand it over in that step.
-- flags:
-- uses: _record, _schedule, _claim
-- KEYS[1] {<namespace>.<partition>}:schedule zset: waiting jobs by due time in ms
-- KEYS[2] <namespace>:fires stream: fire records
-- KEYS[3] <namespace>:counters hash: fires by path and cause
-- ARGV[1] instance string: who claims
-- ARGV[2] path string: sweep
-- ARGV[3] routes JSON object: queue to {list key, retry rules, deadline in ms or false}; '' for all others, with the
--   beginning of the list key
-- ARGV[4] keep number: about how many fire records the log keeps
-- ARGV[5] limit number: at most so many jobs
-- ARGV[6] grace number, ms: how long past due a job is left to the fast path
-- ARGV[7] catch_up number, ms: jobs due before it are taken without grace
-- returns: {Redis's time in us, due time at the head in ms or -1, 0, 1 where more is overdue, ids set aside, ids taken off
--   without a waiting record, fires: id, generation, queue, name, cause, due time in ms, attempt, outcome, log entry by turns}
local catch_up = tonumber(ARGV[7])
local cutoff = math.max(now - tonumber(ARGV[6]), math.min(catch_up - 1, now))
local aside, ghosts = {}, {}

local head = head_due()
if not head or head > cutoff then
  return { now_us, head or -1, 0, 0, {}, {}, {} }
end
local ids, scores = due_ids(cutoff, tonumber(ARGV[5]))
for i, id in ipairs(ids) do
  local record, reason = read(id)
  if reason then
    set_aside(id, reason)
    aside[#aside + 1] = id
  elseif not record or record[STATE] ~= SCHEDULED then
    leave(id, tonumber(scores[i]))
    ghosts[#ghosts + 1] = id
  elseif record[DUE] > now then
    -- Somebody moved the entry alone. The record says when.
    leave(id, tonumber(scores[i]))
    enter(id, record)
  elseif not pick(id, record, record[DUE] < catch_up and 'catch_up' or 'lost') then
    break
  end
end
fire_picks()
write_counts()
head = head_due() or -1
local more = full or head >= 0 and head <= cutoff
return { now_us, head, 0, more and 1 or 0, aside, ghosts, fires }
