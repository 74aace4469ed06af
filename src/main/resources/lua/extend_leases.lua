-- purpose: lets leases end later, for work that takes longer.
-- atomic: a lease that has gone to another meanwhile is never extended.
-- flags:
-- uses: _record, _lease
-- KEYS[1] {<namespace>.<partition>}:schedule zset: names the partition
-- KEYS[2] {<namespace>.<partition>}:running zset: claimed jobs by the end of their lease in ms
-- ARGV[1..] five values a lease: id; generation; attempt; time of the claim in us; ms from now until its end ('' for as many as it was
--   claimed for)
-- returns: for each the time in ms at which it ends now, -1 where it is lost
local ends, entries = {}, {}
for i = 1, #ARGV, 5 do
  local last = -1
  local record = held_at(i)
  if record then
    last = now + (tonumber(ARGV[i + 4]) or more_of(record, LEASE)[2])
    local n = #entries
    entries[n + 1], entries[n + 2] = int(last), ARGV[i]
  end
  ends[#ends + 1] = last
end
if #entries > 0 then
  redis.call('ZADD', KEYS[2], unpack(entries))
end
return ends
