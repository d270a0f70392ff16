/** A recording proxy of this process before a server of the test. */
import { onTestFinished } from 'vitest';
import type { PassedExchange } from '../../../../src/live/traffic/record/passed-exchange.ts';
import { RecordingProxy } from '../../../../src/live/traffic/record/recording-proxy.ts';
import { PinnedAddresses } from '../../../../src/live/traffic/target/pinned-addresses.ts';
import { readTarget } from '../../../../src/live/traffic/target/target.ts';

export interface Proxied {
  readonly proxy: RecordingProxy;
  readonly address: string;
  readonly exchanges: PassedExchange[];
  /** Resolves once `requestsMax` is reached. */
  readonly limit: Promise<void>;
}

/** `extra` are further lines of the target file. */
export async function proxied(
  port: number,
  {
    extra = 'allow: writes',
    requestsMax = Number.POSITIVE_INFINITY,
    ready = (): Promise<void> | undefined => undefined,
  } = {},
): Promise<Proxied> {
  const text = `name: live\nhosts: [127.0.0.1]\n${extra}\nservices: { faucet: "http://127.0.0.1:${port}/v2/faucet", api: "http://127.0.0.1:${port}/api" }\n`;
  const target = readTarget('live.yaml', text);
  const exchanges: PassedExchange[] = [];
  let reached = (): void => undefined;
  const limit = new Promise<void>((resolve) => (reached = resolve));
  const proxy = new RecordingProxy({
    target,
    addresses: await PinnedAddresses.resolve(target),
    ca: undefined,
    requestsMax,
    onExchange: (exchange) => void exchanges.push(exchange),
    onLimit: reached,
    ready,
  });
  const address = await proxy.listen(0);
  onTestFinished(() => proxy.stop());
  return { proxy, address, exchanges, limit };
}
