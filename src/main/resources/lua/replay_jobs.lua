-- purpose: lets dead jobs wait again: due now, attempts reset, in a new generation.
-- atomic: a job is dead or waits, and two that replay it begin one new generation.
-- flags:
-- uses: _record, _schedule
-- KEYS[1] {<namespace>.<partition>}:schedule zset: waiting jobs by due time in ms
-- KEYS[2] {<namespace>.<partition>}:dead zset: dead jobs by the time of death in ms
-- ARGV[1] channel string: where the other instances hear of a new earliest job
-- ARGV[2..] id string: the jobs, at most 256
-- returns: an outcome a job: replayed, unknown, or the state that it is in; one whose record could not be read stays dead
local outcomes, ids, records, seen = {}, {}, {}, {}
for i = 2, #ARGV do
  local id = ARGV[i]
  local record, reason = read(id)
  if reason then
    outcomes[#outcomes + 1] = WORDS[DEAD]
  elseif not record then
    outcomes[#outcomes + 1] = 'unknown'
  elseif record[STATE] ~= DEAD or record[DIGEST] == '' or seen[id] then
    outcomes[#outcomes + 1] = seen[id] and WORDS[SCHEDULED] or WORDS[record[STATE]]
  else
    count(record, -1)
    record[STATE], record[GENERATION], record[ATTEMPT] = SCHEDULED, record[GENERATION] + 1, 0
    record[DUE], record[UPDATED] = now, now
    set_more(record, FIRST_DUE, false)
    set_more(record, CAUSE, false)
    note(record, 'replayed', 0)
    count(record, 1)
    ids[#ids + 1], records[#records + 1], seen[id] = id, record, true
    outcomes[#outcomes + 1] = 'replayed'
  end
end
if #ids > 0 then
  local head = next_due()
  redis.call('ZREM', KEYS[2], unpack(ids))
  enter_all(ids, records)
  write_counts()
  if head < 0 or now < head then
    redis.pcall('PUBLISH', ARGV[1], int(now))
  end
end
return outcomes
