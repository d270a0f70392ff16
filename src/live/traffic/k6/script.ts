/**
 * Generates the k6 script that sends the lanes of a plan, and the commands that run it on several machines. The
 * output is plain text; Orrery contains no code of k6.
 */

import { disarmed } from '../../../core/base/plain-text.ts';
import { pathMistake } from '../http/sendable-path.ts';
import type { NamedHeader } from '../target/headers.ts';
import { laneFunctions } from './lane-functions.ts';

/**
 * Limits and lengths of one k6 run. `lanes` is the number of virtual users; `hosts` keeps k6 at the pinned addresses.
 */
export interface ScriptOptions {
  readonly lanes: number;
  readonly durationMs: number;
  readonly timeoutMs: number;
  /** Metric to thresholds, in k6's own grammar. */
  readonly thresholds: Readonly<Record<string, readonly string[]>>;
  /** Host names to the addresses they were pinned to. */
  readonly hosts: Readonly<Record<string, string>>;
  readonly connectionsMax: number;
  readonly requestsPerSecondMax: number;
  /** True to read a client certificate from the files that ORRERY_TLS_CERT and ORRERY_TLS_KEY name. */
  readonly hasClientCertificate?: boolean;
  /** The headers of the target file: the script reads variables from its own environment. */
  readonly headers?: readonly Pick<NamedHeader, 'name' | 'parts'>[];
}

/** The aggregates that k6 reports for each trend, in k6's names. */
export const trendStats = [
  'avg',
  'min',
  'med',
  'max',
  'p(50)',
  'p(90)',
  'p(99)',
  'p(99.9)',
  'count',
] as const;

/** k6's own modules, which the generated script imports. */
const modules: Readonly<Record<string, string>> = {
  exec: 'k6/execution',
  http: 'k6/http',
  '{ check, sleep }': 'k6',
  '{ SharedArray }': 'k6/data',
  '{ Counter, Trend }': 'k6/metrics',
};
const imports = Object.entries(modules)
  .map(([names, module]) => ['import', names, 'from', `'${module}';`].join(' '))
  .join('\n');

/** The text of replay.js. It reads lanes.json beside it and writes the summary to ORRERY_SUMMARY. */
export function k6Script(options: ScriptOptions): string {
  const rpsMax = Math.max(1, Math.floor(options.requestsPerSecondMax));
  return `// Made by orrery replay --engine k6. Walks lanes.json: one virtual user a lane, every request at its instant.
${imports}

const lanes = new SharedArray('lanes', () => JSON.parse(open('./lanes.json')));
const timeout = '${options.timeoutMs}ms';
const sendLag = new Trend('orrery_send_lag', true);
const response = new Trend('orrery_response', true);
const otherStatus = new Counter('orrery_other_status');
const unresolved = new Counter('orrery_unresolved');

export const options = ${disarmed(JSON.stringify(k6Options(options), null, 2))};
// The ceiling of the target is one for all machines together; k6 keeps to it on each of them.
options.rps = Math.max(1, Math.floor(${rpsMax} / (Number(__ENV.ORRERY_MACHINES) || 1)));

${preludeOf(options)}${[pathMistake, ...laneFunctions].map(String).join('\n\n')}

export { handleSummary };
export default walkLane;
`;
}

/** The options of the script, in k6's names. */
function k6Options({ lanes, durationMs, timeoutMs, thresholds, hosts }: ScriptOptions): object {
  const maxDuration = `${Math.ceil(durationMs / 1000) + Math.ceil(timeoutMs / 1000) + 60}s`;
  return {
    scenarios: { replay: { executor: 'per-vu-iterations', vus: lanes, iterations: 1, maxDuration } },
    thresholds,
    hosts,
    maxRedirects: 0,
    insecureSkipTLSVerify: false,
    summaryTrendStats: trendStats,
    // k6 names checks in its summary by these two tags.
    systemTags: ['status', 'method', 'scenario', 'error_code', 'check', 'group'],
  };
}

const quoted = (text: string): string => disarmed(JSON.stringify(text));

const preludeOf = ({ headers = [], hasClientCertificate = false }: ScriptOptions): string =>
  fixedHeaders(headers) + (hasClientCertificate ? clientCertificate : '');

const valueOf = ({ parts }: Pick<NamedHeader, 'parts'>): string =>
  parts
    .map((part, index) => (index % 2 === 0 ? quoted(part) : `variable(${quoted(part)})`))
    .filter((part) => part !== '""')
    .join(' + ') || '""';

/** The headers of the target file as code. No value of a variable is part of it. */
function fixedHeaders(headers: readonly Pick<NamedHeader, 'name' | 'parts'>[]): string {
  const lines = headers.map((header) => `  ${quoted(header.name)}: ${valueOf(header)},\n`);
  return `// Values of variables come from the environment of k6, and are in no file.
function variable(name) {
  if (!__ENV[name]) throw new Error('the environment variable ' + name + ' is not set');
  return __ENV[name];
}
const fixed = {\n${lines.join('')}};
`;
}

/** The files stay where they are: a script that is copied holds no key. */
const clientCertificate = `options.tlsAuth = [{ cert: open(variable('ORRERY_TLS_CERT')), key: open(variable('ORRERY_TLS_KEY')) }];
`;

/** The environment variables that the script reads, each once. */
export const variablesOf = (headers: readonly Pick<NamedHeader, 'parts'>[]): string[] => [
  ...new Set(headers.flatMap(({ parts }) => parts.filter((_part, index) => index % 2 === 1))),
];

/** The size limit of a ConfigMap; larger plans need a volume. */
const configMapBytesMax = 1_000_000;

/** A TestRun for k6's operator, which splits the virtual users over machines by execution segment. */
export function testRunYaml(parts: {
  name: string;
  machines: number;
  bytes: number;
  /** Variables of the environment that the script needs, from a Secret. */
  variables?: readonly string[];
}): string {
  const { name, machines, bytes, variables = [] } = parts;
  const fromSecret = variables.map(
    (variable) =>
      `      - name: ${variable}\n        valueFrom: { secretKeyRef: { name: orrery-${name}, key: ${variable} } }\n`,
  );
  const isSmall = bytes <= configMapBytesMax;
  const first = isSmall
    ? `kubectl create configmap orrery-${name} --from-file=replay.js --from-file=lanes.json`
    : `put replay.js and lanes.json on a volume that many may read, and claim it as orrery-${name}: they are too large for a ConfigMap`;
  return `# ${first}
# kubectl apply -f testrun.yaml
apiVersion: k6.io/v1alpha1
kind: TestRun
metadata:
  name: orrery-${name}
spec:
  parallelism: ${machines}
  arguments: --no-usage-report
  script:
    ${isSmall ? 'configMap' : 'volumeClaim'}:
      name: orrery-${name}
      file: replay.js
  runner:
    env:
      - name: ORRERY_MACHINES
        value: "${machines}"
      - name: K6_AUTO_EXTENSION_RESOLUTION
        value: "false"
${fromSecret.join('')}`;
}

/** The commands of a run on several machines without an operator, one line each. */
export function segmentCommands(machines: number): string[] {
  const bounds = Array.from({ length: machines + 1 }, (_, index) =>
    index === 0 ? '0' : index === machines ? '1' : `${index}/${machines}`,
  );
  const sequence = bounds.join(',');
  return bounds
    .slice(1)
    .map(
      (to, index) =>
        `k6 run --no-usage-report -e ORRERY_MACHINES=${machines} --execution-segment ${bounds[index] ?? '0'}:${to} --execution-segment-sequence ${sequence} replay.js`,
    );
}
