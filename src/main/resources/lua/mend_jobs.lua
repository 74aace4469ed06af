-- purpose: puts jobs back that have lost their place: a waiting one without or with a wrong entry in the schedule, a
--   finished or dead one without its index entry.
-- atomic: a job that changes at the same time is never put back where it was.
-- flags:
-- uses: _record, _schedule
-- KEYS[1] {<namespace>.<partition>}:schedule zset: waiting jobs by due time in ms
-- KEYS[2] {<namespace>.<partition>}:finished zset: delivered and cancelled jobs by the time of their end in ms
-- KEYS[3] {<namespace>.<partition>}:dead zset: dead jobs by the time of death in ms
-- ARGV[1..] id string: the jobs to look at, at most 500
-- returns: the ids that were mended
local mended, keys = {}, {}
for i, id in ipairs(ARGV) do
  keys[i] = P .. 'job:' .. id
end
local rows, scores = redis.call('MGET', unpack(keys)), redis.call('ZMSCORE', KEYS[1], unpack(ARGV))
local finished, dead = redis.call('ZMSCORE', KEYS[2], unpack(ARGV)), redis.call('ZMSCORE', KEYS[3], unpack(ARGV))
for i, id in ipairs(ARGV) do
  local record, reason
  if rows[i] then
    record, reason = unpacked(rows[i])
  else
    record, reason = read(id) -- not a string, or gone
  end
  local wrong = false
  if reason then
    set_aside(id, reason)
    wrong = true
  elseif record and record[STATE] == SCHEDULED then
    local score = scores[i]
    wrong = not score or tonumber(score) ~= record[DUE]
    if wrong then
      leave(id, tonumber(score or 0))
      enter(id, record)
    end
  elseif record and record[STATE] ~= RUNNING then
    local is_dead = record[STATE] == DEAD
    wrong = not (is_dead and dead or finished)[i]
    if wrong then
      redis.call('ZADD', is_dead and KEYS[3] or KEYS[2], 'NX', int(now), id)
    end
  end
  if wrong then
    mended[#mended + 1] = id
  end
end
write_counts()
return mended
