-- purpose: says that an instance lives and whether it hears notifications, and claims the key layout for this namespace.
-- atomic: the answer tells of the layout that holds from now on, and of the instances that listen at this moment.
-- flags:
-- uses: _record
-- KEYS[1] {<namespace>.<partition>}:schedule zset: names the partition
-- KEYS[2] <namespace>:instances zset: instances by their last sign of life in ms
-- KEYS[3] <namespace>:listeners zset: instances that hear notifications, by the time in ms until which that is believed
-- KEYS[4] <namespace>:layout string: the version of the key layout
-- ARGV[1] instance string: who lives
-- ARGV[2] keep number, ms: how long a silent instance is remembered
-- ARGV[3] believe number, ms: how long it counts as listening without another sign; 0 where it does not listen
-- ARGV[4] channel string: where the other instances hear that one has come or gone
-- returns: {the version of the key layout, instances that listen}
local layout = redis.call('SET', KEYS[4], LAYOUT, 'NX', 'GET') or int(LAYOUT)
-- The silent ones are cleared away when one comes, so that their number is bounded and an idle service stays idle.
if redis.call('ZADD', KEYS[2], int(now), ARGV[1]) == 1 then
  local silent = redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', int(now - tonumber(ARGV[2])), 'LIMIT', 0, 100)
  if #silent > 0 then
    redis.call('ZREM', KEYS[2], unpack(silent))
    redis.call('ZREM', KEYS[3], unpack(silent))
  end
end
local changed
if ARGV[3] == '0' then
  changed = redis.call('ZREM', KEYS[3], ARGV[1])
else
  changed = redis.call('ZADD', KEYS[3], int(now + tonumber(ARGV[3])), ARGV[1])
end
if changed == 1 then
  redis.pcall('PUBLISH', ARGV[4], 'instances')
end
return { layout, redis.call('ZRANGEBYSCORE', KEYS[3], int(now), '+inf', 'LIMIT', 0, 1000) }
