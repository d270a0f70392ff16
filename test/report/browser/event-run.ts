/** A run with seven events: five requests and what fell due, and both ends of a fault. */
import type { NotableEvent, NotableKind, RunResult } from '../../../src/simulation/scenario/result.ts';
import { emptyRun, fixtureAgents } from '../fixture.ts';

const startMs = Date.UTC(2026, 0, 1);

/** Something that can happen, with its answer. */
export const kind = (service: string, operation: string, status: number, code: string): NotableKind => ({
  service,
  style: status === 0 ? '' : 'A',
  operation,
  method: 'POST',
  template: `/${service}/:id`,
  status,
  code,
  total: 1,
});

/** One event, seconds after the start. */
export const event = (kindAt: number, seconds: number, parts: Partial<NotableEvent>): NotableEvent => ({
  kind: kindAt,
  event: 0,
  atMs: startMs + seconds * 1000,
  agent: -1,
  path: '',
  amountMicros: 0,
  ...parts,
});

const kinds = [
  kind('faucet', 'claim', 200, ''),
  kind('escrow', 'create', 400, 'BAD_REQUEST'),
  kind('escrow', 'list', 500, 'INTERNAL_ERROR'),
  kind('escrow', 'expired', 0, ''),
  kind('faucet', 'create', 399, 'ODD'),
];

const events = [
  event(0, 0, { event: 1, agent: 0, path: '/faucet/Claim_1' }),
  event(1, 1, { event: 2, agent: 1, path: '/escrow/esc_2' }),
  event(2, 2.5, { event: 1500, agent: 0, path: '/escrow/esc_3' }),
  event(3, 3, { amountMicros: 1_234_500_000 }),
  event(4, 6, { event: 1501, agent: 1, path: '/faucet/claim_4' }),
];

const [ann, bob] = fixtureAgents(2);
if (ann === undefined || bob === undefined) throw new Error('the fixture has two agents');

const empty = emptyRun();
/** The run. */
export const run: RunResult = {
  ...empty,
  agents: [
    { ...ann, name: 'Ann', behaviour: 'Buyer', requests: 9 },
    { ...bob, name: 'Bob', behaviour: 'idle', requests: 5 },
  ],
  faults: [
    {
      kind: 'outage',
      service: 'escrow',
      startMs: startMs + 4000,
      endMs: startMs + 5000,
      detail: 'all <answered> 503',
    },
  ],
  timeline: { ...empty.timeline, startMs, bucketMs: 1_800_999, bucketCount: 2 },
  notable: { kinds, events },
};
