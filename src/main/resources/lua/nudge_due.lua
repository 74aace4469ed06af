-- purpose: reads the due keys of due jobs, so that Redis expires them now and publishes their notifications now.
-- atomic: the keys are read in the order of firing, as the schedule has it at this moment.
-- flags:
-- uses: _record, _schedule
-- KEYS[1] {<namespace>.<partition>}:schedule zset: waiting jobs by due time in ms
-- ARGV[1] limit number: at most so many jobs
-- returns: {Redis's time in us, due keys read, due keys still there, due time of the first job not yet due in ms or -1, the
--   due keys that were read}
local first = head_due()
if not first or first > now then
  return { now_us, 0, 0, first or -1, {} }
end
local ids = due_ids(now, tonumber(ARGV[1]))
local keys = {}
for _, id in ipairs(ids) do
  local head = redis.pcall('GETRANGE', P .. 'job:' .. id, 0, 31)
  if type(head) == 'string' then
    local ok, _, layout, _, _, generation = pcall(cmsgpack.unpack_limit, head, 4, 0)
    if ok and layout == LAYOUT and type(generation) == 'number' then
      keys[#keys + 1] = due_key(id, generation)
    end
  end
end
local still = #keys > 0 and redis.call('EXISTS', unpack(keys)) or 0
return { now_us, #keys, still, next_due(), keys }
