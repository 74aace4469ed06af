-- purpose: claims and fires parked jobs of one queue, for capacity that became free or after a resume.
-- atomic: picking and claiming are one step, so that two with capacity never take the same job.
-- flags:
-- uses: _record, _schedule, _parked, _attempt, _claim
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
-- ARGV[6] queue string: whose jobs
-- ARGV[7] limit number: at most so many jobs
-- returns: {Redis's time in us, due time at the head in ms or -1, 0, 1 where more can be claimed, ids set aside, ids taken
--   off without a waiting record;
--   fires: id, generation, queue, name, cause, due time in ms, attempt, outcome, log entry by turns; leases: number of the
--   fire, creation time in ms, ms of the lease, url, traceparent, body by turns; queues of parked jobs;
--   number of a fire and its traceparent by turns, of those that came with one}
local queue, aside, ghosts = ARGV[6], {}, {}
if redis.call('HGET', P .. 'held', queue) == 'paused' then
  return { now_us, head_due() or -1, 0, 0, {}, {}, {}, {}, {}, {} }
end

local parked_key, line, behind = P .. 'parked:' .. queue, P .. 'line:', ':' .. queue
local ids, scores = ids_due_in(parked_key, line, behind, now, tonumber(ARGV[7]))
local orders, taken = {}, {}
local function take(id, score)
  taken[#taken + 1] = id
  local order = line .. int(tonumber(score)) .. behind
  orders[order] = orders[order] or {}
  table.insert(orders[order], id)
end

local reenter_ids, reenter = {}, {}
for i, id in ipairs(ids) do
  local record, reason = read(id)
  if reason then
    set_aside(id, reason)
    take(id, scores[i])
    aside[#aside + 1] = id
  elseif not record or record[STATE] ~= SCHEDULED or record[QUEUE] ~= queue then
    take(id, scores[i])
    ghosts[#ghosts + 1] = id
  elseif record[DUE] > now then
    -- Somebody moved the entry alone. The record says when.
    take(id, scores[i])
    reenter_ids[#reenter_ids + 1], reenter[#reenter + 1] = id, record
  elseif pick(id, record, more_of(record, CAUSE) or 'saturated') then
    take(id, scores[i])
  else
    break
  end
end

local function take_off_parked()
  if #taken > 0 then
    redis.call('ZREM', parked_key, unpack(taken))
    for order, members in pairs(orders) do
      redis.call('ZREM', order, unpack(members))
    end
    taken = {}
  end
end

fire_picks(take_off_parked, function()
  return true
end)
take_off_parked()
if #reenter > 0 then
  enter_all(reenter_ids, reenter)
end
let_go(queue)
write_counts()
local more = #ids > 0 and redis.call('ZCOUNT', parked_key, '-inf', now_text) > 0
return { now_us, head_due() or -1, 0, more and 1 or 0, aside, ghosts, fires, leases, {}, traces }
