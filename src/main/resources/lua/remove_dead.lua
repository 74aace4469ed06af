-- purpose: removes dead jobs for good.
-- atomic: record, index and counts go together, and only where the job is still dead.
-- flags: allow-oom
-- uses: _record
-- KEYS[1] {<namespace>.<partition>}:schedule zset: names the partition
-- KEYS[2] {<namespace>.<partition>}:dead zset: dead jobs by the time of death in ms
-- ARGV[1..] id string: the jobs, at most 256
-- returns: an outcome a job: removed, unknown, or the state that it is in
local outcomes, keys, ids = {}, {}, {}
for i, id in ipairs(ARGV) do
  local record, reason = read(id)
  if record and record[STATE] ~= DEAD then
    outcomes[i] = WORDS[record[STATE]]
  elseif not record and not reason then
    outcomes[i] = 'unknown'
  elseif reason then
    outcomes[i] = WORDS[DEAD]
  else
    count(record, -1)
    keys[#keys + 1] = P .. 'job:' .. id
    keys[#keys + 1] = P .. 'broken:' .. id
    ids[#ids + 1] = id
    outcomes[i] = 'removed'
  end
end
if #ids > 0 then
  redis.call('UNLINK', unpack(keys))
  redis.call('ZREM', KEYS[2], unpack(ids))
end
write_counts()
return outcomes
