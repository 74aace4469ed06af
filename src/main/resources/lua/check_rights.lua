-- purpose: finds out which commands the user of this connection may not send, without sending them.
-- atomic: reads no key; the answers belong to one state of the user's rights.
-- flags: no-writes
-- uses:
-- ARGV[1..] command string: a command with its arguments, a space between each
-- returns: those that are refused
local refused = {}
for _, line in ipairs(ARGV) do
  local words = {}
  for word in string.gmatch(line, '%S+') do
    words[#words + 1] = word
  end
  local known, allowed = pcall(redis.acl_check_cmd, unpack(words))
  if known and not allowed then
    refused[#refused + 1] = line
  end
end
return refused
