-- purpose: reads the counts by queue and state, and what is due first in each queue near the head of the schedule.
-- atomic: the counts belong to one moment.
-- flags: no-writes
-- uses: _record
-- KEYS[1] {<namespace>.<partition>}:schedule zset: waiting jobs by due time in ms
-- KEYS[2] {<namespace>.<partition>}:counts hash: '<state>:<queue>' to the number of jobs
-- KEYS[3] {<namespace>.<partition>}:held hash: queue to parked or paused
-- ARGV[1] look number: at most so many entries of the schedule are looked at
-- returns: {the counts, queue and due time in ms by turns, the queues that are held and how by turns}
local first, flat = {}, redis.call('ZRANGE', KEYS[1], 0, ARGV[1] - 1, 'WITHSCORES')
local due = {}
for i = 1, #flat, 2 do
  local record = read(flat[i])
  if record and not first[record[QUEUE]] then
    first[record[QUEUE]] = true
    due[#due + 1] = record[QUEUE]
    due[#due + 1] = flat[i + 1]
  end
end
local held = redis.pcall('HGETALL', KEYS[3])
held = held.err and {} or held
for i = 1, #held, 2 do
  local parked = redis.call('ZRANGE', P .. 'parked:' .. held[i], 0, 0, 'WITHSCORES')
  if parked[2] then
    due[#due + 1] = held[i]
    due[#due + 1] = parked[2]
  end
end
return { redis.call('HGETALL', KEYS[2]), due, held }
