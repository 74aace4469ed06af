-- purpose: writes the final cause of fires that a sweep claimed as lost.
-- atomic: record, fire log and counters agree.
-- flags:
-- uses: _record
-- KEYS[1] {<namespace>.<partition>}:schedule zset: names the partition
-- KEYS[2] <namespace>:fires:causes zset: '<log entry>=<cause>' by the time of the fire in ms
-- KEYS[3] <namespace>:counters hash: fires by path and cause
-- ARGV[1] keep number: how many causes to keep at most
-- ARGV[2..] five values a fire: log entry, '' where the attempt was under a lease; job id; generation; attempt; cause
-- returns: how many fires were settled
-- Log and counters only inform: where another program has taken their keys, the sweep goes on all the same.
local settled, by_cause = 0, {}

local function settle(entry, cause)
  return redis.pcall('ZADD', KEYS[2], 'NX', string.match(entry, '^%d+'), entry .. '=' .. cause) == 1
end

for i = 2, #ARGV, 5 do
  local entry, id, cause = ARGV[i], ARGV[i + 1], ARGV[i + 4]
  local is_new = entry ~= '' and settle(entry, cause)
  local record = read(id)
  local fire = record and record[FIRE]
  if fire and fire[5] == tonumber(ARGV[i + 3]) and int(fire[6]) == ARGV[i + 2] and fire[2] == 'lost' then
    fire[2] = cause
    if entry == '' then
      is_new = true
      if fire[9] then
        settle(fire[9], cause)
      end
    end
    write(id, record)
  end
  if is_new then
    by_cause[cause] = (by_cause[cause] or 0) + 1
    settled = settled + 1
  end
end
for cause, by in pairs(by_cause) do
  redis.pcall('HINCRBY', KEYS[3], 'sweep:lost', -by)
  redis.pcall('HINCRBY', KEYS[3], 'sweep:' .. cause, by)
end
local kept = redis.pcall('ZCARD', KEYS[2])
local over = type(kept) == 'number' and kept - tonumber(ARGV[1]) or 0
if over > 0 then
  redis.call('ZREMRANGEBYRANK', KEYS[2], 0, math.min(over, 1024) - 1)
end
return settled
