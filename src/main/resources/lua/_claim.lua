-- purpose: firing what a claim has picked: hand over, record, fire log, counters, in one step for the whole batch.
local instance, path, routes = ARGV[1], ARGV[2], cjson.decode(ARGV[3])
local default_route = routes['']
local BATCH_BYTES = 4194304
local spent, picks, causes, picked, bytes, full = {}, {}, {}, {}, 0, false
local fires, ended, died, fired_by, delivered, waits = {}, {}, {}, {}, {}, 0

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
local due_texts, fired_at = {}, instant(now)

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
  local n = #picks + 1
  spent[n], picks[n], causes[n], picked[id] = id, record, cause, true
  return true
end

local function envelope(id, record)
  local due = record[DUE]
  local due_text = due_texts[due]
  if not due_text then
    due_text = instant(due)
    due_texts[due] = due_text
  end
  local name = record[NAME]
  return '{"id":"' .. id .. '","queue":"' .. record[QUEUE] .. '","name":' .. (name and cjson.encode(name) or 'null')
    .. ',"payload":' .. (record[PAYLOAD] or 'null') .. ',"dueAt":"' .. due_text .. '","firedAt":"' .. fired_at
    .. '","attempt":' .. int(record[ATTEMPT] + 1) .. ',"generation":' .. int(record[GENERATION]) .. ',"path":"' .. path
    .. '"}'
end

-- Where a queue's jobs go: list key, retry rules, deadline.
local function route_of(queue)
  local route = routes[queue]
  if not route then
    route = { default_route[1] .. queue, default_route[2], default_route[3] }
    routes[queue] = route
  end
  return route
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
local now_text = int(now)
local function log_fire(id, record, cause, due, attempt, outcome)
  local counter = path == 'fast' and 'fast' or 'sweep:' .. cause
  fired_by[counter] = (fired_by[counter] or 0) + 1
  local name = record[NAME]
  local entry = redis.pcall('XADD', KEYS[2], '*', 'id', id, 'queue', record[QUEUE], 'name', name or '', 'path', path,
    'cause', cause, 'dueAt', int(due), 'firedAt', now_text, 'lagMs', int(now - due), 'attempt', int(attempt),
    'generation', int(record[GENERATION]), 'instance', instance, 'outcome', outcome)
  local n = #fires
  fires[n + 1], fires[n + 2], fires[n + 3], fires[n + 4], fires[n + 5], fires[n + 6], fires[n + 7], fires[n + 8], fires[n + 9] =
    id, record[GENERATION], record[QUEUE], name and '=' .. name or '', cause, due, attempt, outcome,
    type(entry) == 'string' and entry or '0-0'
end

-- The record stays as it was packed, and gets its hand-over at its end.
local handovers = {}
local function deliver(id, record, cause)
  local attempt = record[ATTEMPT] + 1
  local key = attempt .. cause
  local handover = handovers[key]
  if not handover then
    handover = cmsgpack.pack({ path, cause, now, attempt, instance })
    handovers[key] = handover
  end
  redis.call('SET', P .. 'job:' .. id, record[PACKED] .. handover) -- APPEND would double the memory that it takes
  local n = #ended
  ended[n + 1], ended[n + 2] = now_text, id
  delivered[record[QUEUE]] = (delivered[record[QUEUE]] or 0) + 1
  log_fire(id, record, cause, record[DUE], attempt, 'delivered')
end

-- The target refused the job; it waits for its next attempt or is dead.
local function fail(id, record, cause, failure)
  local due, attempt = record[DUE], record[ATTEMPT] + 1
  local wait = wait_after(attempt, record[RETRY] or route_of(record[QUEUE])[2])
  local outcome = wait and 'retry' or 'dead'
  count(record, -1)
  record[ATTEMPT], record[UPDATED], record[ERROR] = attempt, now, failure
  record[FIRE] = { path, cause, due, now, attempt, record[GENERATION], instance, outcome }
  note(record, outcome, attempt, path, cause, instance, failure)
  log_fire(id, record, cause, due, attempt, outcome)
  if wait then
    record[DUE] = now + wait
    enter(id, record)
  else
    die(id, record, failure)
    write(id, record)
  end
  count(record, 1)
end

local function miss_deadline(id, record)
  count(record, -1)
  die(id, record, 'deadline')
  record[UPDATED] = now
  note(record, 'dead', record[ATTEMPT], '', '', instance, 'deadline')
  write(id, record)
  count(record, 1)
end

local function is_beyond_deadline(record)
  local deadline = record[DEADLINE] or route_of(record[QUEUE])[3]
  return deadline and now > record[DUE] + deadline
end

-- Which of the picks are too late, and which queues' targets refused theirs.
local function hand_over()
  local envelopes, too_late, failures = {}, {}, {}
  for i, record in ipairs(picks) do
    if is_beyond_deadline(record) then
      too_late[i] = true
    else
      local list = envelopes[record[QUEUE]]
      if not list then
        list = {}
        envelopes[record[QUEUE]] = list
      end
      list[#list + 1] = envelope(spent[i], record)
    end
  end
  for queue, list in pairs(envelopes) do
    local reply = redis.pcall('RPUSH', route_of(queue)[1], unpack(list))
    if type(reply) == 'table' then
      failures[queue] = reply.err
    end
  end
  return too_late, failures
end

local function take_off_schedule()
  local lapsed, orders = {}, {}
  for i, record in ipairs(picks) do
    if record[TIED] == 1 then
      local order = orders[record[DUE]]
      if not order then
        order = {}
        orders[record[DUE]] = order
      end
      order[#order + 1] = spent[i]
    end
    if path == 'sweep' then
      lapsed[i] = due_key(spent[i], record[GENERATION])
    end
  end
  redis.call('ZREM', KEYS[1], unpack(spent))
  for due, ids in pairs(orders) do
    redis.call('ZREM', P .. 'order:' .. int(due), unpack(ids))
  end
  -- A sweep ends the due key too. Reading it, Redis publishes a notification that had not come: the sign of a late one.
  if #lapsed > 0 then
    redis.call('UNLINK', unpack(lapsed))
  end
end

-- Hands over what was picked, a command a queue, and writes what became of it.
local function fire_picks()
  if #picks == 0 then
    return
  end
  local too_late, failures = hand_over()
  take_off_schedule()
  for i, record in ipairs(picks) do
    local failure = failures[record[QUEUE]]
    if too_late[i] then
      miss_deadline(spent[i], record)
    elseif failure then
      fail(spent[i], record, causes[i], failure)
    else
      deliver(spent[i], record, causes[i])
    end
  end
  redis.pcall('XTRIM', KEYS[2], 'MAXLEN', '~', ARGV[4])
  for queue, number in pairs(delivered) do
    count_in(SCHEDULED, queue, -number)
    count_in(DELIVERED, queue, number)
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
