-- purpose: entering and leaving the schedule, always with the due key, and in the order of scheduling among equals.
-- Jobs of one due time stand in the schedule in the order of their ids. Where there is more than one, the order in which
-- they came is kept in {<namespace>.<partition>}:order:<due time>; it lives as long as they wait.

local generations = {}
local function due_key(id, generation)
  local text = generations[generation]
  if not text then
    text = P .. 'due:' .. int(generation) .. ':'
    generations[generation] = text
  end
  return text .. id
end

-- Puts ids behind the others of one due time in an order of their own; a single one that was there first goes before.
local function line_up(zset, order, due, others, ids)
  if others == 1 then
    redis.call('ZADD', order, 'NX', 0, redis.call('ZRANGEBYSCORE', zset, due, due, 'LIMIT', 0, 1)[1])
  end
  local last = tonumber(redis.call('ZREVRANGE', order, 0, 0, 'WITHSCORES')[2]) or 0
  local entries = {}
  for i, id in ipairs(ids) do
    entries[2 * i - 1], entries[2 * i] = int(last + i), id
  end
  redis.call('ZADD', order, 'NX', unpack(entries))
end

-- Keeps the order of those that enter at one due time, in which they came; others stand in the schedule already or come
-- with them. The flag in the record tells a claim that there is an order to be looked at.
local function tie(due, others, ids, records, places)
  if others == 1 then
    local other = redis.call('ZRANGEBYSCORE', KEYS[1], due, due, 'LIMIT', 0, 1)[1]
    if redis.pcall('STRLEN', P .. 'job:' .. other) ~= 0 then
      redis.pcall('SETRANGE', P .. 'job:' .. other, 2, '\1')
    end
  end
  local entering = {}
  for i, place in ipairs(places) do
    records[place][TIED] = 1
    entering[i] = ids[place]
  end
  line_up(KEYS[1], P .. 'order:' .. due, due, others, entering)
end

-- Writes jobs that are to wait, each but once, with their places in the schedule and their due keys.
local function enter_all(ids, records)
  -- By due time the place of the one job, or a table of places: most due times have but one.
  local at_due, entries = {}, {}
  for i, id in ipairs(ids) do
    local record = records[i]
    local due = int(record[DUE])
    local places = at_due[due]
    if not places then
      at_due[due] = i
    elseif type(places) == 'number' then
      at_due[due] = { places, i }
    else
      places[#places + 1] = i
    end
    record[TIED] = 0
    entries[2 * i - 1], entries[2 * i] = due, id
  end
  for due, places in pairs(at_due) do
    local others = redis.call('ZCOUNT', KEYS[1], due, due)
    if type(places) == 'table' then
      tie(due, others, ids, records, places)
    elseif others > 0 then
      tie(due, others, ids, records, { places })
    end
  end
  redis.call('ZADD', KEYS[1], unpack(entries))
  for i, id in ipairs(ids) do
    local record = records[i]
    write(id, record)
    -- A key that ends at t is gone from t + 1 on: ending one millisecond before the due time, it is gone at the due time.
    -- One that has to end in the past would go without a notification.
    local last = record[DUE] - 1
    redis.call('SET', due_key(id, record[GENERATION]), '0', 'PXAT', int(last > now and last or now + 1))
  end
end

local function enter(id, record)
  enter_all({ id }, { record })
end

-- Jobs of a queue that is paused, or whose target has no capacity, are off the schedule while they wait: in the zset
-- {<namespace>.<partition>}:parked:<queue> by due time, and where several of them have one due time, in the order of
-- {<namespace>.<partition>}:line:<due time>:<queue> among themselves. The hash {<namespace>.<partition>}:held has each queue
-- with such jobs as 'parked', and each paused one as 'paused'.
local function let_go(queue)
  if redis.call('EXISTS', P .. 'parked:' .. queue) == 0 and redis.call('HGET', P .. 'held', queue) == 'parked' then
    redis.call('HDEL', P .. 'held', queue)
  end
end

local function unpark(id, due, queue)
  redis.call('ZREM', P .. 'line:' .. int(due) .. ':' .. queue, id)
  if redis.call('ZREM', P .. 'parked:' .. queue, id) == 1 then
    let_go(queue)
  end
end

local function leave(id, due, queue)
  redis.call('ZREM', P .. 'order:' .. int(due), id)
  if redis.call('ZREM', KEYS[1], id) == 0 and queue then
    unpark(id, due, queue)
  end
end

-- The first due time that has not come yet, -1 where there is none. Who rests does so until then: a job that nobody can
-- claim may stand at the head, and must not keep a new one from being told of.
local function next_due()
  local following = redis.call('ZRANGEBYSCORE', KEYS[1], '(' .. int(now), '+inf', 'WITHSCORES', 'LIMIT', 0, 1)
  return tonumber(following[2] or -1)
end

-- The due time at the head of the schedule, nil where it is empty. Somebody else may have made it infinite.
local function head_due()
  return tonumber(redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')[2])
end

-- At most limit ids of a zset with a due time up to the cutoff, in the order of firing; and their scores. The key of the
-- order at one due time is made of the due time and of what stands before and behind it.
local function ids_due_in(zset, order, behind, cutoff, limit)
  local flat = redis.call('ZRANGEBYSCORE', zset, '-inf', int(cutoff), 'WITHSCORES', 'LIMIT', 0, limit)
  local ids, scores = {}, {}
  local i = 1
  while i < #flat do
    local score, first = flat[i + 1], i
    while flat[i + 1] == score do
      i = i + 2
    end
    local size = (i - first) / 2
    local seen = {}
    if size > 1 or i > #flat and #flat == 2 * limit then
      for _, id in ipairs(redis.call('ZRANGE', order .. int(tonumber(score)) .. behind, 0, size - 1)) do
        ids[#ids + 1], scores[#scores + 1], seen[id] = id, score, true
        size = size - 1
      end
    end
    for j = first, i - 2, 2 do
      if size > 0 and not seen[flat[j]] then
        ids[#ids + 1], scores[#scores + 1] = flat[j], score
        size = size - 1
      end
    end
  end
  return ids, scores
end

local function due_ids(cutoff, limit)
  return ids_due_in(KEYS[1], P .. 'order:', '', cutoff, limit)
end

-- Puts a record that cannot be read beside, and a dead one with the reason in its place.
local function set_aside(id, reason)
  redis.call('RENAME', P .. 'job:' .. id, P .. 'broken:' .. id)
  local record = { true, LAYOUT, DEAD, 0, 1, now, 'default', 0, now, now, false, false, false, false, false, '',
    'set aside: ' .. reason, false, false }
  write(id, record)
  count(record, 1)
  redis.call('ZREM', KEYS[1], id)
  redis.call('ZADD', P .. 'dead', int(now), id)
end
