/** Calls of the domains service. */
import type { Move, Walk } from '../walk.ts';

export function domainsMoves(walk: Walk): Move[] {
  const free = (): string => `some-name-${walk.integer(30)}.${walk.chance(0.9) ? 'agent' : 'com'}`;
  return [
    () => ['GET', `/domains/api/v1/check?domain=${free()}`, undefined],
    () => ['POST', '/domains/api/v1/register', { domain: free(), years: 1 }],
    () => ['POST', '/api/domains-api/register', { domain: free() }],
    () => ['GET', '/domains/api/v1/domains', undefined],
    () => ['GET', '/api/domains-api/domains?limit=3', undefined],
    () => [
      'POST',
      '/domains/api/v1/dns',
      { domain: walk.known('domain'), type: 'A', value: '192.0.2.7', ttl: 300 },
    ],
    () => ['GET', `/domains/api/v1/valuation?domain=${free()}`, undefined],
    () => ['GET', `/api/domains-api/lookup/${walk.known('domain')}`, undefined],
    () => ['POST', '/api/domains-api/renew', { domain: walk.known('domain'), years: 1 }],
    () => ['POST', '/api/domains-api/renew', { domain: walk.known('domain') }],
    () => ['POST', '/api/domains-api/transfer', { domain: walk.known('domain'), to: walk.agent() }],
    () => ['POST', '/api/domains-api/transfer', { domain: walk.known('domain'), to: walk.newest('agent') }],
  ];
}
