/** The body of one HTTP message, as text, within the bound of `http/body.ts`. What goes beyond is never kept. */
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { bodyBytesMax } from '../../core/http/body.ts';

/** Stands for any body that is too large: a world refuses it in its order of checks, and counts it, like any other. */
const oversizeText = ' '.repeat(bodyBytesMax + 1);
/** Stands for bytes that are no UTF-8, which JSON has to be (RFC 8259, 8.1). */
const brokenText = '\uFFFD';

/** Bytes of an oversize body that are read and thrown away, so that its sender gets to see the answer. */
const drainedBytesMax = 8 * 1024 * 1024;
const drainMs = 2_000;

/** Callbacks of one body. `ready` comes before `over`; if the sender disconnects, `over` may come alone. */
export interface BodyEvents {
  /** The whole body, or as much of it as decides; called once at most. */
  ready(text: string, isWhole: boolean): void;
  /** Nothing of this message is left to read, or reading has ended early; called once. */
  over(): void;
}

/** True when the length that was announced is too large already. */
export function announcesTooMuch(message: IncomingMessage): boolean {
  return Number(message.headers['content-length'] ?? 0) > bodyBytesMax;
}

/** True for a message that ends with its headers (RFC 9112, 6.3): nothing of it has to be waited for. */
const hasNoBody = ({ headers }: IncomingMessage): boolean =>
  headers['content-length'] === undefined && headers['transfer-encoding'] === undefined;

/** Reads a body. If the sender disconnects before its end, only `over` is called. */
export function readBody(message: IncomingMessage, events: BodyEvents): void {
  if (hasNoBody(message)) {
    events.ready('', true);
    events.over();
  } else readToItsEnd(message, events);
}

function readToItsEnd(message: IncomingMessage, events: BodyEvents): void {
  const chunks: Buffer[] = [];
  let byteCount = 0;
  let isDrained = false;
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;
  const over = (): void => {
    if (isOver) return;
    isOver = true;
    clearTimeout(timer);
    events.over();
  };
  const drain = (): void => {
    isDrained = true;
    chunks.length = 0;
    timer = setTimeout(over, drainMs);
    events.ready(oversizeText, false);
  };
  message.on('data', (chunk: Buffer) => {
    byteCount += chunk.length;
    if (isDrained && byteCount > drainedBytesMax) over();
    if (isDrained) return;
    if (byteCount > bodyBytesMax) drain();
    else chunks.push(chunk);
  });
  message.on('end', () => {
    if (!isDrained) events.ready(textOf(chunks), true);
    over();
  });
  message.on('close', over);
  message.on('error', over);
  if (announcesTooMuch(message)) drain();
}

/** The text of a whole body. */
export function textOf(chunks: readonly Buffer[]): string {
  const [first] = chunks;
  if (first === undefined) return '';
  const bytes = chunks.length === 1 ? first : Buffer.concat(chunks);
  return isUtf8(bytes) ? bytes.toString('utf8') : brokenText;
}
