#!/usr/bin/env bash
# Sends the engine, as an admin, requests that its OpenAPI document allows and many that it doesn't.
# Fails on a server error, or a status, type or body that the document doesn't describe. `make api-test` runs it.
set -euo pipefail
cd "$(dirname "$0")/.."

version=4.32.5
venv=$PWD/target/schemathesis
# Cases per operation, and a time limit in seconds in case a run hangs, far more than a busy machine needs.
examples=${CALLGUIDE_API_EXAMPLES:-40}
longest=900

# Raises the limits that thousands of calls from one address would hit.
engine_options=(--sign-in-rate 1000000 --search-rate 1000000)

if ! "$venv/bin/pip" show schemathesis 2>/dev/null | grep -qx "Version: $version"; then
  # An environment that was moved with the checkout still refers to the old folder.
  python3 -m venv --clear "$venv"
  "$venv/bin/pip" install --quiet "schemathesis==$version"
fi

work=$(mktemp -d)
engine=
stop() {
  if [ -n "$engine" ]; then kill "$engine" 2>/dev/null || true; wait "$engine" 2>/dev/null || true; fi
  rm -rf "$work"
}
trap stop EXIT

# The development sign-in's code, for this run.
CALLGUIDE_DEVELOPMENT_CODE=$(od -An -tx1 -N16 /dev/urandom | tr -d ' \n')
export CALLGUIDE_DEVELOPMENT_CODE

target/debug/callguide serve --listen 127.0.0.1:0 --data "$work/data" --log warn \
  ${engine_options[@]+"${engine_options[@]}"} >"$work/out" 2>"$work/log" &
engine=$!
address=
for _ in $(seq 600); do
  address=$(sed -n 's/.*\(http:[^ ]*[0-9]\)\/.*/\1/p' "$work/out")
  [ -n "$address" ] && break
  kill -0 "$engine" 2>/dev/null || { cat "$work/log" >&2; exit 2; }
  sleep 0.1
done
[ -n "$address" ] || { echo "the engine didn't start within a minute" >&2; exit 2; }

cookie=$(python3 - "$address" <<'PYTHON'
import http.client, os, sys, urllib.parse
to = urllib.parse.urlsplit(sys.argv[1])
connection = http.client.HTTPConnection(to.hostname, to.port, timeout=10)
code = os.environ["CALLGUIDE_DEVELOPMENT_CODE"]
connection.request("POST", "/auth/development", f"email=admin@example.org&mode=window&code={code}",
                   {"Content-Type": "application/x-www-form-urlencoded"})
print(connection.getresponse().getheader("Set-Cookie").split(";")[0])
PYTHON
)

# Schemathesis runs in this run's own folder, so that the files it leaves are deleted with the folder.
run() (
  cd "$work"
  timeout "$longest" "$venv/bin/st" run "$address/api/openapi.json" --no-color --workers 2 \
    --checks not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance \
    --phases examples,coverage,fuzzing --max-examples "$examples" --generation-deterministic \
    --suppress-health-check all --request-timeout 15 --warnings off "$@"
)

status=0
# The event stream never ends, and sign-in leads to another site; signing out would end the run's own session.
run --header "Cookie: $cookie" --exclude-path-regex '^/api/events$|^/auth/' || status=$?
run --include-path /auth/logout || status=$?
if [ "$status" != 0 ]; then
  echo "the engine's log:" >&2
  tail -20 "$work/log" >&2
fi
exit "$status"
