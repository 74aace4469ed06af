-- purpose: what every script shares: the clock, the packed record of a job, the counts by state.
-- A record is a row of MessagePack values under {<namespace>.<partition>}:job:<id>, the ones that a nudge needs first.
-- Absent values are false, and so are times that follow from others: the creation of a job that is due after a delay, and
-- the last change of one that has not changed; a few bytes decide which size of memory a record takes. Unpacking through
-- pcall puts a flag before them, whose place then holds the packed row. Two more values stand at the end where there is
-- need of them. First, {first due time of the generation, url, traceparent, lease, cause}, false where absent: the due time
-- where a retry has moved it; where the job wants to go and in which trace; {time of the claim in us, ms} while it runs; the
-- cause with which it was parked. Then, of a job that a claim has delivered, its hand-over: {path, cause, time in ms, attempt,
-- instance}, so that the claim need not pack the whole record anew.
local P = string.sub(KEYS[1], 1, -9)
local PACKED, VERSION, STATE, TIED, GENERATION, DUE, QUEUE, ATTEMPT, CREATED, UPDATED = 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
local NAME, PAYLOAD, DELAY, RETRY, DEADLINE, DIGEST, ERROR, FIRE, TIMELINE = 11, 12, 13, 14, 15, 16, 17, 18, 19
local MORE, HANDOVER = 20, 21
local FIRST_DUE, URL, TRACEPARENT, LEASE, CAUSE = 1, 2, 3, 4, 5
local LAYOUT = 1
local SCHEDULED, RUNNING, DELIVERED, DEAD, CANCELLED = 1, 2, 3, 4, 5
local WORDS = { 'scheduled', 'running', 'delivered', 'dead', 'cancelled' }
local MAX_EVENTS = 32

local clock = redis.call('TIME')
local now_us = clock[1] * 1000000 + clock[2]
local now = math.floor(now_us / 1000)

-- Lua prints large numbers with 14 digits only; keys and commands need them all. Redis prints those that it is given with
-- as much effort as fractions, so numbers go to commands as texts.
local texts = {}
local function int(number)
  local text = texts[number]
  if not text then
    text = string.format('%d', number)
    texts[number] = text
  end
  return text
end

local function with_handover(record)
  local path, cause, at, attempt, instance = unpack(record[HANDOVER])
  record[HANDOVER] = nil
  record[STATE], record[ERROR], record[ATTEMPT], record[UPDATED] = DELIVERED, false, attempt, at
  record[FIRE] = { path, cause, record[DUE], at, attempt, record[GENERATION], instance, 'delivered' }
  return record
end

-- Sorts the values behind the timeline; false where they are not ours.
local function take_ends(record)
  local last = record[#record]
  if type(last) ~= 'table' or #record == HANDOVER and type(record[MORE]) ~= 'table' then
    return false
  end
  if type(last[1]) == 'string' then
    if #record == MORE then
      record[MORE] = false
    end
    record[HANDOVER] = last
  end
  return true
end

-- Sets one of the values that most records do without.
local function set_more(record, place, value)
  local more = record[MORE]
  if not more then
    if not value then
      return
    end
    more = { false, false, false, false, false }
    record[MORE] = more
  end
  more[place] = value
end

local function more_of(record, place)
  local more = record[MORE]
  return more and more[place]
end

-- The record of a packed row; nil and the reason where it cannot be read.
local function unpacked(packed)
  local record = { pcall(cmsgpack.unpack, packed) }
  if not record[1] then
    return nil, 'the record is not MessagePack'
  end
  local size = #record
  if record[VERSION] ~= LAYOUT or size < TIMELINE or size > HANDOVER or not WORDS[record[STATE]]
    or type(record[QUEUE]) ~= 'string' or type(record[GENERATION]) ~= 'number' or type(record[DUE]) ~= 'number'
    or type(record[ATTEMPT]) ~= 'number' or size > TIMELINE and not take_ends(record) then
    return nil, 'the record does not have the fields of layout ' .. LAYOUT
  end
  record[PACKED] = packed
  record[CREATED] = record[CREATED] or record[DUE] - (record[DELAY] or 0)
  record[UPDATED] = record[UPDATED] or record[CREATED]
  return record[HANDOVER] and with_handover(record) or record
end

-- The record; nil where there is none; nil and the reason where it cannot be read.
local function read(id)
  local packed = redis.pcall('GET', P .. 'job:' .. id)
  if not packed then
    return nil
  end
  if type(packed) == 'table' then
    return nil, packed.err
  end
  return unpacked(packed)
end

local function write(id, record)
  local created, updated = record[CREATED], record[UPDATED]
  record[UPDATED] = updated ~= created and updated
  record[CREATED] = (not record[DELAY] or record[DUE] - record[DELAY] ~= created) and created
  local more = record[MORE]
  if more and (more[1] or more[2] or more[3] or more[4] or more[5]) then
    redis.call('SET', P .. 'job:' .. id, cmsgpack.pack(unpack(record, VERSION, MORE)))
  else
    redis.call('SET', P .. 'job:' .. id, cmsgpack.pack(unpack(record, VERSION, TIMELINE)))
  end
  record[CREATED], record[UPDATED] = created, updated
end

-- Appends an event to the timeline; the oldest are dropped.
local function note(record, event, attempt, path, cause, instance, detail)
  local events = record[TIMELINE] or {}
  if #events >= MAX_EVENTS then
    table.remove(events, 1)
  end
  events[#events + 1] = { event, now, record[GENERATION], attempt, path or '', cause or '', instance or '', detail or '' }
  record[TIMELINE] = events
end

-- The counts by state and queue are added up over the script and written once. They only inform: where another program
-- has taken their key, jobs fire all the same.
local tally = {}

local function count_in(state, queue, by)
  local field = WORDS[state] .. ':' .. queue
  tally[field] = (tally[field] or 0) + by
end

local function count(record, by)
  count_in(record[STATE], record[QUEUE], by)
end

local function write_counts()
  for field, by in pairs(tally) do
    if by ~= 0 then
      redis.pcall('HINCRBY', P .. 'counts', field, by)
    end
  end
end

-- The record as a flat reply, in the order of its places; absent values as empty strings.
local function view(id, record)
  local fire, events = record[FIRE] or {}, {}
  for i, event in ipairs(record[TIMELINE] or {}) do
    events[i] = { event[1], int(event[2]), int(event[3]), event[4], event[5], event[6], event[7], event[8] }
  end
  local flat = { id, WORDS[record[STATE]], int(record[GENERATION]), int(record[DUE]), record[QUEUE], record[ATTEMPT],
    int(record[CREATED]), int(record[UPDATED]), record[NAME] and '=' .. record[NAME] or '', record[PAYLOAD] or '',
    record[DELAY] and int(record[DELAY]) or '', record[RETRY] or '', record[DEADLINE] and int(record[DEADLINE]) or '',
    record[ERROR] or '' }
  if record[FIRE] then
    flat[15] = { fire[1], fire[2], int(fire[3]), int(fire[4]), fire[5], int(fire[6]), fire[7], fire[8] }
  else
    flat[15] = {}
  end
  flat[16] = events
  flat[17], flat[18] = more_of(record, URL) or '', more_of(record, TRACEPARENT) or ''
  return flat
end
