/** What a report shows of a finished comparison with the model: the whole view, its sentences, and each cause. */
import { describe, expect, it } from 'vitest';
import { conformView, type FinishedConform } from '../../../../src/host/app/conform/conform-view.ts';
import type { CauseEvidence } from '../../../../src/live/conform/evidence.ts';
import type { CauseResult, ConformResult, GroupResult } from '../../../../src/live/conform/result-schema.ts';
import { curlOf } from '../../../../src/verification/check/curl.ts';
import { yamlOf } from '../../../../src/verification/check/source.ts';

const quiet: ConformResult = {
  target: 'toy',
  clock: 'sandbox',
  seed: 's',
  policyHash: { model: 'aaaaaaaaaaaaaaaa', target: null },
  runs: 0,
  agents: 0,
  requests: 1,
  sent: 0,
  calls: 0,
  statusCounts: {},
  same: 0,
  differences: { explained: 0, unexplained: 0, groups: [] },
  causes: [],
  namespace: null,
  fromKeys: 0,
  search: { unexamined: 0, ended: null },
  unlisted: 0,
  unlistedOperations: [],
  withheld: 0,
  withheldOperations: [],
  operations: [],
  notCompared: [],
  timeRules: [],
  findings: [],
  seconds: 0,
  stopped: null,
  ok: true,
};

const viewOf = (changes: Partial<ConformResult>, evidence: Partial<FinishedConform['evidence']> = {}) =>
  conformView(
    { result: { ...quiet, ...changes }, evidence: { causes: [], listed: [], ...evidence } },
    'orrery conform t',
  );

const group: GroupResult = {
  call: 'faucet/B/thing',
  kind: 'value',
  field: '/state',
  explanation: null,
  count: 2,
  run: 'r',
  n: 3,
  model: '"open"',
  target: '"closed"',
  cause: 0,
};

describe('the view of a comparison with the model', () => {
  it('has every field of a comparison without a difference', () => {
    expect(viewOf({})).toStrictEqual({
      command: 'conform',
      against: 'model',
      comparison: 'full',
      engine: 'open',
      target: 'toy',
      ok: true,
      about: '1 requests of 0 agents in 0 runs, 0 kinds of calls, 0.0 s.',
      meta: 'seed s · clock sandbox · 0 requests sent in all · policies of the model aaaaaaaaaaaaaaaa',
      troubles: [],
      requests: 1,
      unsent: 0,
      same: 0,
      explained: 0,
      unexplained: 0,
      seconds: 0,
      statusCounts: {},
      namespace: null,
      notes: [],
      causes: [],
      groups: [],
      differences: [],
      operations: [],
      hidden: [],
      timeRules: [],
      times: [],
      expectations: [],
      findings: [],
      repeat: 'orrery conform t',
    });
  });

  it('carries the figures of the result over', () => {
    const operations = [{ call: 'faucet/B/thing', requests: 9, same: 6, explained: 2, unexplained: 1 }];
    const timeRules = [{ rule: 'r', after: '1h', tested: true, outcome: 'tested', why: null }] as const;
    const notCompared = [{ rule: 'wording', field: '/a', count: 3 }] as const;
    const view = viewOf({
      requests: 9,
      agents: 3,
      runs: 2,
      calls: 4,
      seconds: 1.26,
      sent: 12,
      clock: 'running',
      policyHash: { model: 'aaaaaaaaaaaaaaaa', target: 'bbbb' },
      statusCounts: { '200': 7, '404': 2 },
      differences: {
        explained: 2,
        unexplained: 1,
        groups: [group, { ...group, kind: 'unsent', count: 3 }, { ...group, kind: 'unsent', count: 4 }],
      },
      operations,
      timeRules,
      notCompared,
      findings: ['a finding'],
      notes: ['a note'],
      namespace: 'n1',
      same: 6,
      ok: false,
    });
    const { model: _model, target: _target, ...shown } = group;
    expect(view).toMatchObject({
      about: '9 requests of 3 agents in 2 runs, 4 kinds of calls, 1.3 s. Answers: 200: 7, 404: 2.',
      meta: 'seed s · clock running · 12 requests sent in all · policies of the model aaaaaaaaaaaaaaaa, of the target bbbb',
      troubles: [],
      unsent: 7,
      explained: 2,
      unexplained: 1,
      notes: ['a note', 'The target says that it reads the documents differently: its policies are others.'],
      findings: ['a finding'],
      namespace: 'n1',
      operations,
      hidden: notCompared,
      timeRules,
    });
    expect(view.groups[0]).toStrictEqual({ ...shown, expected: '"open"', live: '"closed"' });
  });

  it('lists each difference with the value of the model and that of the target', () => {
    const difference = { kind: 'value', field: '/state', explanation: null, n: 3, call: 'faucet/B/thing', run: 'r', cause: 0 } as const; // prettier-ignore
    const view = viewOf({}, { listed: [{ ...difference, recorded: '"open"', live: '"closed"' }] });
    expect(view.differences).toStrictEqual([{ ...difference, expected: '"open"', live: '"closed"' }]);
  });
});

describe('what went wrong beside differences', () => {
  it.each<[string, Partial<ConformResult>, string[]]>([
    [
      'a target that is gone, among other findings',
      { findings: ['a finding', 'the target is gone: reset', 'so the target is gone'] },
      ['the target is gone: reset'],
    ],
    ['a budget that is used up', { stopped: 'budget' }, ['The requests of the budget are used up.']],
    ['an early stop', { stopped: 'runs' }, ['It was stopped before its end.']],
    ['no request at all', { requests: 0 }, ['Nothing was compared.']],
  ])('%s', (_what, changes, troubles) => {
    expect(viewOf(changes).troubles).toEqual(troubles);
  });
});

