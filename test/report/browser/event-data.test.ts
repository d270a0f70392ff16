import { expect, it } from 'vitest';
import type { AgentData } from '../../../src/report/browser/agent-search.ts';
import { decodeEvents, type EventData, type PageEvent } from '../../../src/report/browser/event-data.ts';

const agents: AgentData = {
  behaviours: ['Buyer'],
  tiers: ['free'],
  rows: [
    ['Ann', 'agt_1', 0, 0],
    ['Bob', 'agt_2', 7, 0],
  ],
  rowMax: 50,
};

const data = (parts: Partial<EventData>): EventData => ({
  routes: [
    ['escrow', 'A', 'create', 'POST', '/escrow/:id/end:/:Part'],
    ['escrow', '', 'expired', '', ''],
    ['faucet', 'B', 'unknown', 'GET', ''],
  ],
  kinds: [
    [0, 201, '', 5],
    [0, 409, 'CONFLICT', 2],
    [1, 0, '', 3],
    [2, 404, 'NOT_FOUND', 1],
    [9, 500, '', 1],
  ],
  others: [['Eve', 'Prober']],
  lines: '',
  faults: [],
  startMs: 1_000,
  endMs: 9_000,
  rowMax: 50,
  ...parts,
});

const decoded = (parts: Partial<EventData>): readonly PageEvent[] => decodeEvents(data(parts), agents);

const request: PageEvent = {
  atMs: 1_000,
  number: 1,
  name: 'Ann',
  behaviour: 'Buyer',
  service: 'escrow',
  operation: 'create',
  style: 'A',
  status: 201,
  response: '201',
  what: 'POST /escrow/Esc_1/end:/Two',
  agentKey: 'ann\nbuyer',
  textKey: 'escrow\ncreate\na\n201\npost /escrow/esc_1/end:/two\n1\nann\nbuyer',
};

it('reads a request with its path, time and number, steps in base 36', () => {
  expect(decoded({ lines: '0 1 0 1 Esc_1/Two\nzz 10 0 1 Esc_1/Two' })).toEqual([
    request,
    {
      ...request,
      atMs: 1_000 + 35 * 36 + 35,
      number: 37,
      textKey: request.textKey.replace('\n1\n', '\n37\n'),
    },
  ]);
});

it.each([
  [
    'a refusal whose path has fewer values than parameters',
    '1 2 1 2 Esc_1',
    {
      atMs: 1_001,
      number: 2,
      name: 'Bob',
      behaviour: '',
      response: '409 CONFLICT',
      status: 409,
      what: 'POST /escrow/Esc_1/end:/:Part',
      agentKey: 'bob\n',
      textKey: 'escrow\ncreate\na\n409 conflict\npost /escrow/esc_1/end:/:part\n2\nbob\n',
    },
  ],
  [
    'a path without a template, with spaces',
    '0 1 3 3 /No Such/Path',
    {
      name: 'Eve',
      behaviour: 'Prober',
      service: 'faucet',
      style: 'B',
      operation: 'unknown',
      status: 404,
      response: '404 NOT_FOUND',
      what: 'GET /No Such/Path',
      agentKey: 'eve\nprober',
      textKey: 'faucet\nunknown\nb\n404 not_found\nget /no such/path\n1\neve\nprober',
    },
  ],
  [
    'a kind whose route is not in the page, by an agent that is not either',
    '0 1 4 9 /x',
    {
      name: '',
      behaviour: '',
      service: '',
      style: '',
      operation: '',
      status: 500,
      response: '500',
      what: ' /x',
      agentKey: '\n',
      textKey: '\n\n\n500\n /x\n1\n\n',
    },
  ],
  [
    'a timer event with an amount, of no agent',
    '0 0 2 0 1234567.5',
    {
      number: 0,
      name: '',
      behaviour: '',
      operation: 'expired',
      style: '',
      status: 0,
      response: 'timer event',
      what: '1,234,567.5 USDC',
      agentKey: '\n',
      textKey: 'escrow\nexpired\n\ntimer event\n1,234,567.5 usdc\n\n\n',
    },
  ],
  [
    'a timer event without an amount',
    '0 0 2 0 ',
    {
      number: 0,
      name: '',
      behaviour: '',
      operation: 'expired',
      style: '',
      status: 0,
      response: 'timer event',
      what: '',
      agentKey: '\n',
      textKey: 'escrow\nexpired\n\ntimer event\n\n\n\n',
    },
  ],
  [
    'a kind that is not in the page as a timer event of the first route',
    '0 1 z 1 5',
    {
      number: 0,
      status: 0,
      response: 'timer event',
      what: '5 USDC',
      textKey: 'escrow\ncreate\na\ntimer event\n5 usdc\n\nann\nbuyer',
    },
  ],
] as const)('reads %s', (_name, lines, differing) => {
  expect(decoded({ lines })).toEqual([{ ...request, ...differing }]);
});

it('has no events without lines and faults', () => {
  expect(decoded({})).toEqual([]);
});

const fault = (atMs: number, operation: string): PageEvent => ({
  atMs,
  number: 0,
  name: '',
  behaviour: '',
  service: 'escrow',
  operation,
  style: '',
  status: -1,
  response: 'fault',
  what: 'Every Request',
  agentKey: '\n',
  textKey: `escrow\n${operation}\n\nfault\nevery request\n\n\n`,
});

it.each([
  ['with an end in the run', 2_000, 8_999, ['starts', 'ends']],
  ['that ends with the run', 2_000, 9_000, ['starts', 'ends']],
  ['that outlasts the run', 2_000, 9_001, ['starts']],
  ['of one instant', 2_000, 2_000, ['starts']],
  ['of a millisecond', 2_000, 2_001, ['starts', 'ends']],
] as const)('shows a fault %s', (_name, fromMs, untilMs, edges) => {
  expect(decoded({ faults: [[fromMs, untilMs, 'escrow', 'outage', 'Every Request']] })).toEqual(
    edges.map((edge) => fault(edge === 'starts' ? fromMs : untilMs, `outage ${edge}`)),
  );
});

it('puts faults between the requests, in order of time', () => {
  const events = decoded({
    lines: '0 1 0 1 a/b\nrs 1 0 1 a/b\nrs 1 0 1 a/b',
    faults: [
      [2_500, 3_500, 'escrow', 'late', ''],
      [1_500, 2_600, 'escrow', 'early', ''],
    ],
  });
  expect(events.map(({ atMs, operation }) => [atMs, operation])).toEqual([
    [1_000, 'create'],
    [1_500, 'early starts'],
    [2_000, 'create'],
    [2_500, 'late starts'],
    [2_600, 'early ends'],
    [3_000, 'create'],
    [3_500, 'late ends'],
  ]);
});
