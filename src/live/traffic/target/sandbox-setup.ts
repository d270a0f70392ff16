/**
 * Sets up an `orrery serve` as the world of a trace: the same seed, policies, start and faults. From then on its
 * clock only moves when a request carries its instant.
 */
import { formatInstant, parseDuration, parseInstant } from '../../../core/base/time.ts';
import { ask } from '../http/ask.ts';
import type { Endpoint } from '../http/connection.ts';
import type { TraceHeader } from '../../../simulation/trace/format.ts';
import { Forbidden } from './permit.ts';
import type { ServiceAddress, Target } from './target.ts';

/** Rejects with `Forbidden` if the sandbox refuses, or has other policies. */
export async function setUpSandbox(
  target: Target,
  endpoint: Endpoint,
  { address, header }: { address: ServiceAddress; header: TraceHeader },
): Promise<void> {
  const { seed, profile, policies, start } = header;
  const reported = await asking(target, endpoint, {
    address,
    path: '/reset',
    body: { seed, profile, policies, start },
  });
  const hash = (reported as { policy_hash?: unknown }).policy_hash;
  if (hash !== header.policyHash) {
    throw new Forbidden(
      `${target.file}: the sandbox reads the documents differently (policies ${String(hash)}); expected ${header.policyHash}`,
    );
  }
  const startMs = parseInstant(start) ?? 0;
  for (const { at, ...fault } of header.faults) {
    const atMs = startMs + (parseDuration(String(at)) ?? 0);
    // Latency is measured rather than replayed; the fault stays, because the position of later faults matters.
    const swift = fault['kind'] === 'slow' ? { latency: { median: '0ms' } } : {};
    await asking(target, endpoint, {
      address,
      path: '/fault',
      body: { ...fault, ...swift, at: formatInstant(atMs) },
    });
  }
}

async function asking(
  target: Target,
  endpoint: Endpoint,
  what: { address: ServiceAddress; path: string; body: unknown },
): Promise<unknown> {
  const { status, body } = await ask(target, endpoint, { method: 'POST', ...what }).catch((error: Error) => {
    throw new Forbidden(`${target.file}: the sandbox does not answer: ${error.message}`);
  });
  if (status === 200) return body;
  throw new Forbidden(
    `${target.file}: the sandbox answers ${status} to ${what.path}: ${JSON.stringify(body)}`,
  );
}
