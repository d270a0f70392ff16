/** Reads status and framing headers of an HTTP/1.1 response, strictly (RFC 9112, 6). */

/** The bytes are not a valid response; the connection must be closed. */
export class BrokenAnswer extends Error {
  override readonly name = 'BrokenAnswer';
}

/** Where the body of a response ends, and what it is encoded with. */
interface Framing {
  readonly length: number | undefined;
  readonly isChunked: boolean;
  readonly keepsAlive: boolean;
  readonly encoding: string;
}

const lengthFormat = /^\d{1,15}$/;

/** Throws `BrokenAnswer` for a head that is ambiguous. */
export function framingOf(head: string): Framing {
  let length: string | undefined;
  let coding: string | undefined;
  let connection = '';
  let encoding = '';
  for (let from = head.indexOf('\r\n') + 2; from < head.length;) {
    const to = head.indexOf('\r\n', from);
    const first = head.charCodeAt(from) | 0x20;
    if (first === 0x20 || first === 0x29) throw new BrokenAnswer('a header goes on in another line');
    // Only names that begin with c or t say anything about the framing.
    if (first === 0x63 || first === 0x74) {
      const colon = head.indexOf(':', from);
      if (colon < 0 || colon > to) throw new BrokenAnswer('a header has no name');
      const name = head.slice(from, colon).toLowerCase();
      const value = head.slice(colon + 1, to).trim();
      if (name === 'content-length') {
        if (length !== undefined && length !== value) throw new BrokenAnswer('there are two lengths');
        length = value;
      } else if (name === 'transfer-encoding') coding = coding === undefined ? value : `${coding},${value}`;
      else if (name === 'connection') connection += `,${value.toLowerCase()}`;
      else if (name === 'content-encoding') encoding += `,${value.toLowerCase()}`;
    }
    from = to + 2;
  }
  const isOld = head[7] === '0';
  const keepsAlive = isOld ? connection.includes('keep-alive') : !connection.includes('close');
  if (coding !== undefined) {
    if (length !== undefined) throw new BrokenAnswer('there are two lengths');
    if (coding.toLowerCase() !== 'chunked')
      throw new BrokenAnswer(`the transfer coding ${coding} is not known`);
    return { length: undefined, isChunked: true, keepsAlive, encoding };
  }
  if (length !== undefined && !lengthFormat.test(length)) throw new BrokenAnswer('the length is no number');
  return {
    length: length === undefined ? undefined : Number(length),
    isChunked: false,
    keepsAlive,
    encoding,
  };
}

/** The status of a response; throws `BrokenAnswer`. */
export function statusOf(head: string): number {
  const isHttp = head.startsWith('HTTP/1.') && (head[7] === '1' || head[7] === '0') && head[8] === ' ';
  const status = isHttp && (head[12] === ' ' || head[12] === '\r') ? Number(head.slice(9, 12)) : Number.NaN;
  if (Number.isInteger(status) && status >= 100) return status;
  throw new BrokenAnswer('this is no HTTP/1.1 answer');
}
