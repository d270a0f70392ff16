/**
 * A scenario as Bash: the same calls, one by one, of a running sandbox. Everything that a scenario holds
 * may come from a target, the names of fields in references too; it stands in quotes wherever the shell reads it.
 */
import { ownCall } from '../../core/base/own-call.ts';
import { present } from '../../core/base/assert.ts';
import { disarmedLine, wellFormed } from '../../core/base/plain-text.ts';
import { quotedForShell, shellWord } from '../../core/base/shell-word.ts';
import { formatInstant, parseDuration, parseInstant, type Instant } from '../../core/base/time.ts';
import { referencePattern } from '../../simulation/population/script.ts';
import { startDefault } from '../../platform/world/start.ts';
import type { OperationSource } from '../../simulation/scenario/schema.ts';
import type { ScenarioSource } from './source.ts';

/**
 * What every script begins with: `ask` makes one call and keeps its answer. `value`, `part`, `words`, `line` and `coded` look
 * into answers: as JSON, as text within a text of JSON, as text, as text on one line, and encoded for a URL.
 */
const prelude = `#!/usr/bin/env bash
# Against a sandbox that moves its clock when told to: ${ownCall} serve. Needs bash 4, curl and jq.
at=\${1:-http://127.0.0.1:4010}
declare -A key answer || exit 2
steer() { curl -s -X POST "$at/_sim/$1" -H 'content-type: application/json' --data-raw "$2" | plain; echo; }
plain() { LC_ALL=C tr -c '\\n[:print:]' '?'; }
ask() {
  local label=$1 by=$2 method=$3 path=$4 who=(); shift 4
  [ -n "\${key[$by]:-}" ] && who=(-H "authorization: Bearer \${key[$by]}")
  # Where the request has a header for the key, the one of the caller is left out.
  local before= word; for word in "$@"; do [ "$before" = -H ] && [[ \${word,,} == authorization:* ]] && who=(); before=$word; done
  local call=(curl -s -g --path-as-is -X "$method" "$at$path" "\${who[@]}")
  # A body may be longer than an argument of a program can be.
  if [ "\${*: -2:1}" = --data-raw ]; then answer[$label]=$(printf %s "\${*: -1}" | "\${call[@]}" "\${@:1:$#-2}" --data-binary @-)
  else answer[$label]=$("\${call[@]}" "$@"); fi
  printf '%s\\n' "$by $method $path: \${answer[$label]}" | plain
  local issued; issued=$(jq -r '.api_key? | strings | select(test("^[!-~]+$"))' <<<"\${answer[$label]}") && [ -n "$issued" ] && key[$by]=$issued
}
value() {
  jq -c --arg path "$2" '(reduce ($path / "/" | .[1:][] | gsub("%7D"; "}") | gsub("~1"; "/") | gsub("~0"; "~")) as $part (.;
    if type == "array" then (if $part | test("^[0-9]+$") then .[$part | tonumber] else null end) elif type == "object" then .[$part] else null end)) | if . == null then "none" else . end' <<<"\${answer[$1]:-null}"
}
words() { value "$1" "$2" | jq -r 'if type == "string" then . else tojson end'; }
line() { words "$1" "$2" | tr -d '\\r\\n'; }
part() { value "$1" "$2" | jq -r 'if type == "string" then . else tojson end | tojson | .[1:-1]'; }
coded() { value "$1" "$2" | jq -r 'if type == "string" then . else tojson end | @uri'; }`;

/** Bash that makes the scenario's calls. What no call can ask for (networks, behaviours) stands there as a remark. */
export function curlOf(source: ScenarioSource): string {
  const { operations = [], faults = [], seed, profile, policies, start, network, population } = source;
  const startMs = present(parseInstant(start ?? startDefault), 'a start is an instant');
  const reset = { seed, start: formatInstant(startMs), profile, policies };
  const lines = [prelude, '', steer('reset', reset)];
  if (network !== undefined) lines.push(notMade(`the network of the run was ${JSON.stringify(network)}`));
  if (population !== undefined)
    lines.push(notMade(`at the same time there were ${JSON.stringify(population)}`));
  for (const { at, ...fault } of faults) lines.push(steer('fault', { ...fault, at: instantOf(at, startMs) }));
  for (const operation of operations) lines.push(...curlLines(operation, startMs));
  return `${lines.join('\n')}\n`;
}

