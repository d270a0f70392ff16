/** The rows of operations, and which labels name a service. */
import { describe, expect, it } from 'vitest';
import {
  byCount,
  CallTallies,
  measuresOf,
  measuresOfServices,
  operationsOf,
} from '../../../../src/live/traffic/measure/call-tallies.ts';

function talliesOf(...calls: readonly string[]): CallTallies {
  const tallies = new CallTallies();
  for (const call of calls)
    tallies.add({ call, status: 200, code: '', responseMs: undefined, serviceMs: undefined });
  return tallies;
}
const namesOf = (tallies: CallTallies) => measuresOfServices(tallies).map(({ name }) => name);
const untimed = (tags: string) => ['http_reqs', 'http_req_failed', 'http_req_timeouts'].map((name) => `${name}{service:${tags}}`); // prettier-ignore

describe('operations', () => {
  it('are in the order of their names, with the rate of each', () => {
    const rows = operationsOf(talliesOf('b', 'c', 'a', 'd', 'b', 'b'), 2);
    expect(rows.map(({ call, requests, perSecond, failed, errors }) => [call, requests, perSecond, failed, errors])).toEqual([
      ['a', 1, 0.5, 0, {}], ['b', 3, 1.5, 0, {}], ['c', 1, 0.5, 0, {}], ['d', 1, 0.5, 0, {}],
    ]);
  }); // prettier-ignore

  it('have equal counts of errors in the order of their names', () => {
    const counts = new Map([['d', 1], ['a', 1], ['c', 1], ['b', 2], ['e', 1]]);
    expect(Object.keys(byCount(counts))).toEqual(['b', 'a', 'c', 'd', 'e']);
  }); // prettier-ignore

  it.each(['GET /x/y/z', 'X/a/b', 'wallet/a', 'wallet/a/b/c', 'wallet/a/b c', 'wallet/a b/c', '1wallet/a/b', 'wallet//b', ''])(
    'of the label %j belong to no service', (call) => {
      expect(namesOf(talliesOf(call))).toEqual([]);
    }); // prettier-ignore

  it('belong to the service of their label, whose times are left out where none was measured', () => {
    const tallies = talliesOf('wallet/Sty/send_all', 'escrow/B/list', 'escrow/B/list');
    expect(namesOf(tallies)).toEqual([...untimed('escrow'), ...untimed('wallet')]);
    expect(measuresOf(tallies).map(({ name, value }) => [name, value])).toEqual([
      ['http_reqs', 3], ['http_req_failed', 0], ['http_req_timeouts', 0], ['rate_limited_total', 0],
      ...untimed('escrow').map((name, index) => [name, index === 0 ? 2 : 0]), ...untimed('wallet').map((name, index) => [name, index === 0 ? 1 : 0]),
    ]);
  }); // prettier-ignore
});
