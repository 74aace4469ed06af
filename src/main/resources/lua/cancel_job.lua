-- purpose: takes a waiting job back.
-- atomic: after the answer no path can claim it, and before it every path can.
-- flags: allow-oom
-- uses: _record, _schedule
-- KEYS[1] {<namespace>.<partition>}:schedule zset: waiting jobs by due time in ms
-- KEYS[2] {<namespace>.<partition>}:finished zset: delivered and cancelled jobs by the time of their end in ms
-- ARGV[1] id string: the job
-- returns: {'unknown'}; {'conflict', state}; {'cancelled'}, also where it was cancelled before
local id = ARGV[1]
local record, reason = read(id)
if reason then
  return { 'conflict', WORDS[DEAD] }
end
if not record then
  return { 'unknown' }
end
if record[STATE] == CANCELLED then
  return { 'cancelled' }
end
if record[STATE] ~= SCHEDULED then
  return { 'conflict', WORDS[record[STATE]] }
end
leave(id, record[DUE], record[QUEUE])
redis.call('UNLINK', due_key(id, record[GENERATION]))
count(record, -1)
record[STATE] = CANCELLED
record[UPDATED] = now
note(record, 'cancelled', 0)
write(id, record)
count(record, 1)
redis.call('ZADD', KEYS[2], int(now), id)
write_counts()
return { 'cancelled' }
