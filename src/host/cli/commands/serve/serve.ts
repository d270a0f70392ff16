/** `orrery serve`: a world over HTTP until a signal stops it. */
import { ownCall } from '../../../../core/base/own-call.ts';
import type { ServeResult } from '../../../app/result-schema.ts';
import { formatInstant } from '../../../../core/base/time.ts';
import { HttpServer } from '../../../serve/http-server.ts';
import { formatPace } from '../../../../platform/control/pace.ts';
import type { Sandbox } from '../../../serve/sandbox.ts';
import { commandContext } from '../../../app/process/command-context.ts';
import { BrokenRun, CallMistake, exitCode } from '../../../app/process/exit.ts';
import { say, sayJson } from '../../output/output.ts';
import { newSandbox, type SandboxCall } from './new-sandbox.ts';
import { runAhead } from './run-ahead.ts';

/** The options as text from the command line; commander has checked `profile` alone. */
export interface ServeOptions extends SandboxCall {
  port: string;
  host: string;
  json?: boolean;
  quiet?: boolean;
}

/** Resolves after SIGINT or SIGTERM, once every pending response is sent. */
export async function serveCommand(scenario: string | undefined, options: ServeOptions): Promise<number> {
  const port = portOf(options.port);
  const isShown = options.quiet !== true && options.json !== true;
  const sandbox = await newSandbox(scenario, options, isShown);
  if (options.at !== undefined) await runAhead(sandbox, options.at, isShown);
  const stop = untilStopped();
  const server = new HttpServer({
    sandbox,
    onBroken: (cause) => stop.broken(brokenRun(sandbox, cause, options)),
  });
  const place = await listen(server, { host: options.host, port });
  announce(sandbox, place, options);
  try {
    await stop.promise;
  } finally {
    await server.close();
  }
  return exitCode.held;
}

function portOf(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) < 65_536) return Number(text);
  throw new CallMistake(`--port ${text}: expected a whole number from 0 (any free port) to 65535`);
}

const listenMistakes: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is taken; expected a free one (--port 0 finds one)',
  EACCES: 'may not be used; expected one from 1024',
  EADDRNOTAVAIL: 'is not an address of this machine',
  ENOTFOUND: 'is not an address of this machine',
  EAI_AGAIN: 'is not an address of this machine',
};

async function listen(server: HttpServer, place: { host: string; port: number }): Promise<string> {
  try {
    const { host, port } = await server.listen(place);
    return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new CallMistake(`${place.host}:${place.port} ${listenMistakes[code] ?? message}`);
  }
}

function announce(sandbox: Sandbox, address: string, options: ServeOptions): void {
  const { world, pace } = sandbox;
  const start = formatInstant(sandbox.nowMs);
  const clock = formatPace(pace);
  if (options.json === true) {
    const { seed, profile, policyHash } = world;
    const scenario = sandbox.scenario?.name ?? null;
    const ready: ServeResult = { address, clock, start, scenario, seed, profile, policyHash, ok: true };
    sayJson(ready);
  } else if (options.quiet !== true) {
    const inhabited = sandbox.scenario === undefined ? '' : ` ${sandbox.scenario.name}`;
    say(`serving${inhabited} on ${address} (clock ${clock} from ${start}, seed ${world.seed})\n`);
  }
}

/** A promise that a signal keeps and a broken invariant breaks. */
function untilStopped(): { promise: Promise<void>; broken: (error: Error) => void } {
  let end: ((error: Error) => void) | undefined;
  const promise = new Promise<void>((resolve, reject) => {
    end = reject;
    commandContext.isMeantToBeStopped = true;
    commandContext.onInterrupt(resolve);
  });
  promise.catch(() => undefined);
  return { promise, broken: (error) => end?.(error) };
}

function brokenRun({ world, scenario }: Sandbox, cause: unknown, options: ServeOptions): BrokenRun {
  const sets = Object.entries(options.set).map(([name, value]) => ` --set ${name}=${value}`);
  const command =
    `${ownCall} serve${scenario === undefined ? '' : ` ${scenario.name}`} --seed ${world.seed} --profile ${world.profile}${sets.join('')}` +
    ', and the same requests in the same order';
  return new BrokenRun(cause, { seed: world.seed, event: world.kernel.eventCount, command });
}
