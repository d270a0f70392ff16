/** The escrow's routes: a row an operation, a column a style (specification.md, Escrow). */
import { rowsOf } from '../../../core/http/route.ts';
import type { Escrows } from './escrows.ts';
import { createA, detailA, disputeA, listA, releaseA } from './style-a.ts';
import { createB, detailB, disputeB, listB, refundB, releaseB } from './style-b.ts';
import { escrowRow, createCap } from './limits.ts';

const row = rowsOf<Escrows>();

/** The rows of the service, in styles A and B and as MCP tools. */
export const escrowRows = [
  row('create', {
    about: 'Lock funds for a receiver',
    tool: 'escrow_create',
    access: 'key',
    success: 201,
    limits: { row: escrowRow, operation: createCap },
    refusals: ['RATE_LIMIT', 'UNAUTHORIZED', 'BAD_REQUEST', 'NOT_FOUND', 'FORBIDDEN', 'INSUFFICIENT_BALANCE'],
    styles: { A: ['POST', '/api/v1/escrow/create', createA], B: ['POST', '/escrow', createB] },
  }),
  row('release', {
    about: 'Pay the receiver the amount less the 1% fee',
    tool: 'escrow_release',
    access: 'key',
    success: 200,
    limits: { row: escrowRow },
    refusals: ['RATE_LIMIT', 'UNAUTHORIZED', 'BAD_REQUEST', 'NOT_FOUND', 'FORBIDDEN', 'CONFLICT'],
    styles: {
      A: ['POST', '/api/v1/escrow/release', releaseA],
      B: ['POST', '/escrow/:id/release', releaseB],
    },
  }),
  row('refund', {
    about: 'Give the sender the whole amount back',
    tool: 'escrow_refund',
    access: 'key',
    success: 200,
    limits: { row: escrowRow },
    refusals: ['RATE_LIMIT', 'UNAUTHORIZED', 'NOT_FOUND', 'FORBIDDEN', 'CONFLICT'],
    styles: { B: ['POST', '/escrow/:id/refund', refundB] },
  }),
  row('dispute', {
    about: 'Freeze the funds for a 48-hour resolution window',
    tool: 'escrow_dispute',
    access: 'key',
    success: 200,
    limits: { row: escrowRow },
    refusals: ['RATE_LIMIT', 'UNAUTHORIZED', 'BAD_REQUEST', 'NOT_FOUND', 'FORBIDDEN', 'CONFLICT'],
    styles: {
      A: ['POST', '/api/v1/escrow/dispute', disputeA],
      B: ['POST', '/escrow/:id/dispute', disputeB],
    },
  }),
  row('list', {
    about: "The agent's escrows, newest first",
    tool: 'escrow_list',
    access: 'key',
    success: 200,
    limits: { row: escrowRow },
    refusals: ['RATE_LIMIT', 'UNAUTHORIZED', 'BAD_REQUEST'],
    styles: { A: ['GET', '/api/v1/escrow/list', listA], B: ['GET', '/escrows', listB] },
  }),
  row('detail', {
    about: 'One escrow in full, to its parties',
    tool: 'escrow_get',
    access: 'key',
    success: 200,
    limits: { row: escrowRow },
    refusals: ['RATE_LIMIT', 'UNAUTHORIZED', 'NOT_FOUND', 'FORBIDDEN'],
    styles: { A: ['GET', '/api/v1/escrow/:id', detailA], B: ['GET', '/escrow/:id', detailB] },
  }),
];
