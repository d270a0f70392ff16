/** The two roles of `orrery load --queue`: coordinator, or with `--work` worker. */
import type { LoadCall } from '../../../live/load/load-call.ts';
import type { LoadWork } from '../../../live/load/result-schema.ts';
import { shownAddress } from '../../workers/redis-address.ts';
import { commandContext } from '../process/command-context.ts';
import { CallMistake } from '../process/exit.ts';
import { asCallMistake, assertQueue } from '../process/queue-address.ts';
import { loadHash } from './load-plan.ts';
import { helpLoad, type LoadHelped } from './load-queue-worker.ts';
import type { LoadLinks } from './load-links.ts';
import type { LoadSettings } from './load-settings.ts';
import { QueuedLinks } from './queued-links.ts';

/** A worker may start before its coordinator. */
const patienceMs = 120_000;

const queueNameOf = (hash: string): string => `load-${hash}`;

/** The links of a coordinator; nothing is in the queue yet. Throws `CallMistake`. */
export async function queuedLinks(call: LoadCall, settings: LoadSettings, url: string): Promise<LoadLinks> {
  await assertQueue(url);
  const { workers } = settings;
  const { namespace } = call;
  const name = queueNameOf(await loadHash(settings));
  const links = new QueuedLinks({ url, name, workers, namespace, signal: commandContext.signal });
  return links;
}

/** What one `--work` has done. */
export interface LoadWorkDone extends Omit<LoadHelped, 'leave'> {
  readonly leave: LoadWork['leave'];
  /** The hash of scenario, target file and options. */
  readonly load: string;
}

/** Works for the coordinator of the same load, until it is over or a signal comes. Throws `CallMistake` where there is none. */
export async function helpOverQueue(
  settings: LoadSettings,
  onBegin: (load: string, at: string) => void,
): Promise<LoadWorkDone> {
  const url = settings.queue ?? '';
  const load = await loadHash(settings);
  await assertQueue(url);
  onBegin(load, shownAddress(url));
  const { signal } = commandContext;
  let helped: LoadHelped;
  try {
    helped = await helpLoad({ settings, url, name: queueNameOf(load), signal, patienceMs });
  } catch (error) {
    throw asCallMistake(error);
  }
  const leave = helped.leave === 'finished' || helped.leave === 'stopped' ? helped.leave : 'uncoordinated';
  if (leave !== 'uncoordinated' || helped.shares > 0) return { load, ...helped, leave };
  throw new CallMistake(
    `--queue ${shownAddress(url)}: no process coordinates load ${load}; expected the same call without --work somewhere, with the same version and files`,
  );
}
