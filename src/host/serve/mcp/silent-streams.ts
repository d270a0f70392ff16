/**
 * The streams that MCP clients of 2025 open with GET for server messages. The platform sends none (VER10: no events): a
 * stream carries keep-alive comments alone, until the client disconnects or the server closes.
 */
import type { HeaderPairs, OpenAnswer, Reply } from '../connection.ts';

const keepAliveMsDefault = 15_000;
/** Each holds a socket. */
const streamsMax = 1_024;

/**
 * The open MCP streams, a bounded number: a new one ends the oldest. A comment line goes out every `keepAliveMs`
 * wall milliseconds.
 */
export class SilentStreams {
  readonly #keepAliveMs: number;
  /** In order of opening, so that the oldest makes room. */
  readonly #open = new Set<OpenAnswer>();
  #pulse: NodeJS.Timeout | undefined;

  constructor(keepAliveMs = keepAliveMsDefault) {
    this.#keepAliveMs = keepAliveMs;
  }

  open(reply: Reply, headers: HeaderPairs): void {
    const own = ['content-type', 'text/event-stream', 'cache-control', 'no-cache'];
    const stream = reply.open(200, [...headers, ...own]);
    if (stream === undefined) return;
    const [oldest] = this.#open;
    if (this.#open.size >= streamsMax) oldest?.end();
    this.#open.add(stream);
    stream.onClosed(() => this.#open.delete(stream));
    stream.write(': open\n\n');
    this.#pulse ??= setInterval(() => this.#beat(), this.#keepAliveMs).unref();
  }

  /** Ends every stream. */
  close(): void {
    clearInterval(this.#pulse);
    for (const stream of this.#open) stream.end();
  }

  #beat(): void {
    for (const stream of this.#open) stream.write(': still here\n\n');
  }
}
