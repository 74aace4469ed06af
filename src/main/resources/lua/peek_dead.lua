-- purpose: reads which jobs are dead, in the order of their deaths.
-- atomic: the rows belong to one moment.
-- flags: no-writes
-- uses: _record, _page
-- KEYS[1] {<namespace>.<partition>}:schedule zset: names the partition
-- KEYS[2] {<namespace>.<partition>}:dead zset: dead jobs by the time of death in ms
-- ARGV[1] limit number: at most so many ids
-- ARGV[2] look number: at most so many entries are looked at
-- ARGV[3] queue string: only this queue; '' for all
-- ARGV[4] reason string: only those whose reason begins so; '' for all
-- ARGV[5] after number, ms: the time of death of the last job of the page before; '' for the first page
-- ARGV[6] after_id string: its id
-- returns: {1 where the end was reached, else 0; time of death and id of the last entry looked at, or ''; ids}
local look, limit, queue, reason = tonumber(ARGV[2]), tonumber(ARGV[1]), ARGV[3], ARGV[4]
local start = ARGV[5] == '' and 0 or rank_behind(KEYS[2], ARGV[5], ARGV[6])
local flat = redis.call('ZRANGE', KEYS[2], start, start + look - 1, 'WITHSCORES')
local ids, died, id = {}, '', ''

local function fits(entry)
  if queue == '' and reason == '' then
    return true
  end
  local record = read(entry)
  return record and (queue == '' or record[QUEUE] == queue)
    and (reason == '' or string.sub(record[ERROR] or '', 1, #reason) == reason)
end

local finished = #flat < 2 * look
for i = 1, #flat, 2 do
  if #ids == limit then
    finished = false
    break
  end
  died, id = int(tonumber(flat[i + 1])), flat[i]
  if fits(id) then
    ids[#ids + 1] = id
  end
end
return { finished and 1 or 0, died, id, ids }
