-- purpose: pauses or resumes a queue, for all instances.
-- atomic: from the answer to a pause on no claim fires a job of the queue, and a resume finds what waited meanwhile.
-- flags: allow-oom
-- uses: _record
-- KEYS[1] {<namespace>.<partition>}:schedule zset: names the partition
-- KEYS[2] {<namespace>.<partition>}:held hash: queue to parked or paused
-- ARGV[1] queue string: the queue
-- ARGV[2] how string: pause or resume
-- ARGV[3] channel string: where the instances hear of jobs that can be claimed again
-- returns: 1 where that changed anything, else 0
local was_paused = redis.call('HGET', KEYS[2], ARGV[1]) == 'paused'
if ARGV[2] == 'pause' then
  redis.call('HSET', KEYS[2], ARGV[1], 'paused')
  return was_paused and 0 or 1
end
if not was_paused then
  return 0
end
if redis.call('EXISTS', P .. 'parked:' .. ARGV[1]) == 1 then
  redis.call('HSET', KEYS[2], ARGV[1], 'parked')
  redis.pcall('PUBLISH', ARGV[3], 'parked:' .. ARGV[1])
else
  redis.call('HDEL', KEYS[2], ARGV[1])
end
return 1
