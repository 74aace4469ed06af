-- purpose: parking due jobs whose queue is paused or has no capacity, and telling whoever has some.

-- Parks jobs of one queue, in the order in which they are to be fired among equals. Nothing is told where others are parked
-- there already: whoever gets capacity comes by itself.
local function park_all(queue, ids, dues, channel)
  local parked, at_due, entries = P .. 'parked:' .. queue, {}, {}
  for i, id in ipairs(ids) do
    local due = int(dues[i])
    local together = at_due[due]
    if not together then
      together = {}
      at_due[due] = together
    end
    together[#together + 1] = id
    entries[2 * i - 1], entries[2 * i] = due, id
  end
  for due, together in pairs(at_due) do
    local others = redis.call('ZCOUNT', parked, due, due)
    if others + #together > 1 then
      line_up(parked, P .. 'line:' .. due .. ':' .. queue, due, others, together)
    end
  end
  redis.call('ZADD', parked, unpack(entries))
  if redis.call('HSETNX', P .. 'held', queue, 'parked') == 1 then
    redis.pcall('PUBLISH', channel, 'parked:' .. queue)
  end
end
