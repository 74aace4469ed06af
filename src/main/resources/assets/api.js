/** The service over HTTP. */

const PATIENCE_MILLIS = 8000;

/** An answer that is no success, or none at all (status 0). */
export class ApiError extends Error {
  constructor(status, title, detail, errors) {
    super(detail || title);
    this.status = status;
    this.title = title;
    this.errors = errors;
  }
}

export async function get(path) {
  return JSON.parse(await getText(path));
}

export async function getText(path) {
  const response = await send(path, {});
  return response.text();
}

/** Posts a body that is JSON already, or none. */
export async function post(path, json) {
  return bodyOf(await send(path, {
    method: 'POST', body: json, headers: json === undefined ? {} : { 'content-type': 'application/json' },
  }));
}

export async function put(path) {
  return bodyOf(await send(path, { method: 'PUT' }));
}

export async function remove(path) {
  return bodyOf(await send(path, { method: 'DELETE' }));
}

/** What went wrong, in a line for people. */
export function reason(failed) {
  return failed instanceof ApiError ? `${failed.title}: ${failed.message}` : `Not understood: ${failed.message}`;
}

async function bodyOf(response) {
  const text = await response.text();
  return text ? JSON.parse(text) : undefined;
}

async function send(path, options) {
  let response;
  try {
    response = await fetch(path, { ...options, cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MILLIS) });
  } catch (failed) {
    const late = failed.name === 'TimeoutError';
    throw new ApiError(0, 'Not connected', late ? 'the service does not answer' : 'the service is not reachable', []);
  }
  if (!response.ok) {
    throw await problem(response);
  }
  return response;
}

async function problem(response) {
  const fallback = `${response.status} ${response.statusText}`.trim();
  try {
    const told = await response.json();
    return new ApiError(response.status, told.title || fallback, told.detail, told.errors || []);
  } catch {
    return new ApiError(response.status, fallback, '', []);
  }
}
