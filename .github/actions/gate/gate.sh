#!/usr/bin/env bash
# Runs `voirdire gate` with the inputs of action.yml. Inputs come as variables and are never part of a command's text; only
# GATE_COMMAND is split into words.
set -uo pipefail

args=(gate --data "${GATE_DATA:-data}")
while IFS= read -r line; do
  [[ -n "${line//[[:space:]]/}" ]] && args+=(--require "$line")
done <<<"${GATE_REQUIRE:-}"
while IFS= read -r line; do
  [[ -n "${line//[[:space:]]/}" ]] && args+=(--system "$line")
done <<<"${GATE_SYSTEM:-}"
[[ -n "${GATE_PROJECT:-}" ]] && args+=(--project "$GATE_PROJECT")
[[ -n "${GATE_RUN:-}" ]] && args+=(--run "$GATE_RUN")
[[ "${GATE_RAW:-false}" == true ]] && args+=(--raw)
[[ -n "${GATE_JUNIT:-}" ]] && args+=(--junit "$GATE_JUNIT")

read -r -a command <<<"${GATE_COMMAND:-npx voirdire}"
said=$("${command[@]}" "${args[@]}")
code=$?
printf '%s\n' "$said"

case $code in
  0) outcome=pass ;;
  5) outcome=fail ;;
  6) outcome=inconclusive ;;
  *) outcome=broken ;;
esac
[[ -n "${GITHUB_OUTPUT:-}" ]] && printf 'outcome=%s\n' "$outcome" >>"$GITHUB_OUTPUT"
[[ -n "${GITHUB_STEP_SUMMARY:-}" ]] && printf '### Voirdire gate: %s\n\n```text\n%s\n```\n' "$outcome" "$said" >>"$GITHUB_STEP_SUMMARY"

case $outcome in
  pass) exit 0 ;;
  inconclusive) [[ "${GATE_INCONCLUSIVE:-fail}" == pass ]] && exit 0 ;;
esac
exit "$code"