const remark = (text: string): string => `# ${disarmedLine(text)}`;
const notMade = (text: string): string => remark(`Not made here: ${text}`);
const steer = (call: string, body: object): string => `steer ${call} ${quotedForShell(JSON.stringify(body))}`;
const instantOf = (at: string, startMs: Instant): string => formatInstant(startMs + (parseDuration(at) ?? 0));

/** A client of MCP over HTTP has to take both kinds of answers. */
const mcpHeaders = { accept: 'application/json, text/event-stream' };

function curlLines(operation: OperationSource, startMs: Instant): string[] {
  const { at, by, do: call, query, headers, body, raw, as = 'last' } = operation;
  const space = call.indexOf(' ');
  const [method, bare] = [call.slice(0, space), call.slice(space + 1)];
  const more = Object.entries({ ...(bare.endsWith('/mcp') ? mcpHeaders : {}), ...headers });
  const sent =
    raw === undefined
      ? body === undefined
        ? undefined
        : jsonWord(JSON.stringify(body))
      : word(raw, 'words');
  const why = whyNotMade(operation);
  const typed = headers?.['content-type'] === undefined ? `-H 'content-type: application/json' ` : '';
  const ask =
    why === undefined
      ? [
          'ask', shellWord(as), shellWord(by), shellWord(method), `${word(bare, 'coded')}${queryWord(query)}`,
          ...more.map(([name, value]) => `-H ${word(`${name}: ${value}`, 'line')}`),
          ...(sent === undefined ? [] : [`${typed}--data-raw ${sent}`]),
        ].join(' ')
      : notMade(`${call}: ${why}`); // prettier-ignore
  return at === undefined ? [ask] : [remark(at), steer('clock/advance', { to: instantOf(at, startMs) }), ask];
}

/** What curl would take for something else, or no argument can hold. */
function whyNotMade({ headers = {}, raw = '' }: OperationSource): string | undefined {
  if (raw.includes('\0')) return 'no argument of a program can hold NUL';
  const strange = Object.entries(headers).some(
    ([name, value]) =>
      !/^[!#$%&'*+.^_`|~\w-]+$/.test(name) || /[\r\n\0]/.test(value.replaceAll(referencePattern, '')),
  );
  return strange ? 'its headers are none of HTTP' : undefined;
}

const queryWord = (query: OperationSource['query'] = {}): string =>
  Object.entries(query)
    .map(([name, value], index) => {
      const start = `${index === 0 ? '?' : '&'}${encodeURIComponent(wellFormed(name))}=`;
      return quotedForShell(start) + word(String(value), 'coded', encodeURIComponent);
    })
    .join('');

/** A text in quotes, with every reference looked up in the answers by `look`. */
function word(text: string, look: 'words' | 'line' | 'coded', shown = (plain: string) => plain): string {
  let [quoted, from] = ['', 0];
  for (const match of text.matchAll(referencePattern)) {
    const [whole, label, pointer = ''] = match;
    quoted += quotedForShell(shown(wellFormed(text.slice(from, match.index))));
    quoted += label === undefined ? quotedForShell(shown('${')) : lookUp(look, label, pointer);
    from = match.index + whole.length;
  }
  return quoted + quotedForShell(shown(wellFormed(text.slice(from))));
}

/** The text of JSON in quotes; a string that is one reference and no more takes on the type of its value. */
function jsonWord(text: string): string {
  let [quoted, from] = ['', 0];
  for (const match of text.matchAll(inJson)) {
    const [whole, label, pointer = '', inner, innerPointer = ''] = match;
    quoted += quotedForShell(text.slice(from, match.index));
    if (label !== undefined) quoted += lookUp('value', label, plainPointer(pointer));
    else if (inner !== undefined) quoted += lookUp('part', inner, plainPointer(innerPointer));
    else quoted += quotedForShell('${');
    from = match.index + whole.length;
  }
  return quoted + quotedForShell(text.slice(from));
}

const lookUp = (
  look: 'value' | 'part' | 'words' | 'line' | 'coded',
  label: string,
  pointer: string,
): string => `"$(${look} ${shellWord(label)} ${quotedForShell(pointer)})"`;

/** References in the text of JSON: a whole string, then a part of one, in which the pointer is escaped as the string is. */
const label = '\\$\\{([A-Za-z0-9][A-Za-z0-9._-]*):';
const pointer = '((?:\\/(?:[^/}"\\\\]|\\\\.)*)+)\\}';
const inJson = new RegExp(`"${label}${pointer}"|\\$\\$\\{|${label}${pointer}`, 'g');

const plainPointer = (escaped: string): string => JSON.parse(`"${escaped}"`) as string;
