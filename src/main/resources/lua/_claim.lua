-- purpose: firing what a claim has picked: hand over, record, fire log, counters, in one step for the whole batch.
local instance, path = ARGV[4], ARGV[5]
local BATCH_BYTES = 4194304
local spent, picks, causes, picked, bytes, full = {}, {}, {}, {}, 0, false
local fires, ended, fired_by, delivered = {}, {}, {}, {}
local leases, running, parked, parked_queues, traces = {}, {}, {}, {}, {}

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

-- Log and counters only inform: where another program has taken their keys, jobs fire all the same. What runs is logged when
-- it ends.
local function tell(id, record, cause, due, attempt, outcome)
  local counter = path == 'fast' and 'fast' or 'sweep:' .. cause
  fired_by[counter] = (fired_by[counter] or 0) + 1
  local name = record[NAME]
  local entry = outcome ~= 'running' and redis.pcall('XADD', KEYS[2], '*', 'id', id, 'queue', record[QUEUE], 'name',
    name or '', 'path', path, 'cause', cause, 'dueAt', int(due), 'firedAt', now_text, 'lagMs', int(now - due), 'attempt',
    int(attempt), 'generation', int(record[GENERATION]), 'instance', instance, 'outcome', outcome)
  local n = #fires
  fires[n + 1], fires[n + 2], fires[n + 3], fires[n + 4], fires[n + 5], fires[n + 6], fires[n + 7], fires[n + 8], fires[n + 9] =
    id, record[GENERATION], record[QUEUE], name and '=' .. name or '', cause, due, attempt, outcome,
    not entry and '' or type(entry) == 'string' and entry or '0-0'
  local trace = more_of(record, TRACEPARENT)
  if trace then
    n = #traces
    traces[n + 1], traces[n + 2] = #fires / 9, trace
  end
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
  tell(id, record, cause, record[DUE], attempt, 'delivered')
end

-- The target refused the job; it waits for its next attempt or is dead.
local function fail(id, record, cause, failure)
  local due, attempt = record[DUE], record[ATTEMPT] + 1
  local wait = wait_after(attempt, rules_of(record))
  local outcome = wait and 'retry' or 'dead'
  count(record, -1)
  record[ATTEMPT], record[UPDATED], record[ERROR] = attempt, now, failure
  record[FIRE] = { path, cause, due, now, attempt, record[GENERATION], instance, outcome }
  note(record, outcome, attempt, path, cause, instance, failure)
  tell(id, record, cause, due, attempt, outcome)
  if wait then
    try_again(id, record, wait)
  else
    die(id, record, failure)
    write(id, record)
  end
  count(record, 1)
end

-- The job belongs to this instance for the time of its queue's lease.
local function lease(id, record, cause, millis)
  local body, due, attempt = envelope(id, record), record[DUE], record[ATTEMPT] + 1
  count(record, -1)
  record[STATE], record[TIED], record[ATTEMPT], record[UPDATED] = RUNNING, 0, attempt, now
  record[FIRE] = { path, cause, due, now, attempt, record[GENERATION], instance, 'running' }
  set_more(record, LEASE, { now_us, millis })
  set_more(record, CAUSE, false)
  write(id, record)
  count(record, 1)
  local n = #running
  running[n + 1], running[n + 2] = int(now + millis), id
  tell(id, record, cause, due, attempt, 'running')
  n = #leases
  leases[n + 1], leases[n + 2], leases[n + 3], leases[n + 4], leases[n + 5], leases[n + 6] = #fires / 9, record[CREATED],
    millis, more_of(record, URL) or '', more_of(record, TRACEPARENT) or '', body
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
  return deadline and now > (more_of(record, FIRST_DUE) or record[DUE]) + deadline
end

-- Hands jobs of one queue over to what lies in Redis; each one's failure stands at its place.
local function hand_over(route, places, envelopes, failures)
  local kind = route[4]
  if not kind then
    local reply = redis.pcall('RPUSH', route[1], unpack(envelopes))
    if type(reply) == 'table' then
      for _, i in ipairs(places) do
        failures[i] = reply.err
      end
    end
    return
  end
  for n, i in ipairs(places) do
    local reply
    if kind == 'channel' then
      reply = redis.pcall('PUBLISH', route[1], envelopes[n])
    elseif route[5] then
      reply = redis.pcall('XADD', route[1], 'MAXLEN', '~', int(route[5]), '*', 'job', envelopes[n])
    else
      reply = redis.pcall('XADD', route[1], '*', 'job', envelopes[n])
    end
    if type(reply) == 'table' then
      failures[i] = reply.err
    end
  end
end

-- What becomes of each pick: 'late', 'park', 'lease' or nil for those that are handed over within the claim.
local fates = {}
local function decide(may_start)
  local together = {}
  for i, record in ipairs(picks) do
    local queue = record[QUEUE]
    local group = together[queue]
    if is_beyond_deadline(record) then
      fates[i] = 'late'
    elseif not group then -- one look a queue, where its jobs need no place each
      if not may_start(queue) then
        fates[i] = 'park'
      elseif route_of(queue)[4] == 'lease' then
        fates[i] = 'lease'
      else
        together[queue] = { { i }, { envelope(spent[i], record) } }
      end
    else
      local places = group[1]
      local n = #places + 1
      places[n], group[2][n] = i, envelope(spent[i], record)
    end
  end
  return together
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

local function park(i, record)
  local queue = record[QUEUE]
  local group = parked[queue]
  if not group then
    group = { {}, {} }
    parked[queue] = group
    parked_queues[#parked_queues + 1] = queue
  end
  local n = #group[1] + 1
  group[1][n], group[2][n] = spent[i], record[DUE]
end

local function write_fires()
  redis.pcall('XTRIM', KEYS[2], 'MAXLEN', '~', keep_fires)
  for queue, number in pairs(delivered) do
    count_in(SCHEDULED, queue, -number)
    count_in(DELIVERED, queue, number)
  end
  if #ended > 0 then
    redis.call('ZADD', P .. 'finished', unpack(ended))
  end
  if #running > 0 then
    redis.call('ZADD', P .. 'running', unpack(running))
  end
  for queue, group in pairs(parked) do
    park_all(queue, group[1], group[2], wake_channel)
  end
  end_attempts()
  for counter, by in pairs(fired_by) do
    redis.pcall('HINCRBY', KEYS[3], counter, by)
  end
end

-- Takes off what was picked, hands it over, a command a list, and writes what became of it. May_start says of a queue whether
-- one more of its jobs may be fired now; the others are parked.
local function fire_picks(take_off, may_start)
  if #picks == 0 then
    return
  end
  local failures = {}
  for queue, group in pairs(decide(may_start)) do
    hand_over(route_of(queue), group[1], group[2], failures)
  end
  take_off()
  for i, record in ipairs(picks) do
    local fate = fates[i]
    if not fate and not failures[i] then
      deliver(spent[i], record, causes[i])
    elseif not fate then
      fail(spent[i], record, causes[i], failures[i])
    elseif fate == 'late' then
      miss_deadline(spent[i], record)
    elseif fate == 'lease' then
      lease(spent[i], record, causes[i], route_of(record[QUEUE])[5])
    else
      park(i, record)
    end
  end
  write_fires()
end
