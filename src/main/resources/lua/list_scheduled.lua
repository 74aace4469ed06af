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
local start = 0
local after = tonumber(ARGV[5])
if after then
  local score = redis.call('ZSCORE', KEYS[1], ARGV[6])
  if score and tonumber(score) == after then
    start = redis.call('ZRANK', KEYS[1], ARGV[6]) + 1
  else
    start = redis.call('ZCOUNT', KEYS[1], '-inf', '(' .. int(after))
  end
end
local look = tonumber(ARGV[2])
local flat = redis.call('ZRANGE', KEYS[1], start, start + look - 1, 'WITHSCORES')
local rows, due, id = {}, '', ''
local finished = #flat < 2 * look
for i = 1, #flat, 2 do
  local entry, score = flat[i], tonumber(flat[i + 1])
  if #rows == tonumber(ARGV[1]) then
    finished = false
    break
  end
  due, id = int(score), entry
  if not after or score > after or entry > ARGV[6] then
    local record = read(entry)
    if record and (ARGV[3] == '' or record[QUEUE] == ARGV[3])
      and (ARGV[4] == '' or record[NAME] and '=' .. record[NAME] == ARGV[4]) then
      rows[#rows + 1] = view(entry, record)
    end
  end
end
return { finished and 1 or 0, due, id, rows }
