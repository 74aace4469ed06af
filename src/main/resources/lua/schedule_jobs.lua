-- purpose: stores jobs, each under its own id: creates new ones, or puts them over known ones.
-- atomic: record, schedule, due key and counts of a job begin together, and two callers of one id see one winner.
-- flags:
-- uses: _record, _schedule
-- KEYS[1] {<namespace>.<partition>}:schedule zset: waiting jobs by due time in ms
-- KEYS[2] {<namespace>.<partition>}:finished zset: delivered and cancelled jobs by the time of their end in ms
-- KEYS[3] {<namespace>.<partition>}:dead zset: dead jobs by the time of death in ms
-- ARGV[1] mode string: create leaves a known id alone, put replaces it
-- ARGV[2] channel string: where the other instances hear of a new earliest job
-- ARGV[3..] ten values a job: id; queue; name ('' or '=' and the name); 'at' or 'in'; the due time or delay in ms;
--   payload JSON ('' for none); retry rules ('' for the queue's); deadline in ms ('' for none); content digest;
--   precondition of a put ('' none, '*' unknown id, else the generation it must have)
-- returns: one row a job: outcome (created, replaced, exists, conflict, precondition_failed), state, due time in ms,
--   creation time in ms, generation, 1 where it became the earliest job, else 0
local create = ARGV[1] == 'create'
local head = next_due()
local rows = {}

local function blank(gen, created)
  return { true, LAYOUT, SCHEDULED, gen, 0, '', 0, created, now, false, false, false, false, false, '', false, false, false }
end

local function outcome_of(known, reason, digest, precondition)
  if create then
    if known then
      return known[DIGEST] == digest and 'exists' or 'conflict'
    end
    return reason and 'conflict' or 'created'
  end
  if precondition == '*' and (known or reason) then
    return 'precondition_failed'
  end
  if precondition ~= '' and precondition ~= '*' and not (known and int(known[GENERATION]) == precondition) then
    return 'precondition_failed'
  end
  if reason or known and known[STATE] == RUNNING then
    return 'conflict'
  end
  return known and known[STATE] == SCHEDULED and 'replaced' or 'created'
end

for i = 3, #ARGV, 10 do
  local id = ARGV[i]
  local known, reason = read(id)
  local outcome = outcome_of(known, reason, ARGV[i + 8], ARGV[i + 9])
  local record = known
  if outcome == 'created' or outcome == 'replaced' then
    record = blank(known and known[GENERATION] + 1 or 1, outcome == 'replaced' and known[CREATED] or now)
    if known then
      count(known, -1)
      if outcome == 'replaced' then
        leave(id, known[DUE])
        redis.call('UNLINK', due_key(id, known[GENERATION]))
        record[TIMELINE] = known[TIMELINE]
        note(record, 'replaced', 0)
      else
        redis.call('ZREM', known[STATE] == DEAD and KEYS[3] or KEYS[2], id)
      end
    end
    local value = tonumber(ARGV[i + 4])
    record[QUEUE] = ARGV[i + 1]
    record[NAME] = ARGV[i + 2] ~= '' and string.sub(ARGV[i + 2], 2)
    if ARGV[i + 3] == 'in' then
      record[DELAY] = value
      record[DUE] = now + value
    else
      record[DUE] = math.max(value, now)
    end
    record[PAYLOAD] = ARGV[i + 5] ~= '' and ARGV[i + 5]
    record[RETRY] = ARGV[i + 6] ~= '' and ARGV[i + 6]
    record[DEADLINE] = ARGV[i + 7] ~= '' and tonumber(ARGV[i + 7])
    record[DIGEST] = ARGV[i + 8]
    write(id, record)
    enter(id, record)
    count(record, 1)
  end
  if record then
    rows[#rows + 1] = { outcome, WORDS[record[STATE]], record[DUE], record[CREATED], record[GENERATION], 0 }
  else
    rows[#rows + 1] = { outcome, reason and WORDS[DEAD] or '', 0, 0, 0, 0 }
  end
end
write_counts()

local first
for _, row in ipairs(rows) do
  if (row[1] == 'created' or row[1] == 'replaced') and (not first or row[3] < first) then
    first = row[3]
  end
end
if first and (head < 0 or first < head) then
  redis.pcall('PUBLISH', ARGV[2], int(first))
  for _, row in ipairs(rows) do
    row[6] = row[3] == first and 1 or 0
  end
end
return rows
