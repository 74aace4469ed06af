/** Reads a member of a JSON object as the very text that was sent: JavaScript's numbers would round it. */

/** The text of the value of a top-level member; undefined if there is none. The text must be a JSON object. */
export function memberText(json, name) {
  let at = skipSpace(json, json.indexOf('{') + 1);
  while (json[at] === '"') {
    const keyEnd = valueEnd(json, at);
    const key = JSON.parse(json.slice(at, keyEnd));
    const start = skipSpace(json, json.indexOf(':', keyEnd) + 1);
    const end = valueEnd(json, start);
    if (key === name) {
      return json.slice(start, end);
    }
    at = skipSpace(json, skipSpace(json, end) + 1);
  }
  return undefined;
}

function skipSpace(json, at) {
  while (/\s/.test(json[at] ?? '')) {
    at += 1;
  }
  return at;
}

function valueEnd(json, start) {
  let depth = 0;
  for (let at = start; at < json.length; at += 1) {
    const c = json[at];
    if (c === '"') {
      at = stringEnd(json, at);
      if (depth === 0) {
        return at + 1;
      }
    } else if (c === '{' || c === '[') {
      depth += 1;
    } else if (c === '}' || c === ']') {
      if (depth <= 1) {
        return depth === 0 ? at : at + 1;
      }
      depth -= 1;
    } else if (depth === 0 && (c === ',' || /\s/.test(c))) {
      return at;
    }
  }
  return json.length;
}

function stringEnd(json, start) {
  let at = start + 1;
  while (json[at] !== '"') {
    at += json[at] === '\\' ? 2 : 1;
  }
  return at;
}
