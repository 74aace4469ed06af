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
--   instances with their times}
local head = tonumber(redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')[2])
local scheduled, overdue = redis.call('ZCARD', KEYS[1]), redis.call('ZCOUNT', KEYS[1], '-inf', int(now))
local held = redis.pcall('HKEYS', KEYS[7])
for _, queue in ipairs(held.err and {} or held) do
  local parked = P .. 'parked:' .. queue
  local first = redis.call('ZRANGE', parked, 0, 0, 'WITHSCORES')
  if first[2] then
    scheduled = scheduled + redis.call('ZCARD', parked)
    overdue = overdue + redis.call('ZCOUNT', parked, '-inf', int(now))
    head = math.min(head or math.huge, tonumber(first[2]))
  end
end
return { now_us, scheduled, overdue, redis.call('ZCARD', KEYS[2]), redis.call('ZCARD', KEYS[3]),
  redis.call('ZCARD', KEYS[4]), head and string.format('%.0f', head) or '', redis.call('HGETALL', KEYS[5]),
  redis.call('ZRANGEBYSCORE', KEYS[6], int(now - tonumber(ARGV[1])), '+inf', 'WITHSCORES', 'LIMIT', 0, 1000) }
