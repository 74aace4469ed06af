-- purpose: changes a waiting job: its due time, name, payload or retry rules.
-- atomic: the old due key and entry end in the step in which the new ones begin, so that the job fires once.
-- flags:
-- uses: _record, _schedule
-- KEYS[1] {<namespace>.<partition>}:schedule zset: waiting jobs by due time in ms
-- ARGV[1] id string: the job
-- ARGV[2] event string: what the timeline calls it
-- ARGV[3] channel string: where the other instances hear of a new earliest job
-- ARGV[4] kind string: 'at', 'in', 'now' (which leaves what was asked for), or '' to keep the due time
-- ARGV[5] due number, ms: the due time or delay
-- ARGV[6] name string: '' keeps it, '-' removes it, '=' and the name sets it
-- ARGV[7] payload string: '' keeps it, '-' removes it, '=' and the JSON sets it
-- ARGV[8] retry string: '' keeps it, '-' removes it, '=' and the rules set it
-- returns: {'unknown'}; {'conflict', state}; {'changed', the job, 1 where it became the earliest, else 0}
local id = ARGV[1]
local record, reason = read(id)
if reason then
  return { 'conflict', WORDS[DEAD] }
end
if not record then
  return { 'unknown' }
end
if record[STATE] ~= SCHEDULED then
  return { 'conflict', WORDS[record[STATE]] }
end

local head = next_due()
local function changed(place, argument)
  if argument == '-' then
    record[place] = false
  elseif argument ~= '' then
    record[place] = string.sub(argument, 2)
  end
end
leave(id, record[DUE], record[QUEUE])
redis.call('UNLINK', due_key(id, record[GENERATION]))
record[GENERATION] = record[GENERATION] + 1
record[UPDATED] = now
if ARGV[4] == 'in' then
  record[DELAY] = tonumber(ARGV[5])
  record[DUE] = now + record[DELAY]
elseif ARGV[4] == 'at' then
  record[DELAY] = false
  record[DUE] = math.max(tonumber(ARGV[5]), now)
elseif ARGV[4] == 'now' then
  record[DUE] = math.min(record[DUE], now)
end
set_more(record, CAUSE, false)
if ARGV[4] ~= '' then
  set_more(record, FIRST_DUE, false)
end
changed(NAME, ARGV[6])
changed(PAYLOAD, ARGV[7])
changed(RETRY, ARGV[8])
note(record, ARGV[2], 0)
enter(id, record)

local earliest = head < 0 or record[DUE] < head
if earliest then
  redis.pcall('PUBLISH', ARGV[3], int(record[DUE]))
end
return { 'changed', view(id, record), earliest and 1 or 0 }
