/** Bodies and references of a session as a scenario writes them. */
import { expect, it } from 'vitest';
import { labelled, sentBody, tracedReference } from '../../../../src/host/app/session/written-values.ts';
import type { TracedRequest } from '../../../../src/simulation/trace/format.ts';

const request = (parts: Pick<TracedRequest, 'body' | 'raw'>): TracedRequest => ({
  method: 'POST',
  path: '/x',
  ip: '203.0.113.7',
  ...parts,
});

it.each<[Pick<TracedRequest, 'body' | 'raw'>, object]>([
  [{}, {}],
  [{ raw: '' }, {}],
  [{ body: null }, { body: null }],
  [{ body: 0 }, { body: 0 }],
  [{ body: { a: 1 }, raw: '{"b":2}' }, { body: { a: 1 } }],
  [{ raw: '{"b":2}' }, { body: { b: 2 } }],
  [{ raw: '[]' }, { body: [] }],
  [{ raw: '{"b":2' }, { raw: '{"b":2' }],
  [{ raw: 'null' }, { raw: 'null' }],
  [{ raw: '5' }, { raw: '5' }],
  [{ raw: '"text"' }, { raw: '"text"' }],
  [{ raw: ' ' }, { raw: ' ' }],
])('of %o is sent %o', (parts, sent) => expect(sentBody(request(parts))).toStrictEqual(sent));

it.each([
  ['a plain text', 'a plain text'],
  ['${12:/escrow_id}', '${answer-12:/escrow_id}'],
  ['/x/${0:/a}/${1234567890:/b~1c}', '/x/${answer-0:/a}/${answer-1234567890:/b~1c}'],
  ['${12345678901:/a}', '${12345678901:/a}'],
  ['${:/a}', '${:/a}'],
  ['${1:}', '${answer-1:}'],
  ['$$5', '$5'],
  ['$$', '$'],
  ['$$$$', '$$'],
  ['$$x{', '$x{'],
  ['$${a}', '$${a}'],
  ['$$$${a}', '$$${a}'],
  ['$$5${0:/a}', '$5${answer-0:/a}'],
])('a scenario writes %s as %s', (traced, text) => expect(labelled(traced)).toBe(text));

it('writes references at any depth, names excepted, and other values as they are', () => {
  const value = { $$a: ['$$', { b: '${1:/c}' }, 5, null, true, undefined], d: [], e: {} };
  expect(labelled(value)).toStrictEqual({
    $$a: ['$', { b: '${answer-1:/c}' }, 5, null, true, undefined],
    d: [],
    e: {},
  });
  expect([labelled(5), labelled(null), labelled(undefined), labelled(false)]).toEqual([
    5,
    null,
    undefined,
    false,
  ]);
});

it('finds each reference with its number and its place, and each doubled dollar', () => {
  const found = [...'a $$ ${3:/x/0} ${4:/y$} ${x:/z}'.matchAll(tracedReference)];
  expect(found.map(([...parts]) => parts)).toEqual([
    ['$$', undefined, undefined],
    ['${3:/x/0}', '3', '/x/0'],
  ]);
});
