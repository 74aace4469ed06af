-- purpose: finds due keys that belong to no waiting job of their generation, and removes them if that is wanted.
-- atomic: a due key whose job comes at the same time is not removed.
-- flags: allow-oom
-- uses: _record
-- KEYS[1] {<namespace>.<partition>}:schedule zset: names the partition
-- ARGV[1] drop number: 1 to remove them, 0 to look
-- ARGV[2..] due string: generation and id of a due key with a colon between them, at most 500
-- returns: those that belong to no waiting job
local strays = {}
for i = 2, #ARGV do
  local generation, id = string.match(ARGV[i], '^(%d+):(.+)$')
  local record, reason = read(id)
  if not reason and not (record and record[STATE] == SCHEDULED and record[GENERATION] == tonumber(generation)) then
    strays[#strays + 1] = ARGV[i]
    if ARGV[1] == '1' then
      redis.call('UNLINK', P .. 'due:' .. ARGV[i])
    end
  end
end
return strays
