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
--   payload JSON ('' for none); retry rules ('' for the queue's); deadline in ms ('' for none); content digest,
--   8 characters, and behind it the way if there is one: traceparent, a line's end, and url;
--   precondition of a put ('' none, '*' unknown id, else the generation it must have)
-- returns: {due time in ms of the jobs that became the earliest, or -1; five values a job: outcome (created, replaced, exists,
--   conflict, precondition_failed), state, due time in ms, creation time in ms, generation}
local create, DIGEST_SIZE = ARGV[1] == 'create', 8
local head = next_due()
local rows, first = {}, nil
local ids, records, waiting = {}, {}, {}

local function outcome_of(known, reason, digest, precondition)
  if create then
    if known then
      return known[DIGEST] == string.sub(digest, 1, DIGEST_SIZE) and 'exists' or 'conflict'
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

local function enter_waiting()
  if #ids > 0 then
    enter_all(ids, records)
    ids, records, waiting = {}, {}, {}
  end
end

-- The life that begins at argument i; the one before it, where there was one, has left.
local function begin(i, known, replaced)
  local asked, due, delay = tonumber(ARGV[i + 4]), 0, false
  if ARGV[i + 3] == 'in' then
    due, delay = now + asked, asked
  else
    due = asked > now and asked or now
  end
  local digest, more = ARGV[i + 8], nil
  if #digest > DIGEST_SIZE then
    local trace, url = string.match(digest, '^([^\n]*)\n(.*)$', DIGEST_SIZE + 1)
    digest = string.sub(digest, 1, DIGEST_SIZE)
    more = { false, url ~= '' and url, trace ~= '' and trace, false, false }
  end
  local name, payload, retry, deadline = ARGV[i + 2], ARGV[i + 5], ARGV[i + 6], ARGV[i + 7]
  return { true, LAYOUT, SCHEDULED, 0, known and known[GENERATION] + 1 or 1, due, ARGV[i + 1], 0,
    replaced and known[CREATED] or now, now, name ~= '' and string.sub(name, 2), payload ~= '' and payload, delay,
    retry ~= '' and retry, deadline ~= '' and tonumber(deadline), digest, false, false,
    replaced and known[TIMELINE], more }
end

local function end_life(id, known, replaced)
  count(known, -1)
  if replaced then
    leave(id, known[DUE], known[QUEUE])
    redis.call('UNLINK', due_key(id, known[GENERATION]))
  else
    redis.call('ZREM', known[STATE] == DEAD and KEYS[3] or KEYS[2], id)
  end
end

for i = 3, #ARGV, 10 do
  local id = ARGV[i]
  if waiting[id] then
    enter_waiting()
  end
  local known, reason = read(id)
  local outcome = outcome_of(known, reason, ARGV[i + 8], ARGV[i + 9])
  local record = known
  if outcome == 'created' or outcome == 'replaced' then
    local replaced = outcome == 'replaced'
    if known then
      end_life(id, known, replaced)
    end
    record = begin(i, known, replaced)
    if replaced then
      note(record, 'replaced', 0)
    end
    ids[#ids + 1], records[#records + 1], waiting[id] = id, record, true
    count_in(SCHEDULED, record[QUEUE], 1)
    if not first or record[DUE] < first then
      first = record[DUE]
    end
  end
  local n = #rows
  rows[n + 1] = outcome
  if record then
    rows[n + 2], rows[n + 3], rows[n + 4], rows[n + 5] =
      WORDS[record[STATE]], record[DUE], record[CREATED], record[GENERATION]
  else
    rows[n + 2], rows[n + 3], rows[n + 4], rows[n + 5] = reason and WORDS[DEAD] or '', 0, 0, 0
  end
end
enter_waiting()
write_counts()
if first and (head < 0 or first < head) then
  redis.pcall('PUBLISH', ARGV[2], int(first))
  return { first, rows }
end
return { -1, rows }
