/** A scenario as Bash: the same calls, one by one, of a sandbox that somebody has started. */
import { present } from '../base/assert.ts';
import { formatInstant, parseDuration, parseInstant, type Instant } from '../base/time.ts';
import { referencePattern } from '../population/script.ts';
import { startDefault } from '../world/start.ts';
import type { OperationSource, ScenarioSource } from './source.ts';

/** What every script begins with: `ask` makes one call and keeps its answer, `value` and `words` look into answers. */
const prelude = `#!/usr/bin/env bash
# Against a sandbox that moves its clock when told to: npx orrery serve. Needs curl and jq.
at=\${1:-http://127.0.0.1:4010}
declare -A key answer
steer() { curl -s -X POST "$at/_sim/$1" -H 'content-type: application/json' -d "$2"; echo; }
ask() {
  local label=$1 by=$2 method=$3 path=$4 who=(); shift 4
  [ -n "\${key[$by]:-}" ] && who=(-H "authorization: Bearer \${key[$by]}")
  answer[$label]=$(curl -s -X "$method" "$at$path" "\${who[@]}" "$@")
  echo "$by $method $path: \${answer[$label]}"
  local issued; issued=$(jq -r '.api_key? // empty' <<<"\${answer[$label]}") && [ -n "$issued" ] && key[$by]=$issued
}
value() {
  jq -c --arg path "$2" '(reduce ($path / "/" | .[1:][]) as $part (.;
    if type == "array" then .[$part | tonumber] elif type == "object" then .[$part] else null end)) | if . == null then "none" else . end' <<<"\${answer[$1]:-null}"
}
words() { value "$1" "$2" | jq -r 'if type == "string" then . else tojson end'; }`;

/** Bash that makes the scenario's calls. What no call can ask for (networks, behaviours) stands there as a remark. */
export function curlOf(source: ScenarioSource): string {
  const { operations = [], faults = [], seed, profile, policies, start, network, population } = source;
  const startMs = present(parseInstant(start ?? startDefault), 'a start is an instant');
  const reset = { seed, start: formatInstant(startMs), profile, policies };
  const lines = [prelude, '', steer('reset', reset)];
  if (network !== undefined) lines.push(remark(`the network of the run was ${JSON.stringify(network)}`));
  if (population !== undefined)
    lines.push(remark(`at the same time there were ${JSON.stringify(population)}`));
  for (const { at, ...fault } of faults) lines.push(steer('fault', { ...fault, at: instantOf(at, startMs) }));
  for (const operation of operations) lines.push(...curlLines(operation, startMs));
  return `${lines.join('\n')}\n`;
}

const remark = (text: string): string => `# Not made here: ${text}`;
const steer = (call: string, body: object): string => `steer ${call} ${quoted(JSON.stringify(body))}`;
const instantOf = (at: string, startMs: Instant): string => formatInstant(startMs + (parseDuration(at) ?? 0));

function curlLines(
  { at, by, do: call, query, headers, body, raw, as }: OperationSource,
  startMs: Instant,
): string[] {
  const [method = '', bare = ''] = call.split(' ');
  const search = Object.entries(query ?? {}).map(([name, value]) => `${name}=${inQuery(String(value))}`);
  const path = search.length === 0 ? bare : `${bare}?${search.join('&')}`;
  const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const more = Object.entries(headers ?? {}).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  const content =
    sent === undefined ? [] : ["-H 'content-type: application/json'", `--data-raw ${quoted(sent)}`];
  const ask = ['ask', as ?? 'last', by, method, quoted(path), ...more, ...content].join(' ');
  return at === undefined ? [ask] : [`# ${at}`, steer('clock/advance', { to: instantOf(at, startMs) }), ask];
}

/** References stay as they are: what they stand for are ids. */
const inQuery = (value: string): string => (value.includes('${') ? value : encodeURIComponent(value));

/** Quoted for a shell; references are filled in from the answers, with their type where they stand alone. */
const quoted = (text: string): string =>
  `'${text
    .replaceAll("'", `'\\''`)
    .replaceAll(alone, (_, label: string, pointer: string) => `'"$(value ${label} ${pointer})"'`)
    .replaceAll(referencePattern, (_, label: string | undefined, pointer: string) =>
      label === undefined ? '${' : `'"$(words ${label} ${pointer})"'`,
    )}'`;

/** A JSON text that is one reference and no more. */
const alone = /"\$\{([A-Za-z0-9][A-Za-z0-9._-]*):((?:\/[^/}"]*)+)\}"/g;
