/**
 * Every style of one operation reads and writes the same state: the same commands in styles taken at random, and in one
 * style throughout, are refused alike, move the same money and leave what every style then reads alike.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, Request, Response } from '../../../src/core/http/message.ts';
import { newWorld } from '../world/new-world.ts';
import { operations, readings, type Draw, type Made, type Operation } from './styles.ts';

const agents = ['alice', 'bob', 'carol'] as const;

/** No limit applies, sizes mean the same in both styles, and the ids of requests have no effect. */
const policies = {
  'limits.styleB': 'row',
  'limits.rowScaling': 'tier',
  'limits.enterpriseCaps': 'lifted',
  'limits.registerCap': 'accounts',
  'trading.sizeA': 'quote',
};

interface Command {
  readonly operation: Operation;
  readonly draw: Draw;
  /** Which of the operation's styles it is asked in, where the run takes them as they come. */
  readonly style: number;
  readonly waitMs: number;
}

const commands: fc.Arbitrary<Command[]> = fc.array(
  fc.record({
    operation: fc.constantFrom(...operations),
    draw: fc.record({
      by: fc.constantFrom(...agents),
      other: fc.constantFrom(...agents, 'nobody'),
      cents: fc.integer({ min: 5, max: 900 }),
      back: fc.integer({ min: 0, max: 2 }),
      own: fc.boolean(),
      flag: fc.boolean(),
    }),
    style: fc.nat({ max: 6 }),
    waitMs: fc.oneof(
      { weight: 3, arbitrary: fc.constant(0) },
      { weight: 1, arbitrary: fc.integer({ min: 1, max: 40_000_000 }) },
    ),
  }),
  { minLength: 5, maxLength: 60, size: 'max' },
);

/** How a run chooses among the styles of an operation. */
type Choice = (styles: readonly string[], command: Command) => string;
const asDrawn: Choice = (styles, { style }) => styles[style % styles.length] ?? '';
const always =
  (preferred: string): Choice =>
  (styles) =>
    styles.includes(preferred) ? preferred : (styles[0] ?? '');

/** The outcome of a run, without anything that depends on the styles of its calls. */
function played(run: readonly Command[], choice: Choice) {
  const { world, call, join, runTo, kernel } = newWorld({ policies });
  const startMs = kernel.nowMs;
  const keys = new Map(agents.map((agentId) => [agentId as string, join(agentId)]));
  for (const agentId of agents) {
    const agent = world.agents.byId(agentId);
    if (agent === undefined) throw new Error(agentId);
    agent.tier = 'enterprise';
    const grant = {
      debit: 0,
      credit: agent.account,
      amount: 30_000_000,
      kind: 'genesis',
      atMs: startMs,
    } as const;
    world.ledger.book({ ...grant, debit: issuerOf(world) });
  }
  const names = new Map<string, string[]>();
  const makers = new Map<string, string>();
  const made: Made = { pick: (kind, back) => names.get(kind)?.at(-1 - back) ?? 'nothing' };
  const send = (by: string, method: Request['method'], target: string, body?: unknown): Response => {
    const [path = '', query = ''] = target.split('?');
    const headers = keys.get(by) ?? {};
    return call(method, path, { headers, body, query: Object.fromEntries(new URLSearchParams(query)) });
  };
  const verdicts: (readonly [string, number, Json | undefined])[] = [];
  for (const command of run) {
    const { operation, draw, waitMs } = command;
    runTo(kernel.nowMs - startMs + waitMs);
    const style = choice(Object.keys(operation.styles), command);
    const asked = operation.styles[style]?.(draw, made);
    if (asked === undefined) throw new Error(`${operation.name} ${style}`);
    const maker =
      operation.about === undefined ? undefined : makers.get(made.pick(operation.about, draw.back));
    const { status, body } = send((draw.own ? maker : undefined) ?? draw.by, ...asked);
    verdicts.push([operation.name, status, body['code']]);
    const name = operation.makes === undefined ? undefined : body[operation.makes.field];
    if (operation.makes === undefined || status !== 201 || typeof name !== 'string') continue;
    makers.set(name, draw.by);
    names.set(operation.makes.kind, [...(names.get(operation.makes.kind) ?? []), name]);
  }
  runTo(kernel.nowMs - startMs + 200_000_000);
  const { ledger } = world;
  return {
    verdicts,
    transfers: Array.from({ length: ledger.transferCount }, (_, id) => ledger.record(id)),
    balances: Array.from({ length: ledger.accountCount }, (_, id) => [
      ledger.accountName(id),
      ledger.balance(id),
      ledger.reserved(id),
    ]),
    readings: agents.map((by) => readings.map((target) => [target, send(by, 'GET', target).body])),
    escrows: (names.get('escrow') ?? []).map((id) =>
      agents.map((by) =>
        [`/escrow/api/v1/escrow/${id}`, `/escrow/escrow/${id}`].map((path) => send(by, 'GET', path).body),
      ),
    ),
  };
}

function issuerOf({ ledger }: ReturnType<typeof newWorld>['world']): number {
  for (let id = 0; id < ledger.accountCount; id++) if (ledger.accountName(id) === 'issuer') return id;
  throw new Error('a world has an issuer');
}

describe('the styles of one operation', () => {
  it('read and write the same state in any mixture of calls, and all of them are called with success', () => {
    const done = new Set<string>();
    fc.assert(
      fc.property(commands, (run) => {
        const mixed = played(run, asDrawn);
        for (const style of ['A', 'B', 'short']) {
          const alone = played(run, always(style));
          expect(alone).toEqual(mixed);
          for (const [name, status] of alone.verdicts) if (status < 300) done.add(`${name} ${style}`);
        }
      }),
      { numRuns: 60 },
    );
    const missed = operations.flatMap(({ name, styles }) =>
      Object.keys(styles)
        .filter((style) => !done.has(`${name} ${style}`))
        .map((style) => `${name} ${style}`),
    );
    expect(missed).toEqual([]);
  });

  it('have a row for every operation of more than one style, except for registration', () => {
    const { world } = newWorld({ policies });
    const draw: Draw = { by: 'alice', other: 'bob', cents: 100, back: 0, own: true, flag: true };
    const made: Made = { pick: () => 'x' };
    const asked = new Set(
      operations.flatMap(({ styles }) =>
        Object.values(styles).map((style) => {
          const [method, target] = style(draw, made);
          const found = world.router.find(method, target.split('?')[0] ?? '');
          return `${found?.route.service} ${found?.route.row.operation}`;
        }),
      ),
    );
    const shared = world.router.routes
      .filter(({ row }) => Object.keys(row.styles).length > 1 && row.operation !== 'register')
      .map(({ service, row }) => `${service} ${row.operation}`);
    expect([...new Set(shared)].filter((name) => !asked.has(name))).toEqual([]);
  });
});
