/** `orrery record`: the trace of a scenario, or of real clients through a proxy. */
import { recordProxyText } from '../../../../live/traffic/record/text.ts';
import { certificatesOf, loadTarget } from '../../../app/files/target-file.ts';
import { commandContext } from '../../../app/process/command-context.ts';
import { CallMistake, exitCode } from '../../../app/process/exit.ts';
import { recordProxy, type RecordProxyCall } from '../../../app/record/record-proxy.ts';
import { wallOption, wholeOption } from '../../options/option-values.ts';
import { complain, say, sayJson, showStatus } from '../../output/output.ts';
import { recordScenario, type RunOptions } from '../run/run.ts';

/** The options of `orrery record`; the first five go with `proxy`, the others with a scenario. */
export interface RecordOptions extends RunOptions {
  proxy?: boolean;
  target?: string;
  port: string;
  for?: string;
  requests?: string;
}

/**
 * Resolves with 0 once the trace is written; for a scenario as `runCommand` does. After a signal the trace of real
 * clients is written as well.
 */
export async function recordCommand(file: string | undefined, options: RecordOptions): Promise<number> {
  if (options.proxy === true) return recordClients(options);
  if (file === undefined) {
    throw new CallMistake("missing required argument 'scenario'; expected a scenario file, or --proxy");
  }
  return recordScenario(file, options);
}

async function recordClients(options: RecordOptions): Promise<number> {
  const isShown = options.quiet !== true && options.json !== true && process.stderr.isTTY;
  const result = await recordProxy({ ...callOf(options), ...(isShown ? { onProgress: show } : {}) }).finally(
    () => {
      if (isShown) showStatus('');
    },
  );
  if (options.json === true) sayJson(result);
  else if (options.quiet !== true) say(recordProxyText(result));
  return result.endedBy === 'signal' ? exitCode.interrupted : exitCode.held;
}

function callOf(options: RecordOptions): RecordProxyCall {
  const target = loadTarget(options.target ?? '');
  if (target.allow === 'none') {
    throw new CallMistake(`${target.file}: allow is none; expected reads or writes to pass requests on`);
  }
  const { port, out, requests } = options;
  return {
    target,
    ca: certificatesOf(target),
    port: wholeOption('--port', port, [0, 65_535]),
    forMs: options.for === undefined ? undefined : wallOption('--for', options.for, { leastMs: 1 }),
    requestsMax: requests === undefined ? undefined : wholeOption('--requests', requests, [1, 999_999_999]),
    out,
    onListening: (address) => announce(address, target.name, options),
  };
}

/** With `--json` the result stands alone on stdout, and scripts still learn the port. */
function announce(address: string, target: string, { json, quiet }: RecordOptions): void {
  if (quiet === true) return;
  const line = `recording ${target} at ${address}; Ctrl-C ends it\n`;
  if (json === true) complain(line);
  else say(line);
}

function show({ requests, open }: { readonly requests: number; readonly open: number }): void {
  const ending = commandContext.signal.aborted ? '; writing the trace' : '';
  showStatus(`${requests} requests passed on, ${open} open${ending}`);
}
