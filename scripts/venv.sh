# Sourced by scripts/inarow and scripts/test: makes .venv on first use and again when pyproject.toml
# changed. Call: prepare_venv EXTRA, with "" for what inarow itself needs or "dev" for the tests too.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
venv="$root/.venv"

find_python() {
  local candidate
  for candidate in "${PYTHON:-}" python3 python3.14 python3.13 python3.12 python3.11 python; do
    if [ -n "$candidate" ] && command -v "$candidate" >/dev/null 2>&1 &&
      "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
      echo "$candidate"
      return
    fi
  done
  echo "inarow needs Python 3.11 or newer; none was found (set PYTHON to name one)." >&2
  return 1
}

# The stamp is a copy of the pyproject.toml that was installed: equal means up to date.
is_ready() {
  cmp -s "$root/pyproject.toml" "$venv/installed$1.toml"
}

prepare_venv() {
  local extra="$1" python
  if is_ready "$extra"; then return; fi
  python=$(find_python)
  (
    # Two first runs at once must not install over each other.
    if command -v flock >/dev/null 2>&1; then
      exec 9>"$root/.venv.lock"
      flock 9
      if is_ready "$extra"; then exit 0; fi
    fi
    echo "Preparing inarow in .venv (only now, and when pyproject.toml changes) ..." >&2
    if ! { [ -x "$venv/bin/python" ] || "$python" -m venv "$venv"; }; then
      echo "Could not make .venv. On Debian and Ubuntu: apt install python3-venv" >&2
      exit 1
    fi
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check \
      -e "$root${extra:+[$extra]}" >&2 || exit 1
    cp "$root/pyproject.toml" "$venv/installed.toml"
    if [ -n "$extra" ]; then cp "$root/pyproject.toml" "$venv/installed$extra.toml"; fi
  )
}
