/** The routes of domains: a row an operation, a column a style (specification.md, Domains). */
import { rowsOf } from '../../../core/http/route.ts';
import type { Domains } from './domains.ts';
import { checkA, dnsA, listA, registerA, valuationA } from './style-a.ts';
import { listB, lookupB, registerB, renewB, transferB } from './style-b.ts';
import { domainsRow, domainCap } from './limits.ts';

const row = rowsOf<Domains>();

/** The rows of the service, in styles A and B. */
export const domainRows = [
  row('check', {
    about: 'Whether a name is free, and what a year of it costs',
    access: 'key',
    success: 200,
    limits: { row: domainsRow },
    refusals: ['RATE_LIMIT', 'UNAUTHORIZED', 'BAD_REQUEST'],
    styles: { A: ['GET', '/api/v1/check', checkA] },
  }),
  row('register', {
    about: 'Register a name for 1 to 10 years',
    access: 'key',
    success: 201,
    limits: {
      row: domainsRow,
      operation: domainCap,
      register: { unless: { policy: 'limits.registerCap', is: 'accounts' } },
    },
    refusals: ['RATE_LIMIT', 'UNAUTHORIZED', 'BAD_REQUEST', 'CONFLICT', 'INSUFFICIENT_BALANCE'],
    styles: { A: ['POST', '/api/v1/register', registerA], B: ['POST', '/register', registerB] },
  }),
  row('list', {
    about: "The agent's domains, newest first",
    access: 'key',
    success: 200,
    limits: { row: domainsRow },
    refusals: ['RATE_LIMIT', 'UNAUTHORIZED', 'BAD_REQUEST'],
    styles: { A: ['GET', '/api/v1/domains', listA], B: ['GET', '/domains', listB] },
  }),
  row('changeRecord', {
    about: 'Add or update a DNS record; an empty value removes',
    access: 'key',
    success: 200,
    limits: { row: domainsRow },
    refusals: ['RATE_LIMIT', 'UNAUTHORIZED', 'BAD_REQUEST', 'NOT_FOUND', 'FORBIDDEN', 'CONFLICT'],
    styles: { A: ['POST', '/api/v1/dns', dnsA] },
  }),
  row('valuation', {
    about: 'What a name might be worth, and why',
    access: 'key',
    success: 200,
    limits: { row: domainsRow },
    refusals: ['RATE_LIMIT', 'UNAUTHORIZED', 'BAD_REQUEST'],
    styles: { A: ['GET', '/api/v1/valuation', valuationA] },
  }),
  row('lookup', {
    about: 'Owner, dates, resolver and DNS records of a name',
    access: { keyUnless: { policy: 'domains.lookup', is: 'open' } },
    success: 200,
    limits: { row: domainsRow },
    refusals: ['RATE_LIMIT', 'UNAUTHORIZED', 'BAD_REQUEST', 'NOT_FOUND'],
    styles: { B: ['GET', '/lookup/:domain', lookupB] },
  }),
  row('renew', {
    about: 'Add 1 to 10 years to the expiry, up to ten years ahead',
    access: 'key',
    success: 200,
    limits: { row: domainsRow },
    refusals: ['RATE_LIMIT', 'UNAUTHORIZED', 'BAD_REQUEST', 'NOT_FOUND', 'FORBIDDEN', 'INSUFFICIENT_BALANCE'],
    styles: { B: ['POST', '/renew', renewB] },
  }),
  row('transfer', {
    about: 'Hand a domain on; with a price, swap it for the money at once',
    access: 'key',
    success: 200,
    limits: { row: domainsRow },
    refusals: [
      'RATE_LIMIT',
      'UNAUTHORIZED',
      'BAD_REQUEST',
      'NOT_FOUND',
      'FORBIDDEN',
      'CONFLICT',
      'INSUFFICIENT_BALANCE',
    ],
    styles: { B: ['POST', '/transfer', transferB] },
  }),
];
