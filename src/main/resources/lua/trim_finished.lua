-- purpose: removes finished jobs that are older or more than the retention allows, oldest first.
-- atomic: record, index and counts go together, and only where the job is still finished.
-- flags: allow-oom
-- uses: _record
-- KEYS[1] {<namespace>.<partition>}:schedule zset: names the partition
-- KEYS[2] {<namespace>.<partition>}:finished zset: delivered and cancelled jobs by the time of their end in ms
-- ARGV[1] age number, ms: how old a finished job may become
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
local keys = {}
for _, id in ipairs(ids) do
  local record = read(id)
  if record and (record[STATE] == DELIVERED or record[STATE] == CANCELLED) then
    count(record, -1)
    keys[#keys + 1] = P .. 'job:' .. id
  end
end
if #keys > 0 then
  redis.call('UNLINK', unpack(keys))
end
redis.call('ZREM', KEYS[2], unpack(ids))
write_counts()
return #ids
