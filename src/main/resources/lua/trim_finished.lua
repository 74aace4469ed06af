-- purpose: removes finished or dead jobs that are older or more than the retention allows, oldest first.
-- atomic: record, index and counts go together, and only where the job still is what the index says.
-- flags: allow-oom
-- uses: _record
-- KEYS[1] {<namespace>.<partition>}:schedule zset: names the partition
-- KEYS[2] {<namespace>.<partition>}:<where> zset: jobs by the time of their end in ms, finished or dead ones
-- ARGV[1] age number, ms: how old such a job may become
-- ARGV[2] keep number: how many there may be
-- ARGV[3] limit number: at most so many are removed
-- returns: how many were removed
local limit = tonumber(ARGV[3])
local ids = redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', int(now - tonumber(ARGV[1])), 'LIMIT', 0, limit)
local over = math.min(redis.call('ZCARD', KEYS[2]) - tonumber(ARGV[2]), limit)
if over > #ids then
  ids = redis.call('ZRANGE', KEYS[2], 0, over - 1)
end
if #ids == 0 then
  return 0
end
local keys, is_dead = {}, KEYS[2] == P .. 'dead'
for _, id in ipairs(ids) do
  local record = read(id)
  local state = record and record[STATE]
  if is_dead and state == DEAD or not is_dead and (state == DELIVERED or state == CANCELLED) then
    count(record, -1)
    keys[#keys + 1] = P .. 'job:' .. id
    keys[#keys + 1] = is_dead and P .. 'broken:' .. id or nil
  end
end
if #keys > 0 then
  redis.call('UNLINK', unpack(keys))
end
redis.call('ZREM', KEYS[2], unpack(ids))
write_counts()
return #ids
