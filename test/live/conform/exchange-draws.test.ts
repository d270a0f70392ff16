/** What follows from a draw, and from a request that the target alone has refused: later exchanges of the same run. */
import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/core/http/message.ts';
import { Correspondence } from '../../../src/live/conform/correspondence.ts';
import { ExchangeJudge, type BothResponses } from '../../../src/live/conform/exchange-judge.ts';
import type { LiveAnswer } from '../../../src/live/conform/live-client.ts';
import type { LearnedNames } from '../../../src/live/traffic/names/learned-names.ts';
import { answerOf } from './exchanges.ts';
import { both, foundIn, judgeWith, keyed, ownNames, type Options } from './judged.ts';

const unsent: LiveAnswer = { kind: 'failed', reason: 'unsendable' };
const late: LiveAnswer = { kind: 'failed', reason: 'timeout' };

/** A request by its number, and what both answer. */
type Step = readonly [n: number, model: Json, live: LiveAnswer | Json, change?: Partial<BothResponses>];

/** The explanations of the differences of each request, in order. */
const explained = (steps: readonly Step[], judge = judgeWith(ownNames())) =>
  steps.map(([n, model, live, change]) => foundIn(judge, model, live, { n, ...change }));

const refusal = (status: number, code: string, more: object = {}) => ({
  model: { status, headers: {}, body: { code, ...more } },
});

/** An order that the target alone refuses for lack of money, although the model has none of its account's past. */
const refusedAlone: Step = [
  0, {}, answerOf({ code: 'INSUFFICIENT_BALANCE' }, 402),
  { ...keyed, account: 0, call: 'escrow/B/create', model: { status: 201, headers: {}, body: {} } },
]; // prettier-ignore

describe('a request that could not be sent', () => {
  const lost = (n: number, things: readonly number[], change: object = {}): Step => [
    n,
    {},
    unsent,
    { things, ...change },
  ];
  const drawn = [['unsent', '', 'drawn']];
  const open = [['unsent', '', null]];

  it('is explained where it refers to what the target alone has refused, and so is what refers to it', () => {
    const steps = [refusedAlone, lost(1, [0]), lost(2, [1]), lost(3, []), lost(4, [9, 2])];
    expect(explained(steps)).toEqual([[['status', '', 'existing']], drawn, drawn, open, drawn]);
  }); // prettier-ignore

  it('explains nothing of another kind that refers to the same', () => {
    const steps: Step[] = [
      refusedAlone,
      [1, { fee: '1' }, { fee: '2' }, { things: [0] }],
      [2, {}, late, { things: [0] }],
    ];
    expect(explained(steps).slice(1)).toEqual([[['amount', '/fee', null]], [['failed', '', null]]]);
  });

  it('leaves open what its agent owns, and no other agent', () => {
    const balance = (agent: number): Step => [
      5,
      { balance: '1.00' },
      { balance: '9.00' },
      { ...keyed, call: 'escrow/B/balance', agent },
    ];
    const after = explained([refusedAlone, lost(1, [0], { agent: 7 }), balance(7), balance(8)]);
    expect(after.slice(2)).toEqual([[['amount', '/balance', 'drawn']], [['amount', '/balance', null]]]);
  });

  it('is open after a refusal that the past of no account explains', () => {
    const [n, model, live, change] = refusedAlone;
    const steps: Step[] = [[n, model, live, { ...change, account: undefined }], lost(1, [0])];
    expect(explained(steps)).toEqual([[['status', '', null]], open]);
  });

  it('is open after a claim that an earlier one explains, and after a refusal by both', () => {
    const claim = { ...keyed, account: 0, call: 'faucet/B/claimDaily' };
    const claimed: Step = [0, {}, answerOf({ code: 'ALREADY_CLAIMED' }, 409), claim];
    expect(explained([claimed, lost(1, [0])])).toEqual([[['status', '', 'existing']], open]);
    const shown = { ...keyed, account: 0, ...refusal(409, 'X', { balance: '1.00' }) };
    const both409: Step = [0, {}, answerOf({ code: 'X', balance: '9.00' }, 409), shown];
    expect(explained([both409, lost(1, [0])])).toEqual([[['amount', '/balance', 'existing']], open]);
  });
});

describe('a draw', () => {
  const request = {
    ...both({}, {}).request,
    method: 'POST',
    path: '/casino/bet',
    body: { amount: '1', game: 'dice' },
  };
  const bet = { call: 'casino/B/bet', request } as unknown as Partial<BothResponses>;
  const round = (payout: string) => ({ bet_id: 'x', amount: '1.00', payout });
  const balance = (live: string): Step => [
    1,
    { balance: '5.00' },
    { balance: live },
    { ...keyed, call: 'escrow/B/balance' },
  ];

  it('changes what its agent owns by what it has paid, and by nothing else', () => {
    const judge = judgeWith(ownNames());
    const [drawn, same, more] = explained(
      [[0, round('2.00'), round('0.00'), bet], balance('3.00'), balance('4.00')],
      judge,
    );
    expect(drawn).toEqual([['amount', '/payout', 'drawn']]);
    expect([same, more]).toEqual([[['amount', '/balance', 'drawn']], [['amount', '/balance', null]]]);
  }); // prettier-ignore

  it('has no part in a contest without an answer', () => {
    const at = (operation: string, agent: number, things: number[]) => ({ call: `casino/B/${operation}`, agent, things });
    const joined = (live: LiveAnswer | Json) =>
      explained([
        [0, {}, {}, at('create', 1, [])],
        [1, {}, live, at('join', 2, [0])],
        [2, { winner_id: 'alice' }, { winner_id: 'bobby' }, at('detail', 1, [0])],
        [3, { balance: '5.00' }, { balance: '9.00' }, { ...keyed, call: 'escrow/B/balance', agent: 2 }],
      ])[3];
    expect(joined({})).toEqual([['amount', '/balance', 'drawn']]);
    expect(joined(late)).toEqual([['amount', '/balance', null]]);
  }); // prettier-ignore
});

describe('a target that keeps its data', () => {
  it('may word what each deployment says of itself as it likes', () => {
    const said = (field: string, options: Partial<Options> = ownNames()) =>
      foundIn(judgeWith(options), { [field]: 'alice' }, { [field]: 7 }, { call: 'casino/A/gossip' });
    expect(said('base_url')).toEqual([]);
    expect(said('base_url', {})).toEqual([['shape', '/base_url', null]]);
    expect(said('title')).toEqual([['shape', '/title', null]]);
  });
});

describe('names that are learnt', () => {
  it('are those of fields that hold no known secret', () => {
    const found: boolean[] = [];
    const secret = 'a plain password of alice';
    const learned = {
      add: (_call: string, { isSecret }: { isSecret: (name: string) => boolean }) =>
        found.push(isSecret(secret), isSecret(`x ${secret}`), isSecret('balance')),
    } as unknown as LearnedNames;
    const driver = { answeredAtMs: () => undefined, toleranceMs: () => 0 } as unknown as Options['driver'];
    new ExchangeJudge(new Correspondence(), { driver, learned }).judge(both({}, { password: secret }));
    expect(found).toEqual([true, true, false]);
  });
});
