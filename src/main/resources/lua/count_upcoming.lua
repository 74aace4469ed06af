-- purpose: counts how many waiting jobs are due in each of the next seconds, minutes and hours.
-- atomic: the counts belong to one moment, so that they add up.
-- flags: no-writes
-- uses: _record
-- KEYS[1] {<namespace>.<partition>}:schedule zset: waiting jobs by due time in ms
-- returns: {Redis's time in us, overdue, 60 counts of a second, 60 counts of a minute, 24 counts of an hour, later}
local function count(from, to)
  return redis.call('ZCOUNT', KEYS[1], from, to)
end

local function counts(number, width)
  local found = {}
  for i = 1, number do
    found[i] = count('(' .. int(now + (i - 1) * width), int(now + i * width))
  end
  return found
end

return { now_us, count('-inf', int(now)), counts(60, 1000), counts(60, 60000), counts(24, 3600000),
  count('(' .. int(now + 86400000), '+inf') }
