/** The faucet's routes: a row an operation, a column a style (specification.md, Faucet). */
import { rowsOf } from '../../../core/http/route.ts';
import type { Faucet } from './faucet.ts';
import { agentDetailA, claimA, registerA, statusA } from './style-a.ts';
import { claimB, publicAgentsB, referralsB, registerB, statusB } from './style-b.ts';
import { faucetRow } from './limits.ts';

const row = rowsOf<Faucet>();

/** The rows of the service, in styles A and B and as MCP tools. */
export const faucetRows = [
  row('register', {
    about: 'Register an agent and issue its key',
    tool: 'faucet_register',
    access: 'none',
    success: 201,
    limits: { row: faucetRow, register: true },
    refusals: ['RATE_LIMIT', 'BAD_REQUEST', 'CONFLICT', 'SERVICE_UNAVAILABLE'],
    styles: { A: ['POST', '/api/v1/agents/register', registerA], B: ['POST', '/register', registerB] },
  }),
  row('claimOnce', {
    about: 'Claim the one-time 1 USDC',
    tool: 'faucet_claim_once',
    access: 'key',
    success: 200,
    limits: {},
    refusals: ['RATE_LIMIT', 'UNAUTHORIZED', 'FAUCET_CLAIMED', 'SERVICE_UNAVAILABLE'],
    styles: { A: ['POST', '/api/v1/faucet/claim', claimA] },
  }),
  row('claimDaily', {
    about: 'Claim 2.00 USDC, once in 24 hours',
    tool: 'faucet_claim',
    access: { keyUnless: { policy: 'faucet.firstClaim', is: 'keyless' } },
    success: 200,
    limits: { row: faucetRow },
    refusals: ['RATE_LIMIT', 'BAD_REQUEST', 'UNAUTHORIZED', 'FAUCET_CLAIMED', 'SERVICE_UNAVAILABLE'],
    styles: { B: ['POST', '/claim', claimB] },
  }),
  row('status', {
    about: 'Whether a claim is possible, and when the next one is',
    tool: 'faucet_status',
    access: 'key',
    success: 200,
    limits: { row: faucetRow },
    refusals: ['RATE_LIMIT', 'UNAUTHORIZED'],
    styles: { A: ['GET', '/api/v1/faucet/status', statusA], B: ['GET', '/status', statusB] },
  }),
  row('agentDetail', {
    about: 'One agent; its balance to itself alone',
    tool: 'agent_get',
    access: 'key',
    success: 200,
    limits: {},
    refusals: ['RATE_LIMIT', 'UNAUTHORIZED', 'NOT_FOUND'],
    styles: { A: ['GET', '/api/v1/agents/:id', agentDetailA] },
  }),
  row('publicAgents', {
    about: 'Top agents by activity, total claimed, frameworks',
    tool: 'faucet_agents',
    access: 'none',
    success: 200,
    limits: { row: faucetRow },
    refusals: ['RATE_LIMIT'],
    styles: { B: ['GET', '/agents', publicAgentsB] },
  }),
  row('referrals', {
    about: 'Referred agents, fees earned, pending payouts',
    tool: 'faucet_referrals',
    access: 'key',
    success: 200,
    limits: { row: faucetRow },
    refusals: ['RATE_LIMIT', 'UNAUTHORIZED'],
    styles: { B: ['GET', '/referrals', referralsB] },
  }),
];
