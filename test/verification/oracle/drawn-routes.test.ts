/** Paths of every call, of none and of nearly one: which call each is, and which refusals each call has a cause for. */
import { describe, expect, it } from 'vitest';
import type { AuditedExchange } from '../../../src/verification/oracle/exchange.ts';
import { endpoints, endpointsOf } from '../../../src/verification/oracle/models/endpoints.ts';
import { checkPossible, possibleCodes } from '../../../src/verification/oracle/models/possible-refusals.ts';
import { describeKept, drawFrom, oneOf, type DrawBelow, type KeptSubject } from '../../kept-digests.ts';
import { bodies, methods, params, pathSaid, queries } from './asked-calls.ts';
import { caseOf, exchangeOf } from './said.ts';

const services = ['faucet', 'escrow', 'domains', 'casino', 'trading', 'wallet'];
const serviceOf = (call: string): string => call.split('/')[0] ?? '';
const pathOf = (parts: readonly string[], value = 'x'): string =>
  parts.map((part) => (part.startsWith(':') ? value : part)).join('/');

/** A path, and those beside it. */
const beside = (path: string): readonly string[] => [
  path,
  `${path}/`,
  `/${path}`,
  `${path}/x`,
  path.replace(/\/[^/]*$/, ''),
  path.replace(/\/[^/]*$/, '/'),
  path.replace('/', '//'),
];

const odd = ['/faucet/mcp', '/escrow/mcp', '/wallet/mcp', '/faucet/mcp/x', '/x/faucet/mcp', '/_sim/clock', '/x/_sim/clock', '/', '', '/unknown', '//']; // prettier-ignore

it('a path is that of the call which names most of its parts', () => {
  for (const { parts, call, method, status } of endpoints) {
    expect(endpointsOf(pathOf(parts), method).map((each) => each.call)).toEqual([call]);
    expect(status === 200 || status === 201).toBe(true);
  }
  expect(endpointsOf('/escrow/escrow/create')).toHaveLength(1);
  expect(endpointsOf('/escrow/api/v1/escrow/list').map(({ call }) => call)).toEqual(['escrow/A/list']);
  expect(endpointsOf('/escrow/api/v1/escrow/listed').map(({ call }) => call)).toEqual(['escrow/A/detail']);
});

const codes = ['BAD_REQUEST', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'INSUFFICIENT_BALANCE', 'FAUCET_CLAIMED', 'GAME_CLOSED', 'MARKET_CLOSED', 'UNAUTHORIZED']; // prettier-ignore
const calls = [...new Set([...endpoints.map(({ call }) => call), 'wallet/B/message', 'casino/A/stream', 'faucet/tool/message', '//', 'control/control/clock'])]; // prettier-ignore

const drawnRefusal = (draw: DrawBelow, code: string): Partial<AuditedExchange> => ({
  status: draw(12) === 0 ? oneOf(draw, [200, 399]) : oneOf(draw, [400, 422]),
  method: oneOf(draw, methods),
  isRaw: draw(9) === 0,
  params: oneOf(draw, params),
  query: oneOf(draw, queries),
  body: oneOf(draw, bodies),
  headers: draw(8) === 0 ? { 'idempotency-key': 'k' } : {},
  answer: { code, error: 'x' },
});

/** What is said of drawn refusals with a code, of every call. */
function refusedWith(code: string, service: string, deal: string): string[] {
  const draw = drawFrom(`${code} ${service}`);
  const { file, said } = caseOf({ setting: { faults: [], policies: { 'casino.videoPokerDeal': deal } } });
  for (const call of calls.filter((each) => serviceOf(each) === service))
    for (let turn = 0; turn < 12; turn += 1) checkPossible(file, exchangeOf(call, drawnRefusal(draw, code)));
  return said;
}

describe('routes and refusals', () => {
  describeKept(
    new URL('drawn-routes.json', import.meta.url),
    [
      ...services.flatMap((service): KeptSubject[] =>
        ['404', '405'].map((unknownMethod) => ({
          name: `paths of ${service}: ${unknownMethod}`,
          made: () => endpoints.filter(({ call }) => serviceOf(call) === service).map(({ parts, call }) => beside(pathOf(parts)).map((path) => pathSaid(path, call, unknownMethod))),
        })),
      ),
      ...['404', '405'].map((unknownMethod) => ({ name: `other paths: ${unknownMethod}`, made: () => [...odd.map((path) => pathSaid(path, '', unknownMethod)), ...odd.map((path) => pathSaid(path, 'faucet/A/x', unknownMethod))] })),
      ...[...services, 'control', ''].flatMap((service) => codes.map((code) => ({ name: `${code} of ${service}`, made: () => ['free', 'staked'].map((deal) => refusedWith(code, service, deal)) }))),
    ],
  );
}); // prettier-ignore

it('a call without a cause in the documents may be refused for its form alone', () => {
  expect(possibleCodes('casino/games')).toEqual(['BAD_REQUEST']);
  expect(possibleCodes('faucet/claimOnce')).toEqual(['BAD_REQUEST', 'FAUCET_CLAIMED']);
  expect(possibleCodes('trading/place')).toEqual(['BAD_REQUEST', 'MARKET_CLOSED', 'INSUFFICIENT_BALANCE', 'NOT_FOUND']);
}); // prettier-ignore
