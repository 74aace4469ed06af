-- purpose: what becomes of an attempt: the rules of its queue, the wait for the next one, death, and its line in the fire log.
local routes, keep_fires, wake_channel = cjson.decode(ARGV[1]), ARGV[2], ARGV[3]
local default_route = routes['']
local now_text = int(now)
local died, retried_ids, retried, waits = {}, {}, {}, 0

-- The rules of a queue: list key, stream key or channel; retry rules; deadline; the kind of its target where that is not a
-- list (stream, channel, lease); about how many entries a stream keeps, or the ms of a lease.
local function route_of(queue)
  local route = routes[queue]
  if not route then
    route = { default_route[1] .. queue, default_route[2], default_route[3] }
    routes[queue] = route
  end
  return route
end

-- Retry rules are one text: attempts, fixed or exponential, initial and longest wait in ms, share of jitter. Nil where no
-- attempt is left.
local function wait_after(attempt, rules)
  local most, kind, initial, longest, jitter = string.match(rules, '^(%d+),(%a+),(%d+),(%d+),([%d%.eE-]+)$')
  if attempt >= tonumber(most) then
    return nil
  end
  local wait = tonumber(initial)
  if kind == 'exponential' then
    wait = wait * 2 ^ math.min(attempt - 1, 60)
  end
  waits = waits + 1
  local share = (now_us + waits * 619) % 1000 / 1000
  wait = math.min(wait, tonumber(longest)) * (1 + tonumber(jitter) * (2 * share - 1))
  return math.max(1, math.floor(math.min(wait, tonumber(longest))))
end

local function rules_of(record)
  return record[RETRY] or route_of(record[QUEUE])[2]
end

local function die(id, record, reason)
  record[STATE], record[ERROR] = DEAD, reason
  died[#died + 1] = now_text
  died[#died + 1] = id
end

-- The job is to enter the schedule again; the deadline goes on from where it was.
local function try_again(id, record, wait)
  set_more(record, FIRST_DUE, more_of(record, FIRST_DUE) or record[DUE])
  record[STATE], record[DUE] = SCHEDULED, now + wait
  local n = #retried + 1
  retried_ids[n], retried[n] = id, record
end

-- The log only informs: where another program has taken its key, jobs go their way all the same.
local function log_fire(id, record, fire)
  return redis.pcall('XADD', KEYS[2], '*', 'id', id, 'queue', record[QUEUE], 'name', record[NAME] or '', 'path', fire[1],
    'cause', fire[2], 'dueAt', int(fire[3]), 'firedAt', int(fire[4]), 'lagMs', int(fire[4] - fire[3]), 'attempt',
    int(fire[5]), 'generation', int(fire[6]), 'instance', fire[7], 'outcome', fire[8])
end

-- Writes what entered the schedule again and what died. The first due time among the former, or -1.
local function end_attempts()
  if #died > 0 then
    redis.call('ZADD', P .. 'dead', unpack(died))
  end
  if #retried == 0 then
    return -1
  end
  enter_all(retried_ids, retried)
  local first = retried[1][DUE]
  for _, record in ipairs(retried) do
    first = math.min(first, record[DUE])
  end
  if first == next_due() then
    redis.pcall('PUBLISH', wake_channel, int(first))
  end
  return first
end
