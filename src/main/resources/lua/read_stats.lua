-- purpose: reads the counts over all instances.
-- atomic: the counts belong to one moment.
-- flags: no-writes
-- uses: _record
-- KEYS[1] {<namespace>.<partition>}:schedule zset: waiting jobs by due time in ms
-- KEYS[2] {<namespace>.<partition>}:running zset: claimed jobs by the end of their lease in ms
-- KEYS[3] {<namespace>.<partition>}:dead zset: dead jobs by the time of death in ms
-- KEYS[4] {<namespace>.<partition>}:finished zset: delivered and cancelled jobs by the time of their end in ms
-- KEYS[5] <namespace>:counters hash: fires by path and cause
-- KEYS[6] <namespace>:instances zset: instances by their last sign of life in ms
-- KEYS[7] {<namespace>.<partition>}:held hash: queue to parked or paused
-- ARGV[1] keep number, ms: how long a silent instance is told of
-- returns: {Redis's time in us, scheduled, overdue, running, dead, finished, first due time in ms or '', counters,
--   instances with their times, {parked for lack of capacity, ms since the first of them was due, parked in paused queues,
--   ms since the first of them was due}}; what is parked counts as scheduled and not as overdue
local head = tonumber(redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')[2])
local scheduled, overdue = redis.call('ZCARD', KEYS[1]), redis.call('ZCOUNT', KEYS[1], '-inf', int(now))
local held = redis.pcall('HGETALL', KEYS[7])
held = held.err and {} or held
local waits = { 0, 0, 0, 0 }
for i = 1, #held, 2 do
  local parked = P .. 'parked:' .. held[i]
  local first = redis.call('ZRANGE', parked, 0, 0, 'WITHSCORES')
  if first[2] then
    local jobs, at = redis.call('ZCARD', parked), held[i + 1] == 'paused' and 3 or 1
    scheduled = scheduled + jobs
    waits[at] = waits[at] + jobs
    waits[at + 1] = math.max(waits[at + 1], math.min(now, now - tonumber(first[2])))
  end
end
return { now_us, scheduled, overdue, redis.call('ZCARD', KEYS[2]), redis.call('ZCARD', KEYS[3]),
  redis.call('ZCARD', KEYS[4]), head and string.format('%.0f', head) or '', redis.call('HGETALL', KEYS[5]),
  redis.call('ZRANGEBYSCORE', KEYS[6], int(now - tonumber(ARGV[1])), '+inf', 'WITHSCORES', 'LIMIT', 0, 1000), waits }
