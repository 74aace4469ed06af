#!/usr/bin/env bash
# Builds the image of the service, starts docker/compose.yml and runs one job through it.
# PUNCTUAL_BUILD_IMAGE, PUNCTUAL_RUNTIME_IMAGE and PUNCTUAL_REDIS_IMAGE replace the public base images.
set -euo pipefail

cd "$(dirname "$0")/../.."
. scripts/lib/tools.sh

export COMPOSE_PROJECT_NAME=punctual-try-$$
export PUNCTUAL_PORT=${PUNCTUAL_TRY_PORT:-18080}
export PUNCTUAL_ADMIN_PORT=$((PUNCTUAL_PORT + 1))
command -v curl >/dev/null || apt_install curl || fail "curl is needed"
read -r -a compose <<<"$(compose_command)"
compose+=(-f docker/compose.yml)

clean_up() {
  local status=$?
  [ "$status" -eq 0 ] || "${compose[@]}" logs --tail 40 || true
  "${compose[@]}" down --volumes --rmi local --timeout 30 >/dev/null 2>&1 || true
}
trap clean_up EXIT

# await <seconds> <what for> <command ...>
await() {
  local deadline=$((SECONDS + $1)) what=$2
  shift 2
  until "$@"; do
    [ $SECONDS -lt $deadline ] || fail "$what: not within the time given"
    sleep 0.5
  done
}

redis() { "${compose[@]}" exec -T redis redis-cli "$@"; }
is_ready() { curl -fsS -m 3 -o /dev/null "127.0.0.1:$PUNCTUAL_ADMIN_PORT/health-check?type=ready" 2>/dev/null; }
is_healthy() { [ "$(docker inspect -f '{{.State.Health.Status}}' "$service")" = healthy ]; }
has_arrived() { redis LRANGE punctual:queue:images 0 -1 | grep -q '"order_id":"111"'; }
has_fired_fast() { curl -fsS -m 3 "127.0.0.1:$PUNCTUAL_PORT/v1/fires?limit=1" | grep -q '"path":"fast"'; }

"${compose[@]}" build
"${compose[@]}" up -d
service=$("${compose[@]}" ps -q punctual)
await 60 "the service is ready" is_ready
await 30 "the container is healthy" is_healthy
[ "$(docker exec "$service" id -u)" != 0 ] || fail "the service runs as root"

curl -fsS -m 5 "127.0.0.1:$PUNCTUAL_PORT/v1/jobs" -H 'content-type: application/json' \
  -d '{"queue":"images","name":"close","delay":"1s","payload":{"order_id":"111"}}'
say ""
await 15 "the job arrives in its list" has_arrived
await 5 "the fast path fired it" has_fired_fast
"${compose[@]}" stop --timeout 30 punctual >/dev/null 2>&1
status=$(docker inspect -f '{{.State.ExitCode}}' "$service")
[ "$status" -eq 143 ] || [ "$status" -eq 0 ] || fail "the service ended with $status"
say "The image runs: one job fired by the fast path."
