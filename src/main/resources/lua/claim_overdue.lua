-- purpose: claims and fires what is overdue at the head of the schedule, and takes off what does not belong there.
-- atomic: picking and claiming are one step, so that sweepers never take the same job, and hand it over in that step.
-- flags:
-- uses: _record, _schedule, _parked, _attempt, _claim, _capacity
-- KEYS[1] {<namespace>.<partition>}:schedule zset: waiting jobs by due time in ms
-- KEYS[2] <namespace>:fires stream: fire records
-- KEYS[3] <namespace>:counters hash: fires by path and cause
-- ARGV[1] routes JSON object: queue to {list key, stream key or channel; retry rules; deadline in ms or false; and where its
--   target is not a list, stream, channel or lease; entries that a stream keeps, or ms of a lease}; '' for all others, with
--   the beginning of the list key
-- ARGV[2] keep number: about how many fire records the log keeps
-- ARGV[3] channel string: where the other instances hear of a new earliest job, and of parked ones
-- ARGV[4] instance string: who claims
-- ARGV[5] path string: sweep
-- ARGV[6] free JSON object: queue to the number of free places, of those whose target is leased; '' for none
-- ARGV[7] limit number: at most so many jobs
-- ARGV[8] grace number, ms: how long past due a job is left to the fast path
-- ARGV[9] catch_up number, ms: jobs due before it are taken without grace
-- returns: {Redis's time in us, due time at the head in ms or -1, 0, 1 where more is overdue, ids set aside, ids taken off
--   without a waiting record;
--   fires: id, generation, queue, name, cause, due time in ms, attempt, outcome, log entry by turns; leases: number of the
--   fire, creation time in ms, ms of the lease, url, traceparent, body by turns; queues of parked jobs;
--   number of a fire and its traceparent by turns, of those that came with one}
local catch_up = tonumber(ARGV[9])
local cutoff = math.max(now - tonumber(ARGV[8]), math.min(catch_up - 1, now))
local aside, ghosts = {}, {}

local head = head_due()
if not head or head > cutoff then
  return { now_us, head or -1, 0, 0, {}, {}, {}, {}, {}, {} }
end
local ids, scores = due_ids(cutoff, tonumber(ARGV[7]))
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
fire_picks(take_off_schedule, may_start)
write_counts()
head = head_due() or -1
local more = full or head >= 0 and head <= cutoff
return { now_us, head, 0, more and 1 or 0, aside, ghosts, fires, leases, parked_queues, traces }
