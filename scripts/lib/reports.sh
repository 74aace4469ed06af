# Reads the XML reports of Surefire and Failsafe below a folder. To be sourced.

reports_below() { [ ! -d "$1" ] || find "$1" -name 'TEST-*.xml' | sort; }

# Prints three numbers: passed, failed (with errors), skipped. Counts test cases: the totals of a suite leave out those of
# classes with parameters.
count_tests() {
  reports_below "$1" | while read -r report; do
    cat "$report"
  done | awk '
    /^ *<testcase / { tests++ }
    /^ *<(failure|error)[ >]/ { failed++ }
    /^ *<skipped[ \/>]/ { skipped++ }
    END { print tests - failed - skipped + 0, failed + 0, skipped + 0 }'
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
list_flaky_tests() { list_tests_with "$1" 'flakyFailure|flakyError'; }
list_skipped_tests() { list_tests_with "$1" 'skipped'; }
