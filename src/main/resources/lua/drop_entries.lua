-- purpose: finds entries of the schedule, of parked jobs or of another index that have no record which belongs there, and
--   takes them off if that is wanted.
-- atomic: an entry whose record comes at the same time is not taken off.
-- flags: allow-oom
-- uses: _record, _schedule
-- KEYS[1] {<namespace>.<partition>}:schedule zset: waiting jobs by due time in ms
-- KEYS[2] {<namespace>.<partition>}:<where> zset: the schedule, parked:<queue>, running, finished or dead
-- ARGV[1] queue string: the queue where KEYS[2] has parked jobs; '' for none
-- ARGV[2] start number: the first rank
-- ARGV[3] count number: at most so many entries, up to 500
-- ARGV[4] drop number: 1 to take them off, 0 to look
-- returns: {how many were looked at, the ids that do not belong there}
local flat = redis.call('ZRANGE', KEYS[2], ARGV[2], ARGV[2] + ARGV[3] - 1, 'WITHSCORES')
local strays, waits = {}, KEYS[2] == KEYS[1] or ARGV[1] ~= ''

local function belongs(id)
  if not waits then
    return redis.call('EXISTS', P .. 'job:' .. id) == 1
  end
  local record, reason = read(id)
  return reason or record and record[STATE] == SCHEDULED
end

for i = 1, #flat, 2 do
  local id = flat[i]
  if not belongs(id) then
    strays[#strays + 1] = id
    if ARGV[4] == '1' then
      local score = tonumber(flat[i + 1])
      if KEYS[2] == KEYS[1] then
        leave(id, score)
      elseif ARGV[1] ~= '' then
        unpark(id, score, ARGV[1])
      else
        redis.call('ZREM', KEYS[2], id)
      end
    end
  end
end
return { #flat / 2, strays }
