# Reads the XML reports of Surefire and Failsafe below a folder. To be sourced.

reports_below() { [ ! -d "$1" ] || find "$1" -name 'TEST-*.xml' | sort; }

# Prints three numbers: passed, failed (with errors), skipped.
count_tests() {
  reports_below "$1" | while read -r report; do
    grep -m1 '<testsuite ' "$report" || true
  done | awk '
    function value(name,   at) {
      if (!match($0, " " name "=\"[0-9]+\"")) return 0
      at = substr($0, RSTART, RLENGTH)
      gsub(/[^0-9]/, "", at)
      return at + 0
    }
    { bad = value("errors") + value("failures"); skipped += value("skipped"); failed += bad
      passed += value("tests") - bad - value("skipped") }
    END { print passed + 0, failed + 0, skipped + 0 }'
}

# Prints "  class.test" for each test case that holds the element $2.
list_tests_with() {
  reports_below "$1" | while read -r report; do
    awk -v element="<($2)[ >/]" '
      function attribute(name) {
        if (!match($0, " " name "=\"[^\"]*\"")) return ""
        return substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 4)
      }
      /<testcase / { test = attribute("classname") "." attribute("name") }
      $0 ~ element { why = attribute("message"); print "  " test (why == "" ? "" : ": " substr(why, 1, 300)) }' "$report"
  done
}

list_failed_tests() { list_tests_with "$1" 'failure|error'; }
list_skipped_tests() { list_tests_with "$1" 'skipped'; }
