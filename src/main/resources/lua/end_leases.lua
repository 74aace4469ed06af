-- purpose: ends leases, each as its owner says: delivered, to be tried again, dead, or given back.
-- atomic: whoever has the lease ends it, once; a former owner changes nothing.
-- flags:
-- uses: _record, _schedule, _parked, _attempt, _lease
-- KEYS[1] {<namespace>.<partition>}:schedule zset: waiting jobs by due time in ms
-- KEYS[2] <namespace>:fires stream: fire records
-- KEYS[3] {<namespace>.<partition>}:running zset: claimed jobs by the end of their lease in ms
-- ARGV[1] routes JSON object: queue to {list key, stream key or channel; retry rules; deadline in ms or false; and where its
--   target is not a list, stream, channel or lease; entries that a stream keeps, or ms of a lease}; '' for all others, with
--   the beginning of the list key
-- ARGV[2] keep number: about how many fire records the log keeps
-- ARGV[3] channel string: where the other instances hear of a new earliest job, and of parked ones
-- ARGV[4..] seven values an end: id; generation; attempt; time of the claim in us; how (delivered, retry, retry_after, dead or
--   released); ms to wait, at least so long for retry and exactly so long for retry_after ('' for retry by the rules); reason
-- returns: {Redis's time in us, first due time in ms of those to be tried again or -1; by turns an outcome (delivered,
--   retry, dead, released or lost) and the queue of the job ('' where there is none)}
local outcomes, ended, over, released = {}, {}, {}, {}

local function wait_for(record, how, asked)
  local wait = wait_after(record[ATTEMPT], rules_of(record))
  if not wait then
    return nil
  end
  return how == 'retry_after' and tonumber(asked) or math.max(wait, tonumber(asked) or 0)
end

-- What is under way goes by the name of its claim.
local function close(id, record, outcome, reason)
  local fire = record[FIRE]
  fire[8] = outcome
  if outcome ~= 'delivered' then
    note(record, outcome, record[ATTEMPT], fire[1], fire[2], fire[7], reason)
  end
  local entry = log_fire(id, record, fire)
  fire[9] = type(entry) == 'string' and entry or nil
end

local function release(id, record)
  close(id, record, 'released', '')
  record[STATE], record[ATTEMPT] = SCHEDULED, record[ATTEMPT] - 1
  local group = released[record[QUEUE]]
  if not group then
    group = { {}, {} }
    released[record[QUEUE]] = group
  end
  local n = #group[1] + 1
  group[1][n], group[2][n] = id, record[DUE]
end

local function finish(id, record, how, asked, reason)
  if how == 'released' then
    release(id, record)
    return how
  end
  local wait = how ~= 'delivered' and how ~= 'dead' and wait_for(record, how, asked)
  local outcome = how == 'delivered' and how or wait and 'retry' or 'dead'
  close(id, record, outcome, reason)
  if outcome == 'delivered' then
    record[STATE], record[ERROR] = DELIVERED, false
    local n = #ended
    ended[n + 1], ended[n + 2] = now_text, id
  elseif wait then
    record[ERROR] = reason
    try_again(id, record, wait)
  else
    die(id, record, reason)
  end
  return outcome
end

for i = 4, #ARGV, 7 do
  local id, outcome = ARGV[i], 'lost'
  local record, queue = held_at(i)
  if record then
    count(record, -1)
    set_more(record, LEASE, false)
    outcome = finish(id, record, ARGV[i + 4], ARGV[i + 5], ARGV[i + 6])
    record[UPDATED] = now
    if outcome ~= 'retry' then
      write(id, record)
    end
    count(record, 1)
    over[#over + 1] = id
  end
  outcomes[#outcomes + 1] = outcome
  outcomes[#outcomes + 1] = record and record[QUEUE] or queue or ''
end

if #over > 0 then
  redis.call('ZREM', KEYS[3], unpack(over))
  redis.pcall('XTRIM', KEYS[2], 'MAXLEN', '~', keep_fires)
end
if #ended > 0 then
  redis.call('ZADD', P .. 'finished', unpack(ended))
end
for queue, group in pairs(released) do
  park_all(queue, group[1], group[2], wake_channel)
end
local first = end_attempts()
write_counts()
return { now_us, first, outcomes }
