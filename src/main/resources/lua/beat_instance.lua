-- purpose: says that an instance lives, and claims the key layout for this namespace.
-- atomic: the answer tells of the layout that holds from now on.
-- flags:
-- uses: _record
-- KEYS[1] {<namespace>.<partition>}:schedule zset: names the partition
-- KEYS[2] <namespace>:instances zset: instances by their last sign of life in ms
-- KEYS[3] <namespace>:layout string: the version of the key layout
-- ARGV[1] instance string: who lives
-- ARGV[2] keep number, ms: how long a silent instance is remembered
-- returns: the version of the key layout
redis.call('SET', KEYS[3], LAYOUT, 'NX')
redis.call('ZADD', KEYS[2], int(now), ARGV[1])
local silent = redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', int(now - tonumber(ARGV[2])), 'LIMIT', 0, 100)
if #silent > 0 then
  redis.call('ZREM', KEYS[2], unpack(silent))
end
return redis.call('GET', KEYS[3])
