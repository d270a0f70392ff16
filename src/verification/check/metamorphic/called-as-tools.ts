/**
 * The same run with its calls of REST made as calls of tools (MCP03), where a tool stands for the same route: the same
 * answers, and all that follows from them.
 */
import type { Tool } from '../../../core/http/mcp/tool.ts';
import { referencePattern, type ScriptedCall } from '../../../simulation/population/script.ts';
import { mappedTexts } from './mapped-texts.ts';
import type { RecordedRun, RunRelation, Variant } from './relation.ts';
import { hasBehaviours } from './scripted.ts';
import type { AnsweredCall, Transcript } from './transcript.ts';

export const calledAsTools: RunRelation = {
  about: 'with calls made as calls of tools',
  unless: {},
  free: {},
  generated: {},
  varied: asTools,
};

type Json = Exclude<ScriptedCall['body'], undefined>;

/** A tool and the endpoint that offers it. */
interface OfferedTool {
  readonly endpoint: string;
  readonly tool: Tool;
}

function asTools({ scenario, transcript }: RecordedRun): Variant | undefined {
  const { calls, network, faults, policies } = scenario;
  const isDelayed = network.latency !== null || faults.some(({ kind }) => kind === 'slow');
  const isLossy = network.drop + network.dropAnswer + network.duplicate > 0;
  if (hasBehaviours(scenario) || isDelayed || isLossy || policies['limits.mcp'] === 'tier') return undefined;
  if (!isOneForOne(calls, transcript.calls)) return undefined;
  const offered = offeredBy(transcript);
  const converted = calls.map((call, place) => toolCall(call, transcript.calls[place], offered));
  if (converted.every((call) => call === undefined)) return undefined;
  const labels = new Set(
    calls.flatMap(({ label }, place) => (converted[place] === undefined ? [] : (label ?? []))),
  );
  const changed = calls.map((call, place) => {
    const { path, query, headers, body, raw } = converted[place] ?? call;
    const texts = mappedTexts({ path, query, headers, body, raw }, (text) => withinResults(text, labels));
    return { ...(converted[place] ?? call), ...texts };
  });
  return { scenario: { ...scenario, calls: changed }, isCompared: () => true, asInFirst: (text) => text };
}

/** True where each call of the script has been answered, in its order. */
const isOneForOne = (calls: readonly ScriptedCall[], answered: readonly AnsweredCall[]): boolean =>
  calls.length === answered.length &&
  calls.every(({ method, path }, place) => {
    const call = answered[place];
    return call !== undefined && (path.endsWith('/mcp') || (call.method === method && call.path.length > 0));
  });

const offeredBy = ({ world }: Transcript): OfferedTool[] =>
  [...(world?.mcp ?? [])].flatMap(([endpoint, { tools }]) =>
    [...tools.values()].map((tool) => ({ endpoint, tool })),
  );

/** The call as one of a tool; undefined where none stands for the same request. */
function toolCall(
  call: ScriptedCall,
  answered: AnsweredCall | undefined,
  offered: readonly OfferedTool[],
): ScriptedCall | undefined {
  // A key that is known is needed, and one that the answer brings would be taken from the answer of REST alone.
  if (
    answered?.isKeyed !== true ||
    answered.status === 401 ||
    answered.operation.endsWith('/register') ||
    call.raw !== undefined ||
    !isWithinBounds(call.body)
  )
    return undefined;
  for (const { endpoint, tool } of offered) {
    const input = tool.route.method === call.method ? inputOf(call, tool) : undefined;
    if (input === undefined) continue;
    const params = { name: tool.name, arguments: input };
    const body: Json = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
    return { ...call, method: 'POST', path: endpoint, query: {}, body };
  }
  return undefined;
}

const depthMax = 20;
const charactersMax = 100_000;

/** A message is larger and deeper than the body that it carries: a bound could tell the two apart. */
const isWithinBounds = (body: unknown, depth = 0): boolean =>
  typeof body === 'string'
    ? body.length <= charactersMax
    : typeof body !== 'object' ||
      body === null ||
      (depth < depthMax &&
        Object.entries(body).every(
          ([name, value]) => name.length <= charactersMax && isWithinBounds(value, depth + 1),
        ));

function inputOf(
  { path, query, body = {} }: ScriptedCall,
  { route, inputSchema }: Tool,
): Record<string, Json> | undefined {
  const inPath = pathParts(route.template, path);
  if (
    inPath === undefined ||
    typeof body !== 'object' ||
    body === null ||
    Array.isArray(body) ||
    !isJson(body)
  )
    return undefined;
  const known = Object.keys((inputSchema['properties'] ?? {}) as object);
  const inBody = body as Readonly<Record<string, Json>>;
  const names = [...Object.keys(inPath), ...Object.keys(query), ...Object.keys(inBody)];
  const isClear =
    new Set(names).size === names.length && Object.keys(query).every((name) => known.includes(name));
  if (!isClear || (route.method === 'GET' && Object.keys(inBody).length > 0)) return undefined;
  return { ...inPath, ...query, ...inBody };
}

/** A generated body may hold numbers that JSON has none for; within a message they make it none. */
const isJson = (value: unknown): boolean =>
  typeof value === 'number'
    ? Number.isFinite(value)
    : typeof value !== 'object' || value === null || Object.values(value).every(isJson);

/** What the parts of a path say that the template names; a reference is one part, whatever stands in it. */
function pathParts(template: string, path: string): Record<string, string> | undefined {
  const references: string[] = [];
  const plain = path.replaceAll(referencePattern, (reference) => `$${references.push(reference) - 1}`);
  const [parts, names] = [plain.split('/'), template.split('/')];
  if (parts.length !== names.length) return undefined;
  const found: Record<string, string> = {};
  for (const [place, name] of names.entries()) {
    const part = parts[place] ?? '';
    if (!name.startsWith(':')) {
      if (part !== name) return undefined;
    } else if (/^(?:\$\d+|[A-Za-z0-9_.-]+)$/.test(part)) {
      found[name.slice(1)] = part.startsWith('$') ? (references[Number(part.slice(1))] ?? '') : part;
    } else return undefined;
  }
  return found;
}

/** A reference to the answer of a call that is one of a tool now looks into its result. */
const withinResults = (text: string, labels: ReadonlySet<string>): string =>
  text.replaceAll(referencePattern, (reference, label: string | undefined, pointer: string) =>
    label !== undefined && labels.has(label) ? `\${${label}:/result/structuredContent${pointer}}` : reference,
  );
