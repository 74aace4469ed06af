-- purpose: firing what a claim has picked: hand over, record, fire log, counters, in one step for the whole batch.
local instance, path, routes = ARGV[1], ARGV[2], cjson.decode(ARGV[3])
local default_route = routes['']
local BATCH_BYTES = 4194304
local picks, picked, bytes, full = {}, {}, 0, false
local rows, spent, gone, ended, died, fired_by, waits = {}, {}, {}, {}, {}, {}, 0

local seconds = {}
-- RFC 3339 in UTC with milliseconds. The calendar is counted from 0000-03-01, whose years end with their leap day.
local function instant(millis)
  local second = math.floor(millis / 1000)
  local text = seconds[second]
  if not text then
    local days = math.floor(second / 86400)
    local rest = second - days * 86400
    local shifted = days + 719468
    local era = math.floor(shifted / 146097)
    local of_era = shifted - era * 146097
    local year = math.floor((of_era - math.floor(of_era / 1460) + math.floor(of_era / 36524)
      - math.floor(of_era / 146096)) / 365)
    local of_year = of_era - (365 * year + math.floor(year / 4) - math.floor(year / 100))
    local shifted_month = math.floor((5 * of_year + 2) / 153)
    local month = shifted_month < 10 and shifted_month + 3 or shifted_month - 9
    text = string.format('%04d-%02d-%02dT%02d:%02d:%02d', year + era * 400 + (month <= 2 and 1 or 0), month,
      of_year - math.floor((153 * shifted_month + 2) / 5) + 1, math.floor(rest / 3600), math.floor(rest / 60) % 60,
      rest % 60)
    seconds[second] = text
  end
  return string.format('%s.%03dZ', text, millis - second * 1000)
end
local fired_at = instant(now)

-- Takes a due record into the batch, once; false from the first on for which the batch has grown too large.
local function pick(id, record, cause)
  local size = record[PAYLOAD] and #record[PAYLOAD] or 0
  if picked[id] then
    return true
  end
  full = full or bytes > 0 and bytes + size > BATCH_BYTES
  if full then
    return false
  end
  bytes = bytes + size + 1
  picks[#picks + 1] = { id, record, cause }
  picked[id] = true
  return true
end

local function envelope(id, record)
  return table.concat({ '{"id":"', id, '","queue":"', record[QUEUE], '","name":',
    record[NAME] and cjson.encode(record[NAME]) or 'null', ',"payload":', record[PAYLOAD] or 'null', ',"dueAt":"',
    instant(record[DUE]), '","firedAt":"', fired_at, '","attempt":', record[ATTEMPT] + 1, ',"generation":',
    int(record[GENERATION]), ',"path":"', path, '"}' })
end

local function route_of(queue)
  local route = routes[queue]
  if route then
    return route[1], route[2], route[3]
  end
  return default_route[1] .. queue, default_route[2], default_route[3]
end

-- Retry rules are one text: attempts, fixed or exponential, initial and longest wait in ms, share of jitter.
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

local function die(id, record, reason)
  record[STATE], record[ERROR] = DEAD, reason
  died[#died + 1] = int(now)
  died[#died + 1] = id
end

-- Log and counters only inform: where another program has taken their keys, jobs fire all the same.
local function log_fire(id, record, cause, due, attempt, outcome)
  record[FIRE] = { path, cause, due, now, attempt, record[GENERATION], instance, outcome }
  local counter = path == 'fast' and 'fast' or 'sweep:' .. cause
  fired_by[counter] = (fired_by[counter] or 0) + 1
  local entry = redis.pcall('XADD', KEYS[2], 'MAXLEN', '~', ARGV[4], '*', 'id', id, 'queue', record[QUEUE], 'name',
    record[NAME] or '', 'path', path, 'cause', cause, 'dueAt', int(due), 'firedAt', int(now), 'lagMs', int(now - due),
    'attempt', attempt, 'generation', int(record[GENERATION]), 'instance', instance, 'outcome', outcome)
  rows[#rows + 1] = { id, record[GENERATION], record[QUEUE], record[NAME] and '=' .. record[NAME] or '', cause, due,
    attempt, outcome, type(entry) == 'string' and entry or '0-0' }
end

-- One pick after its hand-over: failure is nil, or the reason why its target refused it.
local function conclude(id, record, cause, failure)
  local due, attempt = record[DUE], record[ATTEMPT] + 1
  local _, rules = route_of(record[QUEUE])
  count(record, -1)
  record[ATTEMPT], record[UPDATED] = attempt, now
  if not failure then
    record[STATE], record[ERROR] = DELIVERED, false
    ended[#ended + 1] = int(now)
    ended[#ended + 1] = id
    log_fire(id, record, cause, due, attempt, 'delivered')
  else
    local wait = wait_after(attempt, record[RETRY] or rules)
    local outcome = wait and 'retry' or 'dead'
    if wait then
      record[ERROR] = failure
    else
      die(id, record, failure)
    end
    log_fire(id, record, cause, due, attempt, outcome)
    note(record, outcome, attempt, path, cause, instance, failure)
    if wait then
      record[DUE] = now + wait
    end
  end
  write(id, record)
  count(record, 1)
end

local function overdue_beyond_deadline(record)
  local _, _, deadline = route_of(record[QUEUE])
  deadline = record[DEADLINE] or deadline
  return deadline and now > record[DUE] + deadline
end

-- Hands over what was picked, a command a queue, and writes what became of it.
local function fire_picks()
  local texts, failures = {}, {}
  for _, item in ipairs(picks) do
    local id, record = item[1], item[2]
    spent[#spent + 1] = id
    gone[int(record[DUE])] = true
    if path == 'sweep' then
      item[4] = due_key(id, record[GENERATION])
    end
    item[5] = overdue_beyond_deadline(record)
    if not item[5] then
      local list = texts[record[QUEUE]] or {}
      list[#list + 1] = envelope(id, record)
      texts[record[QUEUE]] = list
    end
  end
  if #spent == 0 then
    return
  end
  for queue, list in pairs(texts) do
    local reply = redis.pcall('RPUSH', (route_of(queue)), unpack(list))
    if type(reply) == 'table' then
      failures[queue] = reply.err
    end
  end
  redis.call('ZREM', KEYS[1], unpack(spent))
  for due in pairs(gone) do
    redis.call('ZREM', P .. 'order:' .. due, unpack(spent))
  end
  local lapsed = {}
  for _, item in ipairs(picks) do
    local id, record = item[1], item[2]
    lapsed[#lapsed + 1] = item[4]
    if item[5] then
      count(record, -1)
      die(id, record, 'deadline')
      record[UPDATED] = now
      note(record, 'dead', record[ATTEMPT], '', '', instance, 'deadline')
      write(id, record)
      count(record, 1)
    else
      conclude(id, record, item[3], failures[record[QUEUE]])
    end
  end
  -- A sweep ends the due key too. Reading it, Redis publishes a notification that had not come: the sign of a late one.
  if #lapsed > 0 then
    redis.call('UNLINK', unpack(lapsed))
  end
  for _, item in ipairs(picks) do
    if item[2][STATE] == SCHEDULED then
      enter(item[1], item[2])
    end
  end
  if #ended > 0 then
    redis.call('ZADD', P .. 'finished', unpack(ended))
  end
  if #died > 0 then
    redis.call('ZADD', P .. 'dead', unpack(died))
  end
  for counter, by in pairs(fired_by) do
    redis.pcall('HINCRBY', KEYS[3], counter, by)
  end
end
