-- purpose: which queues may fire one more job in a claim from the schedule: those that are not held and have a free place.
local free, is_held, held = ARGV[6] ~= '' and cjson.decode(ARGV[6]) or {}, nil, {}

-- Where jobs of a queue are parked, the others queue up behind them.
local function may_start(queue)
  if is_held == nil then
    is_held = redis.call('EXISTS', P .. 'held') == 1
  end
  if is_held then
    if held[queue] == nil then
      held[queue] = type(redis.pcall('HGET', P .. 'held', queue)) == 'string'
    end
    if held[queue] then
      return false
    end
  end
  if route_of(queue)[4] ~= 'lease' then
    return true
  end
  local places = free[queue] or 0
  free[queue] = places - 1
  return places > 0
end
