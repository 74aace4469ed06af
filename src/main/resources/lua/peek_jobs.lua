-- purpose: reads what is needed to sort and filter jobs, without their payloads.
-- atomic: the rows belong to one moment.
-- flags: no-writes
-- uses: _record
-- KEYS[1] {<namespace>.<partition>}:schedule zset: names the partition
-- KEYS[2] {<namespace>.<partition>}:<state> zset: an index of jobs
-- ARGV[1] start number: the first rank
-- ARGV[2] stop number: the last rank
-- returns: one row an id: id, state, due time in ms, queue, name ('' or '=' and the name); the id alone where its record
--   cannot be read
local rows = {}
for _, id in ipairs(redis.call('ZRANGE', KEYS[2], ARGV[1], ARGV[2])) do
  local record = read(id)
  rows[#rows + 1] = record
    and { id, WORDS[record[STATE]], int(record[DUE]), record[QUEUE], record[NAME] and '=' .. record[NAME] or '' }
    or { id }
end
return rows
