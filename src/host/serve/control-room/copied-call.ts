/** A call in forms that a person takes elsewhere: a curl command, and a step of a scenario file. No key is in either. */
import { disarmed } from '../../../core/base/plain-text.ts';
import { quotedForShell } from '../../../core/base/shell-word.ts';
import { exactDuration, type DurationMs } from '../../../core/base/time.ts';
import { redacted } from '../../../core/http/secrets/names.ts';

/** A call without its secrets. */
export interface CopiedCall {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  /** The agent id; empty for a call without a key. */
  readonly by: string;
  readonly sent: string | undefined;
  readonly contentType: string | undefined;
  readonly idempotencyKey: string | undefined;
  readonly sinceStartMs: DurationMs;
}

const incomplete = `# ${redacted} stands for a secret that is not shown.`;

const withNote = (text: string): string => (text.includes(redacted) ? `${incomplete}\n${text}` : text);

/** A command for every POSIX shell; the key comes from the environment, the address too. */
export function curlOf(call: CopiedCall): string {
  const { method, target, by, sent, contentType, idempotencyKey } = call;
  const parts = [
    `curl -g --path-as-is -X ${method} "\${ORRERY_TARGET:-http://127.0.0.1:4010}"${quotedForShell(target)}`,
    ...(by === '' ? [] : [`-H "Authorization: Bearer $ORRERY_KEY"`]),
    ...(idempotencyKey === undefined ? [] : [`-H ${quotedForShell(`Idempotency-Key: ${idempotencyKey}`)}`]),
    ...(sent === undefined
      ? []
      : [
          `-H ${quotedForShell(`Content-Type: ${contentType ?? 'application/json'}`)}`,
          `--data-raw ${quotedForShell(sent)}`,
        ]),
  ];
  return withNote(parts.join(' \\\n  '));
}

/** A line of `operations` in a scenario file. Scalars are JSON, which YAML contains. */
export function stepOf(call: CopiedCall): string {
  const [path = '', search = ''] = call.target.split('?', 2);
  const query = Object.fromEntries(new URLSearchParams(search));
  const lines = [
    `at: ${exactDuration(call.sinceStartMs)}`,
    `by: ${scalar(callerName(call.by))}`,
    `do: ${scalar(`${call.method} ${path.replaceAll(/\s/g, encodeURIComponent)}`)}`,
    ...(search === '' ? [] : [`query: ${scalar(query)}`]),
    ...(call.idempotencyKey === undefined
      ? []
      : [`headers: ${scalar({ 'idempotency-key': call.idempotencyKey })}`]),
    ...bodyLine(call.sent),
  ];
  return withNote(lines.map((line, index) => `${index === 0 ? '- ' : '  '}${line}`).join('\n'));
}

function bodyLine(sent: string | undefined): string[] {
  if (sent === undefined) return [];
  try {
    return [`body: ${scalar(JSON.parse(sent))}`];
  } catch {
    return [`raw: ${scalar(sent)}`];
  }
}

/** `${` would begin a reference to an earlier answer. */
const scalar = (value: unknown): string => disarmed(JSON.stringify(value)).replaceAll('${', () => '$${');

/** A name that a scenario file may give a caller. */
function callerName(by: string): string {
  const name = by.replaceAll(/[^A-Za-z0-9._-]/g, '-').slice(0, 64);
  return /^[A-Za-z0-9]/.test(name) ? name : `caller${name}`.slice(0, 64);
}
