-- purpose: going on in a zset behind the last entry of the page before.

-- In bytes, as the schedule is ordered; the comparison of Lua goes by the language of the server.
local function is_behind(one, other)
  for i = 1, #one do
    local a, b = string.byte(one, i), string.byte(other, i)
    if a ~= b then
      return not b or a > b
    end
  end
  return false
end

-- The rank of the first entry behind a place. Nothing need stand at that place any more.
local function rank_behind(zset, due, id)
  local low = redis.call('ZCOUNT', zset, '-inf', '(' .. due)
  local high = redis.call('ZCOUNT', zset, '-inf', due)
  while low < high do
    local middle = math.floor((low + high) / 2)
    if is_behind(redis.call('ZRANGE', zset, middle, middle)[1], id) then
      high = middle
    else
      low = middle + 1
    end
  end
  return low
end
