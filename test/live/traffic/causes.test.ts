/** Differences by cause: one defect is one cause, two defects are two. */
import { describe, expect, it } from 'vitest';
import { differenceCauses, type OpenDifference } from '../../../src/live/traffic/compare/causes.ts';

const difference = (n: number, changes: Partial<OpenDifference>): OpenDifference => ({
  n,
  call: 'escrow/B/create',
  kind: 'amount',
  field: '/fee',
  recorded: '"0.01"',
  live: '"0.02"',
  sessions: [0],
  things: [n],
  ...changes,
});

const fields = (differences: readonly OpenDifference[]): string[] =>
  differenceCauses(differences).causes.map(
    ({ kind, field, alike, followers }) => `${kind} ${field} ${alike}+${followers}`,
  );

describe('causes', () => {
  it('take the fields of one answer, the same field of other calls, and money that follows', () => {
    expect(
      fields([
        difference(3, { call: 'faucet/A/status', field: '/balance', sessions: [9], things: [1] }),
        difference(1, {}),
        difference(1, { field: '/net' }),
        difference(2, { call: 'escrow/B/list', field: '/escrows/*/fee', sessions: [7] }),
      ]),
    ).toEqual(['amount /fee 3+1']);
  });

  it('take what a wrong status or id has touched, by agent or by thing, and nothing else', () => {
    const status = difference(1, {
      kind: 'status',
      field: '',
      recorded: '403 FORBIDDEN',
      live: '200',
      things: [0],
    });
    const state = { kind: 'value', field: '/state' } as const;
    expect(fields([status, difference(2, { ...state, sessions: [4], things: [0] })])).toEqual([
      'status  1+1',
    ]);
    expect(fields([status, difference(2, { ...state, sessions: [0], things: [8] })])).toEqual([
      'status  1+1',
    ]);
    expect(fields([status, difference(2, { ...state, sessions: [4], things: [8] })])).toEqual([
      'status  1+0',
      'value /state 1+0',
    ]);
  });

  it('do not hide another defect behind a wrong amount', () => {
    const state = difference(2, {
      kind: 'value',
      field: '/status',
      recorded: '"released"',
      live: '"RELEASED"',
    });
    expect(fields([difference(1, {}), state])).toEqual(['amount /fee 1+0', 'value /status 1+0']);
  });

  it('tell another status from the first, and a header from a body', () => {
    const one = difference(1, { kind: 'status', field: '', recorded: '403', live: '200', sessions: [1] });
    const other = difference(2, { kind: 'status', field: '', recorded: '201', live: '200', sessions: [2] });
    expect(fields([one, other])).toEqual(['status  1+0', 'status  1+0']);
    expect(
      fields([difference(1, { kind: 'shape', field: 'header retry-after' }), difference(1, {})]),
    ).toEqual(['shape header retry-after 1+0', 'amount /fee 1+0']);
  });

  it('keep headers of rate limits and money apart', () => {
    const header = {
      call: 'escrow/B/list',
      field: 'header x-ratelimit-remaining',
      recorded: '"4"',
      live: '"5"',
    };
    expect(
      fields([
        difference(1, header),
        difference(2, { ...header, call: 'faucet/A/status' }),
        difference(2, { field: '/fee' }),
        difference(3, { field: '/balance', sessions: [4] }),
        difference(4, { ...header, sessions: [4] }),
      ]),
    ).toEqual(['amount header x-ratelimit-remaining 3+0', 'amount /fee 1+1']);
  });
});
