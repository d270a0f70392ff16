/** Small parts of a world: ids, accounts of outside addresses, the network, the order of services, the digest, the clock of a service. */
import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Journal } from '../../../src/core/base/journal.ts';
import { nameHash } from '../../../src/core/base/name-hash.ts';
import { Kernel } from '../../../src/core/kernel/kernel.ts';
import { Streams } from '../../../src/core/kernel/stream.ts';
import { DigestLog } from '../../../src/core/kernel/digest-log.ts';
import { Ledger } from '../../../src/core/ledger/ledger.ts';
import { phaseNames } from '../../../src/core/ledger/columns.ts';
import { base32 } from '../../../src/platform/services/identity/base32.ts';
import { transferKinds } from '../../../src/platform/services/transfer-kinds.ts';
import { createServices } from '../../../src/platform/world/create-services.ts';
import { IdSource } from '../../../src/platform/world/id-source.ts';
import { NetworkModel, perfectNetwork } from '../../../src/platform/world/network.ts';
import { OutsideDirectory } from '../../../src/platform/world/outside-accounts.ts';
import { platformServices, serviceNames, type ServiceEntry } from '../../../src/platform/world/platform.ts';
import { RunDigest } from '../../../src/platform/world/run-digest.ts';
import { SteppableClock } from '../../../src/platform/world/service-clock.ts';
import { newWorld } from './new-world.ts';

describe('ids', () => {
  const source = (idSeed?: string): IdSource =>
    new IdSource({ streams: new Streams('7'), seed: '7', idSeed, policyHash: 'ab' });

  it.each([
    [undefined, '7', 'ids/esc', 'x'],
    ['', '', 'ids/esc/', 'x/'],
    ['other', 'other', 'ids/esc/other', 'x/other'],
  ])('with the id seed %j come from %j', (idSeed, seed, path, other) => {
    const ids = source(idSeed);
    const stream = new Streams('7').stream(path);
    expect(ids.seed).toBe(seed);
    expect([ids.nextId('esc'), ids.nextId('esc')]).toEqual([1, 2].map(() => `esc_${base32(stream, 16)}`));
    expect(ids.stream('x').word()).toBe(new Streams('7').stream(other).word());
    const txHash = (number: number): string => `0x${hash('sha256', `${seed}/ab/${number}`)}`;
    expect([ids.nextTxHash(), ids.nextTxHash()]).toEqual([txHash(1), txHash(2)]);
  });

  it('of one prefix are not those of another', () => {
    const ids = source();
    expect(ids.nextId('esc').slice(3)).not.toBe(ids.nextId('ord').slice(3));
  });
});

it('an outside account is found by its chain and address', () => {
  const ledger = new Ledger(new Journal(), transferKinds);
  const outside = new OutsideDirectory(ledger);
  expect(outside.find('base', '0xa')).toBeUndefined();
  const account = outside.open('base', '0xa');
  expect([outside.open('base', '0xa'), outside.find('base', '0xa')]).toEqual([account, account]);
  expect(ledger.accountNamed('external:base:0xa')).toBe(account);
  expect(outside.open('solana', '0xa')).not.toBe(account);
});

describe('the network', () => {
  const lost = { isRequestLost: false, isAnswerLost: false, duplicateAfterMs: null };

  it('without latency delivers at once, and a duplicate after a millisecond', () => {
    const model = new NetworkModel({ ...perfectNetwork, duplicate: 1 });
    expect(model.passage(new Streams('7').stream('x'))).toEqual({ requestMs: 0, answerMs: 0, ...lost, duplicateAfterMs: 1 }); // prettier-ignore
    expect(new NetworkModel(perfectNetwork).passage(new Streams('7').stream('x'))).toEqual({ requestMs: 0, answerMs: 0, ...lost }); // prettier-ignore
  });

  it('with a constant latency delivers a duplicate after it, and a millisecond more', () => {
    const model = new NetworkModel({ ...perfectNetwork, latency: { medianMs: 40, p99Ms: 40 }, duplicate: 1 });
    expect(model.passage(new Streams('7').stream('x'))).toEqual({ requestMs: 40, answerMs: 40, ...lost, duplicateAfterMs: 41 }); // prettier-ignore
  });
});

