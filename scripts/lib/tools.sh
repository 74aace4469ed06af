# What the scripts share: messages, and finding or installing a JDK and Maven. To be sourced.

say() { printf '%s\n' "$*"; }
warn() { printf '%s\n' "$*" >&2; }
fail() {
  warn "$(basename "$0"): $*"
  exit 1
}

# The feature version of the java binary $1 (17, 21, ...), or 0 if it does not run.
java_version() {
  local line
  line=$("$1" -version 2>&1 | grep -m1 -E 'version "' || true)
  line=${line#*version \"}
  line=${line%%[!0-9]*}
  printf '%s' "${line:-0}"
}

# Installs Debian packages, as root or through sudo without a password; false where that is not allowed.
apt_install() {
  command -v apt-get >/dev/null || return 1
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null && sudo -n true 2>/dev/null || return 1
    as_root=(sudo -n)
  fi
  local apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=300)
  say "Installing $*"
  if ! "${apt[@]}" install --no-install-recommends "$@" >/dev/null 2>&1; then
    "${apt[@]}" update >/dev/null && "${apt[@]}" install --no-install-recommends "$@" >/dev/null
  fi
}

# Prints the home of the first Java that has bin/$1 and is of version $2 or later: JAVA_HOME, the path, /usr/lib/jvm.
find_java_home() {
  local tool=$1 least=$2 home
  local on_path=''
  if command -v "$tool" >/dev/null; then
    on_path=$(dirname "$(dirname "$(readlink -f "$(command -v "$tool")")")")
  fi
  for home in "${JAVA_HOME:-}" "$on_path" /usr/lib/jvm/*; do
    if [ -n "$home" ] && [ -x "$home/bin/$tool" ] && [ "$(java_version "$home/bin/java")" -ge "$least" ]; then
      printf '%s' "$home"
      return 0
    fi
  done
  return 1
}

# Sets JAVA_HOME to a JDK of 17 or later and sees to it that mvn is on the path.
need_jdk_and_maven() {
  local home
  if ! home=$(find_java_home javac 17); then
    apt_install default-jdk-headless || fail "no JDK 17 or later found; install one or set JAVA_HOME"
    home=$(find_java_home javac 17) || fail "the JDK of this system is older than 17; install a later one or set JAVA_HOME"
  fi
  export JAVA_HOME=$home
  if ! command -v mvn >/dev/null; then
    apt_install maven || fail "Maven is not on the path; install it (3.8.6 or later)"
  fi
}

has_engine() { command -v docker >/dev/null && docker version >/dev/null 2>&1; }

# Prints how Compose is called here.
compose_command() {
  if docker compose version >/dev/null 2>&1; then
    printf 'docker compose'
  elif command -v docker-compose >/dev/null; then
    printf 'docker-compose'
  else
    return 1
  fi
}
