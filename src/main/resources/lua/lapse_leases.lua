-- purpose: takes jobs from owners whose lease has lapsed: parked for the next attempt, or dead where none is left.
-- atomic: an owner that extends or ends the lease at the same time is either before this or refused.
-- flags:
-- uses: _record, _schedule, _parked, _attempt
-- KEYS[1] {<namespace>.<partition>}:schedule zset: waiting jobs by due time in ms
-- KEYS[2] <namespace>:fires stream: fire records
-- KEYS[3] {<namespace>.<partition>}:running zset: claimed jobs by the end of their lease in ms
-- ARGV[1] routes JSON object: queue to {list key, stream key or channel; retry rules; deadline in ms or false; and where its
--   target is not a list, stream, channel or lease; entries that a stream keeps, or ms of a lease}; '' for all others, with
--   the beginning of the list key
-- ARGV[2] keep number: about how many fire records the log keeps
-- ARGV[3] channel string: where the other instances hear of a new earliest job, and of parked ones
-- ARGV[4] limit number: at most so many
-- returns: {Redis's time in us, end of the next lease in ms or -1, ids set aside, ids taken off without a running record;
--   lapsed: id, generation, queue, name, path, cause, due time in ms, time of the claim in ms, attempt, instance by turns}
local ids = redis.call('ZRANGEBYSCORE', KEYS[3], '-inf', now_text, 'LIMIT', 0, tonumber(ARGV[4]))
local aside, ghosts, lapsed, parked = {}, {}, {}, {}

local function tell(id, record, fire)
  local n = #lapsed
  lapsed[n + 1], lapsed[n + 2], lapsed[n + 3], lapsed[n + 4], lapsed[n + 5] =
    id, record[GENERATION], record[QUEUE], record[NAME] and '=' .. record[NAME] or '', fire[1]
  lapsed[n + 6], lapsed[n + 7], lapsed[n + 8], lapsed[n + 9], lapsed[n + 10] = fire[2], fire[3], fire[4], fire[5], fire[7]
end

local function park(id, record)
  record[STATE] = SCHEDULED
  set_more(record, CAUSE, 'lease_lapsed')
  local queue = record[QUEUE]
  parked[queue] = parked[queue] or { {}, {} }
  table.insert(parked[queue][1], id)
  table.insert(parked[queue][2], record[DUE])
end

local function lapse(id, record)
  local attempt = record[ATTEMPT]
  local fire = record[FIRE] or { 'sweep', 'lost', record[DUE], now, attempt, record[GENERATION], '', '' }
  record[FIRE] = fire
  fire[8] = 'lapsed'
  count(record, -1)
  set_more(record, LEASE, false)
  note(record, 'lapsed', attempt, fire[1], fire[2], fire[7], 'lease_lapsed')
  log_fire(id, record, fire)
  record[UPDATED], record[ERROR] = now, 'lease_lapsed'
  if wait_after(attempt, rules_of(record)) then
    park(id, record)
  else
    die(id, record, 'lease_lapsed')
    note(record, 'dead', attempt, fire[1], fire[2], fire[7], 'lease_lapsed')
  end
  write(id, record)
  count(record, 1)
  tell(id, record, fire)
end

for _, id in ipairs(ids) do
  local record, reason = read(id)
  if reason then
    set_aside(id, reason)
    aside[#aside + 1] = id
  elseif not record or record[STATE] ~= RUNNING then
    ghosts[#ghosts + 1] = id
  else
    lapse(id, record)
  end
end
if #ids > 0 then
  redis.call('ZREM', KEYS[3], unpack(ids))
  redis.pcall('XTRIM', KEYS[2], 'MAXLEN', '~', keep_fires)
end
for queue, group in pairs(parked) do
  park_all(queue, group[1], group[2], wake_channel)
end
end_attempts()
write_counts()
local head = redis.call('ZRANGE', KEYS[3], 0, 0, 'WITHSCORES')
return { now_us, tonumber(head[2] or -1), aside, ghosts, lapsed }
