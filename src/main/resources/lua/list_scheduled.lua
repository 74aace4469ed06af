-- purpose: reads a page of waiting jobs in the order of due time and id: of those on the schedule, or parked of one queue.
-- atomic: the rows belong to one moment.
-- flags: no-writes
-- uses: _record, _page
-- KEYS[1] {<namespace>.<partition>}:schedule zset: names the partition
-- KEYS[2] {<namespace>.<partition>}:<where> zset: waiting jobs by due time in ms, the schedule or parked:<queue>
-- ARGV[1] limit number: at most so many rows
-- ARGV[2] look number: at most so many entries are looked at
-- ARGV[3] queue string: only this queue; '' for all
-- ARGV[4] name string: only this name, after '='; '' for all
-- ARGV[5] after number, ms: the due time of the last job of the page before; '' for the first page
-- ARGV[6] after_id string: its id
-- returns: {1 where the end was reached, else 0; due time and id of the last entry looked at, or ''; rows: the jobs}
local look = tonumber(ARGV[2])

local start = ARGV[5] == '' and 0 or rank_behind(KEYS[2], ARGV[5], ARGV[6])
local flat = redis.call('ZRANGE', KEYS[2], start, start + look - 1, 'WITHSCORES')
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
