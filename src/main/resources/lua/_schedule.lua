-- purpose: entering and leaving the schedule, always with the due key, and in the order of scheduling among equals.
-- Jobs of one due time stand in the schedule in the order of their ids. Where there is more than one, the order in which
-- they came is kept in {<namespace>.<partition>}:order:<due time>; it lives as long as they wait.

local function due_key(id, generation)
  return P .. 'due:' .. int(generation) .. ':' .. id
end

local function enter(id, record)
  local due = int(record[DUE])
  local others = redis.call('ZCOUNT', KEYS[1], due, due)
  redis.call('ZADD', KEYS[1], due, id)
  if others > 0 then
    local order = P .. 'order:' .. due
    if others == 1 then
      for _, other in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], due, due, 'LIMIT', 0, 2)) do
        if other ~= id then
          redis.call('ZADD', order, 'NX', 0, other)
        end
      end
    end
    local last = redis.call('ZREVRANGE', order, 0, 0, 'WITHSCORES')
    redis.call('ZADD', order, (tonumber(last[2]) or 0) + 1, id)
  end
  -- A key that ends at t is gone from t + 1 on: ending one millisecond before the due time, it is gone at the due time.
  -- One that has to end in the past would go without a notification.
  redis.call('SET', due_key(id, record[GENERATION]), '0', 'PXAT', int(math.max(record[DUE] - 1, now + 1)))
end

local function leave(id, due)
  redis.call('ZREM', P .. 'order:' .. int(due), id)
  return redis.call('ZREM', KEYS[1], id)
end

-- The first due time that has not come yet, -1 where there is none. Who rests does so until then: a job that nobody can
-- claim may stand at the head, and must not keep a new one from being told of.
local function next_due()
  local following = redis.call('ZRANGEBYSCORE', KEYS[1], '(' .. int(now), '+inf', 'WITHSCORES', 'LIMIT', 0, 1)
  return tonumber(following[2] or -1)
end

-- The due time at the head of the schedule, -1 where it is empty.
local function head_due()
  return tonumber(redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')[2] or -1)
end

-- At most limit ids with a due time up to the cutoff, in the order of firing; and their scores.
local function due_ids(cutoff, limit)
  local flat = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', int(cutoff), 'WITHSCORES', 'LIMIT', 0, limit)
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
      for _, id in ipairs(redis.call('ZRANGE', P .. 'order:' .. int(tonumber(score)), 0, size - 1)) do
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

-- Puts a record that cannot be read beside, and a dead one with the reason in its place.
local function set_aside(id, reason)
  redis.call('RENAME', P .. 'job:' .. id, P .. 'broken:' .. id)
  local record = { true, LAYOUT, DEAD, 1, now, 'default', 0, now, now, false, false, false, false, false, '',
    'set aside: ' .. reason, false, false }
  write(id, record)
  count(record, 1)
  redis.call('ZREM', KEYS[1], id)
  redis.call('ZADD', P .. 'dead', int(now), id)
end
