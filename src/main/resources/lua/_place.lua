-- purpose: whether jobs stand where their records say, for scripts whose KEYS are the schedule and the sets of finished, dead
--   and running jobs, and whose ARGV are ids.
local scores, running = redis.call('ZMSCORE', KEYS[1], unpack(ARGV)), redis.call('ZMSCORE', KEYS[4], unpack(ARGV))
local finished, dead = redis.call('ZMSCORE', KEYS[2], unpack(ARGV)), redis.call('ZMSCORE', KEYS[3], unpack(ARGV))

local function is_in_place(i, id, record)
  local state = record[STATE]
  if state == SCHEDULED then
    local score = scores[i] or redis.call('ZSCORE', P .. 'parked:' .. record[QUEUE], id)
    return score and tonumber(score) == record[DUE]
  elseif state == RUNNING then
    return running[i]
  end
  return (state == DEAD and dead or finished)[i]
end
