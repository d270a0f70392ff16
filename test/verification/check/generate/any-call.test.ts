/** Calls of the tables about what a run has made, and which of them are made late in a run. */
import { describe, expect, it } from 'vitest';
import { dayMs } from '../../../../src/core/base/time.ts';
import { anyCall, endpointsNow, serviceOf } from '../../../../src/verification/check/generate/any-call.ts';
import { endpoints } from '../../../../src/verification/oracle/models/endpoints.ts';
import { describeKept } from '../../../kept-digests.ts';
import { furnished } from './furnished.ts';
import { offeredBy } from './offered.ts';

const services = [...new Set(endpoints.map(serviceOf))];

describe('any call', () => {
  it('is of one of these services', () => {
    expect(services.toSorted()).toEqual(['casino', 'domains', 'escrow', 'faucet', 'trading', 'wallet']);
  });

  it.each([
    ['after forty days', 40 * dayMs, services],
    ['later', 40 * dayMs + 1, services.filter((name) => !['trading', 'wallet'].includes(name))],
  ])('asks for prices until forty days have passed: %s', (_, atMs, wanted) => {
    const model = furnished();
    model.atMs = atMs;
    const now = endpointsNow(model);
    expect([...new Set(now.map(serviceOf))]).toEqual(wanted);
    expect(now).toEqual(endpoints.filter((endpoint) => wanted.includes(serviceOf(endpoint))));
  });
});

describeKept(
  new URL('any-call.json', import.meta.url),
  services.map((service) =>
    offeredBy(service, 3, (model, draw) =>
      endpoints
        .filter((endpoint) => serviceOf(endpoint) === service)
        .map((endpoint) => anyCall(endpoint, { model, draw, person: 'bob' })),
    ),
  ),
);