describe('services', () => {
  const parts = { clockOf: (name: string) => ({ name }) } as unknown as Parameters<typeof createServices>[1];
  const made: string[] = [];
  const entry = (name: string, needs?: string): ServiceEntry =>
    ({
      name,
      prefixes: { A: `/${name}` },
      routes: [{ rows: [], operations: (service: object) => ({ service }) }],
      create: (context: { service: (name: string) => object }) => {
        if (needs !== undefined) context.service(needs);
        made.push(name);
        return { name };
      },
      pendingHolders: (service: object) => [{ of: service }],
    }) as unknown as ServiceEntry;

  it('are created in the order of their names, those that are needed first', () => {
    made.length = 0;
    const entries = [entry('d'), entry('b', 'c'), entry('a'), entry('c')];
    const { services, mounts, holders } = createServices(entries, parts);
    expect(made).toEqual(['a', 'c', 'b', 'd']);
    expect(Object.keys(services)).toEqual(['a', 'c', 'b', 'd']);
    expect(mounts).toEqual(
      ['a', 'b', 'c', 'd'].map((name) => ({ service: name, prefixes: { A: `/${name}` }, rows: [], operations: { service: { name } } })), // prettier-ignore
    );
    expect(holders).toEqual(
      ['a', 'b', 'c', 'd'].map((name) => ({ service: name, clock: { name }, holder: { of: { name } } })),
    );
  });

  it('that need each other, or one that there is not, are a mistake', () => {
    expect(() => createServices([entry('a', 'b'), entry('b', 'a')], parts)).toThrow('service a does not need itself'); // prettier-ignore
    expect(() => createServices([entry('a', 'z')], parts)).toThrow('service z is on the list');
  });

  it('of the platform are six', () => {
    expect(serviceNames).toEqual(['faucet', 'escrow', 'domains', 'casino', 'trading', 'wallet']);
    expect(platformServices).toHaveLength(6);
    const { world } = newWorld();
    const named = [world.faucet, world.casino, world.trading, world.wallet];
    const { faucet, casino, trading, wallet } = world.services;
    expect(named.map((service, index) => service === [faucet, casino, trading, wallet][index])).toEqual([true, true, true, true]); // prettier-ignore
    expect([...world.mcp.keys()]).toEqual(['/faucet/mcp', '/escrow/mcp']);
  });
});

describe('the digest of a run', () => {
  it('folds requests and transfers by the hashes of their names', () => {
    const ledger = new Ledger(new Journal(), transferKinds);
    const run = new RunDigest('7', ledger);
    const log = new DigestLog();
    log.digest.foldText('7');
    run.foldTime(5);
    log.digest.foldInteger(5);
    run.foldRequest({ number: 1, agentHash: undefined, routeHash: undefined, status: 404 });
    for (const word of [1, nameHash(''), nameHash(''), 404]) log.digest.foldWord(word);
    const issuer = ledger.openAccount('issuer', { mayGoNegative: true });
    const account = ledger.openAccount('ann');
    const kind = transferKinds[1];
    ledger.book({ debit: issuer, credit: account, amount: 7, kind, atMs: 5 });
    run.endEvent();
    const phase = phaseNames[ledger.columns.phase[0] ?? 0]!;
    log.digest.foldWord(nameHash('issuer'));
    log.digest.foldWord(nameHash('ann'));
    log.digest.foldInteger(7);
    log.digest.foldWord(nameHash(`${kind}/${phase}`));
    log.digest.foldWord(ledger.columns.resolves[0] ?? 0);
    expect([run.value(), run.eventCount]).toEqual([log.digest.value(), 1]);
  });
});

describe('the alarm of a clock', () => {
  it('is set once for timers of one instant, and not while the clock is held', () => {
    const kernel = new Kernel({ startMs: 0, seed: '7' });
    const clock = new SteppableClock({ kernel, journal: new Journal(), onDue: () => undefined });
    const ran: number[] = [];
    for (const atMs of [10, 10, 12]) clock.schedule(atMs, () => ran.push(atMs));
    kernel.run();
    expect([ran, kernel.eventCount]).toEqual([[10, 10, 12], 2]);
    clock.hold();
    clock.schedule(20, () => ran.push(20));
    kernel.run({ untilMs: 30 });
    clock.fire();
    expect([ran.length, kernel.eventCount]).toEqual([3, 2]);
    clock.release();
    expect(ran).toEqual([10, 10, 12, 20]);
  });
});
