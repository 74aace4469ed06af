-- purpose: claims and fires the jobs whose notifications came.
-- atomic: whoever takes a job off the schedule hands it over in the same step; there is no moment between.
-- flags:
-- uses: _record, _schedule, _claim
-- KEYS[1] {<namespace>.<partition>}:schedule zset: waiting jobs by due time in ms
-- KEYS[2] <namespace>:fires stream: fire records
-- KEYS[3] <namespace>:counters hash: fires by path and cause
-- ARGV[1] instance string: who claims
-- ARGV[2] path string: fast
-- ARGV[3] routes JSON object: queue to {list key, retry rules, deadline in ms or false}; '' for all others, with the
--   beginning of the list key
-- ARGV[4] keep number: about how many fire records the log keeps
-- ARGV[5] leave number, ms: jobs due before it are left to the reconciler, which is catching up
-- ARGV[6..] generation and id by turns: what the notifications told of, at most 512
-- returns: {Redis's time in us, due time at the head in ms or -1, refused hints, hints at the end not looked at, {}, {},
--   fires: rows of id, generation, queue, name, cause, due time in ms, attempt, outcome, log entry}
local most = (#ARGV - 5) / 2
local leave_before = tonumber(ARGV[5])
local ranked, refused, left = {}, 0, 0

local function claimable(id)
  local record = read(id)
  if record and record[STATE] == SCHEDULED and record[DUE] <= now and record[DUE] >= leave_before then
    return record
  end
end

-- Those of the same due time that came to the schedule earlier go first, whatever the order of the notifications. False
-- where not all of them could be picked. Who does not wait any more has no place in the order.
local function pick_predecessors(id, record)
  local order = P .. 'order:' .. int(record[DUE])
  local rank = redis.call('ZRANK', order, id)
  if not rank then
    return true
  end
  local first = ranked[order] or 0
  if rank > first then
    local stale = {}
    for _, earlier in ipairs(redis.call('ZRANGE', order, first, math.min(rank, first + most) - 1)) do
      local before = claimable(earlier)
      if not before or before[DUE] ~= record[DUE] then
        stale[#stale + 1] = earlier
      elseif #picks >= most or not pick(earlier, before, '') then
        break
      else
        ranked[order] = (ranked[order] or 0) + 1
      end
    end
    if #stale > 0 then
      redis.call('ZREM', order, unpack(stale))
      rank = redis.call('ZRANK', order, id)
    end
  end
  if rank > (ranked[order] or 0) then
    return false
  end
  ranked[order] = rank + 1
  return true
end

for i = 6, #ARGV, 2 do
  local id = ARGV[i + 1]
  if not picked[id] then
    local record = claimable(id)
    if not record or int(record[GENERATION]) ~= ARGV[i] then
      refused = refused + 1
    else
      local next_in_order = pick_predecessors(id, record)
      if #picks >= most or full or next_in_order and not pick(id, record, '') then
        left = (#ARGV - i + 1) / 2
        break
      end
      refused = refused + (next_in_order and 0 or 1)
    end
  end
end
fire_picks()
write_counts()
return { now_us, head_due(), refused, left, {}, {}, rows }