describe('what a reader of the figures has to know', () => {
  const model = 'aaaaaaaaaaaaaaaa';
  const operations = [
    { call: 'faucet/B/thing', requests: 5 },
    { call: 'bank', requests: 2 },
  ];
  it.each<[string, Partial<ConformResult>, string[]]>([
    ['the same policies', { policyHash: { model, target: model } }, []],
    [
      'other policies',
      { policyHash: { model, target: '' } },
      ['The target says that it reads the documents differently: its policies are others.'],
    ],
    [
      'kinds of differences that were not examined',
      { search: { unexamined: 1, ended: 'x' } },
      ['1 kinds of differences were not examined: --causes or --shrink-for was used up.'],
    ],
    ['operations of services without requests', { unlistedOperations: operations, withheldOperations: operations }, []],
    [
      'services that are not listed',
      { unlisted: 7, unlistedOperations: operations },
      [
        'Neither sent nor compared, because the target file does not list their service: 5 faucet/B/thing, 2 bank.',
      ],
    ],
    [
      'requests beyond the budget',
      { withheld: 7, withheldOperations: operations },
      ['Neither sent nor compared, because the budget does not cover them: 5 faucet/B/thing, 2 bank.'],
    ],
  ])('%s', (_what, changes, notes) => {
    expect(viewOf(changes).notes).toEqual(notes);
  }); // prettier-ignore
});

const scenario = {
  name: 'smallest',
  seed: '1',
  for: '1h',
  operations: [{ by: 'a', do: 'POST /faucet/claim' }],
};
const cause: CauseResult = {
  subject: 'state',
  about: 'a sentence',
  call: 'faucet/B/thing',
  kind: 'value',
  field: '/state',
  model: '"open"',
  target: '"closed"',
  readings: [
    { policy: 'rounding', value: 'floor' },
    { policy: 'ids', value: 'uuid' },
  ],
  differences: 2,
  followers: 3,
  requests: 2,
  tries: 4,
  why: null,
  scenario,
};
const step = { atMs: 1, agent: 'a', service: 'faucet', operation: 'faucet/B/thing', call: 'POST /faucet/claim', sent: '', status: 200, code: '', answer: '{}' }; // prettier-ignore
const shown: CauseEvidence = {
  request: 'POST /faucet/claim',
  answers: { expected: { status: 200, lines: [] }, live: { status: 409, lines: [] } },
  differences: [],
  steps: [step],
  run: 'first-month',
  n: 5,
};
const causeOf = (changes: Partial<CauseResult>, evidence: readonly CauseEvidence[] = []) =>
  viewOf({ causes: [{ ...cause, ...changes }] }, { causes: evidence }).causes[0];

describe('a cause', () => {
  it('has its smallest sequence as steps and as files, and what is alike', () => {
    expect(causeOf({}, [shown])).toStrictEqual({
      subject: 'state',
      about: 'a sentence',
      call: 'faucet/B/thing',
      request: 'POST /faucet/claim',
      answers: shown.answers,
      fields: [{ kind: 'value', field: '/state', expected: '"open"', live: '"closed"' }],
      extent: '2 kinds of differences, 3 more may follow from it; first at request 5 of first-month',
      sequence: "Smallest sequence: 2 requests, with the target's answers.",
      steps: [step],
      startMs: 0,
      readings: ['rounding=floor', 'ids=uuid'],
      files: [
        { title: 'The smallest sequence as a scenario', text: yamlOf(scenario) },
        { title: 'The same with curl', text: curlOf(scenario) },
      ],
    });
  });

  it('has the differences of its answer where they are known', () => {
    const differences = [
      { kind: 'amount', field: '/sum', recorded: '"1"', live: '"2"', explanation: null } as const,
    ];
    expect(causeOf({}, [{ ...shown, differences }])?.fields).toMatchObject([
      { kind: 'amount', field: '/sum', expected: '"1"', live: '"2"' },
    ]);
  });

  it('says why it has no smallest sequence', () => {
    expect(causeOf({ scenario: null, requests: 0, why: 'it does not repeat', differences: 1, followers: 0, readings: [] })).toStrictEqual({
      subject: 'state',
      about: 'a sentence',
      call: 'faucet/B/thing',
      request: '',
      answers: undefined,
      fields: [{ kind: 'value', field: '/state', expected: '"open"', live: '"closed"' }],
      extent: '1 kind of difference',
      sequence:
        "No smallest sequence: it does not repeat. Requests of the run that it may depend on, with the target's answers:",
      steps: [],
      startMs: 0,
      readings: [],
      files: [],
    });
  }); // prettier-ignore

  it('is in the singular where its sequence is one request', () => {
    expect(causeOf({ requests: 1 })?.sequence).toBe(
      "Smallest sequence: 1 request, with the target's answers.",
    );
  });

  it('has the evidence at its own position', () => {
    const view = viewOf({ causes: [cause, cause] }, { causes: [shown, { ...shown, n: 6 }] });
    expect(view.causes.map(({ extent }) => extent.slice(-25))).toEqual(
      ['request 5 of first-month', 'request 6 of first-month'].map((text) => ` ${text}`),
    );
  });
});
