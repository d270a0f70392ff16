/** What a run of autocannon is guarded from: bodies without end, answers that are none, and a target that only lets it connect. */
import { EventEmitter } from 'node:events';
import type autocannon from 'autocannon';
import { describe, expect, it } from 'vitest';
import { guard } from '../../../../src/live/traffic/autocannon/guard.ts';
import { bodyBytesMax } from '../../../../src/live/traffic/http/answer-parser.ts';

/** A client whose parser does this with each chunk. */
function guarded(execute: (chunk: Buffer) => unknown = () => 0) {
  const calls: string[] = [];
  const parser = {
    body_bytes: 5 as number | null | undefined,
    execute(chunk: Buffer) {
      calls.push(`execute ${chunk.length} ${this === parser}`);
      return execute(chunk);
    },
  };
  const client = Object.assign(new EventEmitter(), {
    parser,
    _connect() {
      calls.push(`connect ${this === client}`);
    },
    destroy: () => void calls.push('destroy'),
  });
  guard(client as unknown as autocannon.Client, () => void calls.push('broken'));
  return { client, parser, calls, taken: () => calls.splice(0) };
}

const mebibyte = 2 ** 20;
const closed = ['broken', 'destroy'];

describe('a guarded connection', () => {
  it('is closed where answers without a head between them are longer than is read', () => {
    const { client, parser, taken } = guarded();
    expect(bodyBytesMax).toBe(4 * mebibyte);
    for (let count = 0; count < 4; count++) parser.execute(Buffer.alloc(mebibyte));
    expect(taken()).toEqual(Array.from({ length: 4 }, () => `execute ${mebibyte} true`));
    client.emit('response');
    parser.execute(Buffer.alloc(4 * mebibyte));
    expect(taken()).toEqual([`execute ${4 * mebibyte} true`]);
    parser.execute(Buffer.alloc(1));
    expect(taken()).toEqual(closed);
  });

  it.each<[string, () => unknown, readonly string[]]>([
    ['an error', () => new Error('x'), closed],
    ['a mistake that is thrown', () => { throw new Error('x'); }, closed],
    ['the number of bytes', () => 7, []],
    ['nothing', () => undefined, []],
  ])('is closed where the parser gives %s: %j', (_what, execute, after) => {
    const { parser, taken } = guarded(execute);
    parser.execute(Buffer.from('abc'));
    expect(taken()).toEqual(['execute 3 true', ...after]);
  }); // prettier-ignore

  it('is closed at the twenty-first connect without an answer, and begins to count again with one', () => {
    const { client, taken } = guarded();
    for (let count = 0; count < 20; count++) client._connect();
    expect(taken()).toEqual(Array.from({ length: 20 }, () => 'connect true'));
    client.emit('response');
    for (let count = 0; count < 20; count++) client._connect();
    taken();
    client._connect();
    expect(taken()).toEqual(closed);
  });

  it('is closed where a length is negative or no number, and by none of the others', () => {
    const { parser } = guarded();
    expect(parser.body_bytes).toBe(5);
    for (const length of [0, 9, null, undefined]) {
      parser.body_bytes = length;
      expect(parser.body_bytes).toBe(length);
    }
    for (const length of [-1, Number.NaN, Number.NEGATIVE_INFINITY])
      expect(() => (parser.body_bytes = length)).toThrow('the length of a body is no count of bytes');
    expect(parser.body_bytes).toBeUndefined();
  });
});
