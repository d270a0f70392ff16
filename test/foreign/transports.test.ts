/** Ways to a target over servers of other languages: the TLS and HTTP of Go, and of Python. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { certificatesOf, loadTarget } from '../../src/host/app/files/target-file.ts';
import { asRecorded } from '../../src/live/traffic/plan/schedule.ts';
import { defaultReplay } from '../../src/live/traffic/replay/replay-call.ts';
import { Replay } from '../../src/live/traffic/replay/replay.ts';
import type { ReplayResult } from '../../src/live/traffic/replay/result-schema.ts';
import { authority, client, server, stranger } from '../live/traffic/transports/certificates.ts';
import { hasOpenssl, selfSigned } from './certificate.ts';
import { buildGo, launchGo, skipsGo, type GoOptions } from './launch-go.ts';
import { launchPython, skipsPython, type Foreign, type ForeignOptions } from './launch.ts';
import { traceOf } from './recorded.ts';

const folder = mkdtempSync(join(tmpdir(), 'orrery-ways-'));
const inFolder = (name: string): string => join(folder, name);
let program = '';
let count = 0;

beforeAll(async () => {
  const pems = { 'ca.pem': authority, 'server.pem': server.cert, 'server.key': server.key, 'client.pem': client.cert, 'client.key': client.key, 'stranger.pem': stranger.cert, 'stranger.key': stranger.key };
  for (const [name, text] of Object.entries(pems)) writeFileSync(inFolder(name), text);
  if (hasOpenssl) selfSigned(folder);
  if (!skipsGo) program = await buildGo();
}); // prettier-ignore
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The tour replayed with these lines in the target file; the certificate of `server.pem` is for localhost. */
async function replayed({ url, stop }: Foreign, lines: string): Promise<ReplayResult> {
  const at = url.replace('127.0.0.1', 'localhost');
  const services = `{ faucet: "${at}/faucet", escrow: "${at}/escrow" }`;
  const file = inFolder(`target-${(count += 1)}.yaml`);
  writeFileSync(file, `name: way\nhosts: [localhost]\nallow: writes\nservices: ${services}\n${lines}`);
  const target = loadTarget(file);
  const call = {
    ...defaultReplay,
    trace: await traceOf('tour'),
    target,
    schedule: { ...asRecorded, speed: 20 },
    namespace: `way${String(count).padStart(4, '0')}`,
    answersOnly: true,
    ca: certificatesOf(target),
  };
  return (await Replay.plan(call)).run().finally(stop);
}

const trusted = 'tls: { ca: ca.pem }\n';
const asClient = 'tls: { ca: ca.pem, cert: client.pem, key: client.key }\n';

interface Way<Options> {
  readonly options: () => Options;
  readonly lines: string;
  /** The note of a way that leads nowhere. */
  readonly says?: string;
}

const overTls = (): GoOptions => ({ tls: inFolder('server.pem'), key: inFolder('server.key') });
const withClients = (): GoOptions => ({ ...overTls(), clientCa: inFolder('ca.pem') });

const goWays: Readonly<Record<string, Way<GoOptions>>> = {
  'another header for keys': { options: () => ({ authHeader: 'X-Agent-Token', authScheme: 'none' }), lines: 'auth: { header: X-Agent-Token, scheme: none }\n' },
  'gzip': { options: () => ({ gzip: true }), lines: 'headers: { Accept-Encoding: gzip }\n' },
  'deflate': { options: () => ({ deflate: true }), lines: 'headers: { Accept-Encoding: deflate }\n' },
  'redirects on the same host': { options: () => ({ redirect: '/current' }), lines: 'redirects: same-host\n' },
  'TLS with an authority that the file names': { options: overTls, lines: trusted },
  'a client certificate': { options: withClients, lines: asClient },
  'HTTP/2 only': { options: () => ({ ...overTls(), http2Only: true }), lines: trusted },
  'HTTP/2 only, gzip and a client certificate': { options: () => ({ ...withClients(), http2Only: true, gzip: true }), lines: `${asClient}headers: { Accept-Encoding: gzip }\n` },
  'an authority that is not named': { options: overTls, lines: '', says: 'name its authority under tls.ca' },
  'a self-signed certificate': { options: () => ({ tls: inFolder('stranger.pem'), key: inFolder('stranger.key') }), lines: '', says: 'the certificate is self-signed; name it under tls.ca' },
  'no client certificate': { options: withClients, lines: trusted, says: 'name one under tls.cert and tls.key' },
  'a client certificate of another authority': { options: withClients, lines: 'tls: { ca: ca.pem, cert: stranger.pem, key: stranger.key }\n', says: 'client certificate' },
}; // prettier-ignore

const pythonWays: Readonly<Record<string, Way<ForeignOptions>>> = {
  'redirects on the same host': { options: () => ({ redirect: '/current' }), lines: 'redirects: same-host\n' },
  'gzip': { options: () => ({ gzip: true }), lines: 'headers: { Accept-Encoding: gzip }\n' },
  'a client certificate': { options: () => ({ tls: [inFolder('server.pem'), inFolder('server.key')], clientCa: inFolder('ca.pem') }), lines: asClient },
}; // prettier-ignore

function judged({ differences, unsent, notes }: ReplayResult, says: string | undefined): void {
  if (says === undefined) {
    expect(differences.groups.filter(({ explanation }) => explanation === null)).toEqual([]);
    expect([unsent, notes ?? []]).toEqual([0, []]);
  } else {
    // A refused certificate is told by an alert, or by the end of the connection: which one comes first is open.
    expect(notes).not.toEqual([]);
    expect(notes?.filter((note) => !note.includes(says))).toEqual([]);
  }
}

describe.skipIf(skipsGo)('a way to the deployment in Go', () => {
  it.each(Object.entries(goWays))('%s', async (_name, { options, lines, says }) => {
    judged(await replayed(await launchGo(program, options()), lines), says);
  });

  it.each([
    ['plain', () => ({}), '', 'open', undefined],
    ['HTTP/2 only over TLS', () => ({ ...overTls(), http2Only: true }), trusted, 'open', undefined],
    ['a client certificate', withClients, asClient, 'open', undefined],
    ['a login that is asked for', () => ({}), '', 'login', 'asks for a login (407)'],
  ] as const)('through a proxy in Go: %s', async (_name, options, lines, proxy, says) => {
    const { url, stop } = await launchGo(program, { proxy });
    const named = `${lines}proxy: "${url.replace('127.0.0.1', 'localhost')}"\n`;
    judged(await replayed(await launchGo(program, options()), named).finally(stop), says);
  });

  it.skipIf(!hasOpenssl)('a certificate that signs itself, named as its own authority', async () => {
    const options = { tls: inFolder('certificate.pem'), key: inFolder('key.pem') };
    const deployment = await launchGo(program, options);
    const result = await replayed(deployment, 'tls: { ca: certificate.pem }\n');
    // It is for 127.0.0.1 alone.
    expect(result.notes).toEqual([expect.stringContaining('the certificate is for other hosts')]);
  });
});

describe.skipIf(skipsPython)('a way to the deployment in Python', () => {
  it.each(Object.entries(pythonWays))('%s', async (_name, { options, lines, says }) => {
    judged(await replayed(await launchPython(options()), lines), says);
  });
});
