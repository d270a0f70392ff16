/**
 * The whole document under each set of policies that changes it, piece by piece: a tag is one service in one style.
 * Of a set other than the published one only what it changes is kept.
 * `UPDATE_WHOLE_DOCUMENTS=1 npx vitest run test/host/serve/openapi/whole-documents` keeps what the documents say now.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../../src/core/http/message.ts';
import { walletDocument } from '../../../../src/host/serve/openapi/wallet-document.ts';
import { newSandbox } from '../serving.ts';

const sets = {
  'as published': {},
  'info on every answer': { 'http.info': 'on' },
  'no Idempotency-Key': { 'http.idempotency': 'none' },
  'limits on every answer': { 'limits.unlimitedHeaders': 'maximum' },
  'the body of a 429 as the documents print it': { 'errors.rateLimitBody': 'literal' },
  'a claim refused with 403, and the first without a key': {
    'errors.faucetClaimedStatus': '403',
    'faucet.firstClaim': 'keyless',
    'escrow.disputedName': 'frozen',
  },
  'a claim refused with 400, and other bounds of requests': {
    'errors.faucetClaimedStatus': '400',
    'domains.lookup': 'open',
    'trading.sizeA': 'quote',
    'trading.sidesA': 'any',
    'trading.leverageA': 'wide',
    'trading.spotLeverage': 'ignore',
    'casino.hiloGuess': 'informed',
    'casino.slotsMinimum': '0.10',
    'wallet.health': 'key',
  },
} satisfies Record<string, Record<string, string>>;

type Pieces = Record<string, string>;
const file = new URL('whole-documents.json', import.meta.url);
const isUpdate = process.env['UPDATE_WHOLE_DOCUMENTS'] === '1';
const kept: Record<string, Pieces> = isUpdate ? {} : (JSON.parse(readFileSync(file, 'utf8')) as Record<string, Pieces>); // prettier-ignore

const digestOf = (value: Json): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 12);

/** A digest of every part of the document, and of the wallet's own. The hash of the policies is no part of them. */
function piecesOf(document: JsonObject): Pieces {
  const paths = document['paths'] as Record<string, Record<string, { tags: string[] }>>;
  const parts: Record<string, Json[]> = {};
  for (const [path, methods] of Object.entries(paths))
    for (const [method, operation] of Object.entries(methods))
      (parts[operation.tags.join()] ??= []).push([path, method, operation]);
  const { paths: _paths, info, ...rest } = document;
  const { 'x-policy-hash': _hash, ...words } = info as JsonObject;
  const { info: _info, ...wallet } = walletDocument(document);
  const all = { ...parts, ...rest, info: words, 'wallet descriptor': wallet };
  return Object.fromEntries(Object.entries(all).map(([name, part]) => [name, digestOf(part as Json)]));
}

let published: Pieces | undefined;
const publishedPieces = (): Pieces => (published ??= piecesOf(newSandbox().openapi()));

/** Pieces that are other than in the document as published. */
function changed(pieces: Pieces): Pieces {
  const before = publishedPieces();
  return Object.fromEntries(Object.entries(pieces).filter(([name, digest]) => before[name] !== digest));
}

// The first document of a process takes longest: every schema is made.
beforeAll(publishedPieces);

it.each(Object.entries(sets))('the document with %s says what it said', (name, policies) => {
  const isPublished = name === 'as published';
  const pieces = isPublished ? publishedPieces() : changed(piecesOf(newSandbox({ policies }).openapi()));
  if (isUpdate) kept[name] = pieces;
  expect(pieces).toEqual(kept[name]);
  expect(Object.keys(pieces)).not.toEqual([]);
});

it('is kept for each set and no other', () => {
  if (isUpdate) writeFileSync(file, `${JSON.stringify(kept, null, 2)}\n`);
  expect(Object.keys(kept)).toEqual(Object.keys(sets));
});
