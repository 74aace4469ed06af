-- purpose: claims and fires the jobs whose notifications came.
-- atomic: whoever takes a job off the schedule hands it over in the same step; there is no moment between.
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
-- ARGV[5] path string: fast
-- ARGV[6] free JSON object: queue to the number of free places, of those whose target is leased; '' for none
-- ARGV[7] leave number, ms: jobs due before it are left to the reconciler, which is catching up
-- ARGV[8..] generation and id by turns: what the notifications told of, at most 512
-- returns: {Redis's time in us, due time at the head in ms or -1, refused hints, hints at the end not looked at, {}, {},
--   fires: id, generation, queue, name, cause, due time in ms, attempt, outcome, log entry by turns; leases: number of the
--   fire, creation time in ms, ms of the lease, url, traceparent, body by turns; queues of parked jobs;
--   number of a fire and its traceparent by turns, of those that came with one}
local most = (#ARGV - 7) / 2
local leave_before = tonumber(ARGV[7])
local refused, left = 0, 0
local lines, stale = {}, {}

local function claimable(id)
  local record = read(id)
  if record and record[STATE] == SCHEDULED and record[DUE] <= now and record[DUE] >= leave_before then
    return record
  end
end

-- The next one in the order of a due time that this batch has not passed yet; nil at its end.
local function next_in(line)
  if not line.ids[line.at] then
    line.ids = redis.call('ZRANGE', line.key, line.passed, line.passed + most - 1)
    line.at = 1
  end
  return line.ids[line.at]
end

local function pass(line)
  line.at, line.passed = line.at + 1, line.passed + 1
end

-- Those of the same due time that came to the schedule earlier go first, whatever the order of the notifications. False
-- where not all of them could be picked. Who does not wait any more has no place in the order.
local function pick_predecessors(id, record)
  local due = record[DUE]
  local line = lines[due]
  if not line then
    line = { key = P .. 'order:' .. int(due), ids = {}, at = 1, passed = 0 }
    lines[due] = line
  end
  local earlier = next_in(line)
  if earlier ~= id and not redis.call('ZRANK', line.key, id) then
    return true
  end
  while earlier and earlier ~= id and line.passed < 4 * most do
    if not picked[earlier] then
      local before = claimable(earlier)
      if not before or before[DUE] ~= due then
        stale[line.key] = stale[line.key] or {}
        table.insert(stale[line.key], earlier)
      elseif #picks >= most or not pick(earlier, before, '') then
        return false
      end
    end
    pass(line)
    earlier = next_in(line)
  end
  if earlier == id then
    pass(line)
  end
  return earlier == id
end

for i = 8, #ARGV, 2 do
  local id = ARGV[i + 1]
  if not picked[id] then
    local record = claimable(id)
    if not record or int(record[GENERATION]) ~= ARGV[i] then
      refused = refused + 1
    else
      local next_in_order = record[TIED] == 0 or pick_predecessors(id, record)
      if #picks >= most or full or next_in_order and not pick(id, record, '') then
        left = (#ARGV - i + 1) / 2
        break
      end
      refused = refused + (next_in_order and 0 or 1)
    end
  end
end
fire_picks(take_off_schedule, may_start)
for order, ids in pairs(stale) do
  redis.call('ZREM', order, unpack(ids))
end
write_counts()
return { now_us, head_due() or -1, refused, left, {}, {}, fires, leases, parked_queues, traces }
