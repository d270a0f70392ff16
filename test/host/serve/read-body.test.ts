/** When a body is there, what of it is kept, and when nothing more of its message is read. */
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { bodyBytesMax } from '../../../src/core/http/body.ts';
import { announcesTooMuch, readBody, textOf } from '../../../src/host/serve/read-body.ts';

const oversize = ' '.repeat(bodyBytesMax + 1);
const chunked = { 'transfer-encoding': 'chunked' };

/** A message that has come so far as its headers. */
function messageWith(headers: IncomingMessage['headers']): IncomingMessage {
  const message = new IncomingMessage(new Socket());
  message.headers = headers;
  return message;
}

/** A body that is being read, and what was called: the lengths of texts, and `oversize` for the one that stands for any. */
function reading(headers: IncomingMessage['headers']) {
  const message = messageWith(headers);
  const called: string[] = [];
  readBody(message, {
    ready: (text, isWhole) => {
      const shown = text === oversize ? 'oversize' : text.length > 99 ? `${text.length} characters` : text;
      called.push(`ready ${JSON.stringify(shown)} ${isWhole}`);
    },
    over: () => called.push('over'),
  });
  return { message, called };
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

describe('readBody', () => {
  it('has nothing to wait for without a length and without chunks', () => {
    expect(reading({}).called).toEqual(['ready "" true', 'over']);
  });

  it.each([{ 'content-length': '0' }, { 'content-length': '2' }, chunked])(
    'waits for the end of a message with %j',
    async (headers) => {
      const { message, called } = reading(headers);
      await nextTurn();
      expect(called).toEqual([]);
      message.push('{');
      message.push('}');
      await nextTurn();
      expect(called).toEqual([]);
      message.push(null);
      await nextTurn();
      expect(called).toEqual(['ready "{}" true', 'over']);
    },
  );

  it('is over once, when the sender disconnects first, with nothing ready', async () => {
    const { message, called } = reading({ 'content-length': '9' });
    message.push('{');
    await nextTurn();
    message.emit('close');
    message.emit('close');
    expect(called).toEqual(['over']);
  });

  it('is over at an error of the connection', () => {
    const { message, called } = reading({ 'content-length': '9' });
    message.emit('error', new Error('reset'));
    expect(called).toEqual(['over']);
  });

  it('keeps a body of the greatest size', async () => {
    const { message, called } = reading(chunked);
    message.push(Buffer.alloc(bodyBytesMax - 1, 'a'));
    message.push('b');
    message.push(null);
    await nextTurn();
    expect(called).toEqual([`ready "${bodyBytesMax} characters" true`, 'over']);
  });

  it('is ready, not whole, at the first byte beyond; and reads on to the end', async () => {
    const { message, called } = reading(chunked);
    message.push(Buffer.alloc(bodyBytesMax, 'a'));
    await nextTurn();
    expect(called).toEqual([]);
    message.push('b');
    await nextTurn();
    expect(called).toEqual(['ready "oversize" false']);
    message.push('c');
    await nextTurn();
    expect(called).toEqual(['ready "oversize" false']);
    message.push(null);
    await nextTurn();
    expect(called).toEqual(['ready "oversize" false', 'over']);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('decides by the announced length alone', () => {
    expect(reading({ 'content-length': String(bodyBytesMax) }).called).toEqual([]);
    expect(reading({ 'content-length': String(bodyBytesMax + 1) }).called).toEqual([
      'ready "oversize" false',
    ]);
  });

  it('throws 8 MiB of an oversize body away and then stops', async () => {
    const { message, called } = reading({ 'content-length': '99999999' });
    message.push(Buffer.alloc(8 * 1024 * 1024));
    await nextTurn();
    expect(called).toEqual(['ready "oversize" false']);
    message.push('a');
    await nextTurn();
    expect(called).toEqual(['ready "oversize" false', 'over']);
  });

  it('throws an oversize body away for 2 s and then stops', () => {
    const { called } = reading({ 'content-length': '99999999' });
    vi.advanceTimersByTime(1_999);
    expect(called).toEqual(['ready "oversize" false']);
    vi.advanceTimersByTime(1);
    expect(called).toEqual(['ready "oversize" false', 'over']);
  });
});

it.each([
  [undefined, false],
  ['0', false],
  [String(bodyBytesMax), false],
  [String(bodyBytesMax + 1), true],
])('a length of %j is too much: %j', (length, expected) => {
  const headers = length === undefined ? {} : { 'content-length': length };
  expect(announcesTooMuch(messageWith(headers))).toBe(expected);
});

it.each([
  [[], ''],
  [['a'], 'a'],
  [['a', 'b', ''], 'ab'],
  [[[0xc3], [0xa4]], 'ä'],
  [[[0xc3]], '\uFFFD'],
  [['{"a":"', [0xff], '"}'], '\uFFFD'],
])('the text of %j is %j', (chunks, expected) => {
  const buffers = chunks.map((chunk) =>
    typeof chunk === 'string' ? Buffer.from(chunk) : Buffer.from(chunk),
  );
  expect(textOf(buffers)).toBe(expected);
});
