-- purpose: reads a page of waiting jobs in the order of due time and id.
-- atomic: the rows belong to one moment.
-- flags: no-writes
-- uses: _record
-- KEYS[1] {<namespace>.<partition>}:schedule zset: waiting jobs by due time in ms
-- ARGV[1] limit number: at most so many rows
-- ARGV[2] look number: at most so many entries are looked at
-- ARGV[3] queue string: only this queue; '' for all
-- ARGV[4] name string: only this name, after '='; '' for all
-- ARGV[5] after number, ms: the due time of the last job of the page before; '' for the first page
-- ARGV[6] after_id string: its id
-- returns: {1 where the end was reached, else 0; due time and id of the last entry looked at, or ''; rows: the jobs}
local look = tonumber(ARGV[2])

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
local function rank_behind(due, id)
  local low = redis.call('ZCOUNT', KEYS[1], '-inf', '(' .. due)
  local high = redis.call('ZCOUNT', KEYS[1], '-inf', due)
  while low < high do
    local middle = math.floor((low + high) / 2)
    if is_behind(redis.call('ZRANGE', KEYS[1], middle, middle)[1], id) then
      high = middle
    else
      low = middle + 1
    end
  end
  return low
end

local start = ARGV[5] == '' and 0 or rank_behind(ARGV[5], ARGV[6])
local flat = redis.call('ZRANGE', KEYS[1], start, start + look - 1, 'WITHSCORES')
local rows, due, id = {}, '', ''
local finished = #flat < 2 * look
for i = 1, #flat, 2 do
  local entry = flat[i]
  if #rows == tonumber(ARGV[1]) then
    finished = false
    break
  end
  due, id = int(tonumber(flat[i + 1])), entry
  local record = read(entry)
  if record and (ARGV[3] == '' or record[QUEUE] == ARGV[3])
    and (ARGV[4] == '' or record[NAME] and '=' .. record[NAME] == ARGV[4]) then
    rows[#rows + 1] = view(entry, record)
  end
end
return { finished and 1 or 0, due, id, rows }
