/**
 * Reads the plainest HTTP/1.1 requests: whole in one chunk, a GET or POST in the narrowest form that RFC 9112 allows. Everything
 * else is left to node:http, which a test holds this reader against: what both read is the same.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { textOf } from '../read-body.ts';
import { InternedTexts } from './interned-texts.ts';

/** A request with its body. */
export interface PlainMessage {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: string[];
  /** The body. */
  readonly text: string;
}

/** A request is seldom longer; longer ones come in several chunks anyway. */
const bytesMax = 8_192;

/** No escapes, whose meaning depends on the place, and no fragment. */
const requestLine = /(GET|POST) (\/[\w/.~:@!$&'()*+,;=?-]*) HTTP\/1\.1\r\n/y;
/** No underscore in a name; no character beyond ASCII in a value. */
const headerLine = /([a-z0-9-]{1,64}):([\t -~]*)\r\n/iy;

/** Headers that change how a message or its connection is read. */
const leftToNode: ReadonlySet<string> = new Set([
  'expect',
  'http2-settings',
  'keep-alive',
  'proxy-connection',
  'set-cookie',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Headers that a world may keep. */
const interned: ReadonlySet<string> = new Set([
  'authorization',
  'content-type',
  'host',
  'x-forwarded-for',
  'x-sim-ip',
]);

/** Where the reader stands in a text, and what it has read. */
interface Head {
  readonly headers: Record<string, string>;
  readonly rawHeaders: string[];
  /** The index behind the empty line. */
  end: number;
}

/** One for all connections of a server. */
export class MessageReader {
  readonly #texts = new InternedTexts();

  /** Undefined for what node:http has to read. */
  read(chunk: Buffer): PlainMessage | undefined {
    if (chunk.length > bytesMax) return undefined;
    const all = chunk.toString('latin1');
    requestLine.lastIndex = 0;
    const line = requestLine.exec(all);
    if (line === null) return undefined;
    const [start, method, url = ''] = line;
    const head = this.#headOf(all, start.length);
    if (head === undefined) return undefined;
    const { headers, rawHeaders, end } = head;
    const length = headers['content-length'];
    if (!isLengthOfRest(length, chunk.length - end) || (method === 'GET' && length !== undefined))
      return undefined;
    const text = end === chunk.length ? '' : textOf([chunk.subarray(end)]);
    return { method: method as PlainMessage['method'], url: this.#texts.of(url), headers, rawHeaders, text };
  }

  #headOf(all: string, start: number): Head | undefined {
    const headers: Record<string, string> = {};
    const rawHeaders: string[] = [];
    let at = start;
    while (!all.startsWith('\r\n', at)) {
      headerLine.lastIndex = at;
      const line = headerLine.exec(all);
      if (line === null) return undefined;
      const [whole, name = '', spaced = ''] = line;
      const value = spaced.trim();
      const lower = name.toLowerCase();
      if (leftToNode.has(lower) || Object.hasOwn(headers, lower)) return undefined;
      if (lower === 'connection' && value.toLowerCase() !== 'keep-alive') return undefined;
      const kept = interned.has(lower) ? this.#texts.of(value) : value;
      headers[lower] = kept;
      rawHeaders.push(name, kept);
      at += whole.length;
    }
    return { headers, rawHeaders, end: at + 2 };
  }
}

/** True where the rest of the chunk is the whole body and nothing more. */
function isLengthOfRest(length: string | undefined, restBytes: number): boolean {
  if (length === undefined) return restBytes === 0;
  return /^(?:0|[1-9]\d{0,4})$/.test(length) && Number(length) === restBytes;
}
