/**
 * `GET /_sim/events`: server-sent events with the state of a sandbox. Each `state` event is complete, so that a page
 * that connects late or reconnects needs nothing else; nothing is sent while nothing changes.
 */
import type { OpenAnswer, Reply } from '../connection.ts';
import type { Sandbox } from '../sandbox.ts';
import { snapshotOf } from './snapshot.ts';

/** The most often that a picture is sent. */
const intervalMsDefault = 200;
/** Each holds a socket. */
const streamsMax = 32;
/** Pictures between two signs of life. */
const beatsPerSign = 75;

/** The open event streams of one sandbox, a bounded number: a new one ends the oldest. `close` ends all of them. */
export class RoomStreams {
  readonly #sandbox: Sandbox;
  readonly #intervalMs: number;
  /** In order of opening, so that the oldest makes room. */
  readonly #open = new Set<OpenAnswer>();
  #pulse: NodeJS.Timeout | undefined;
  #sent = '';
  #quiet = 0;

  constructor(sandbox: Sandbox, intervalMs = intervalMsDefault) {
    this.#sandbox = sandbox;
    this.#intervalMs = intervalMs;
  }

  open(reply: Reply): void {
    const headers = ['content-type', 'text/event-stream; charset=utf-8', 'cache-control', 'no-store'];
    const stream = reply.open(200, headers);
    if (stream === undefined) return;
    const [oldest] = this.#open;
    if (this.#open.size >= streamsMax) oldest?.end();
    this.#open.add(stream);
    stream.onClosed(() => this.#closed(stream));
    stream.write(`retry: 1000\n\n${this.#picture()}`);
    this.#sent = this.#mark();
    this.#pulse ??= setInterval(() => this.#beat(), this.#intervalMs).unref();
  }

  close(): void {
    clearInterval(this.#pulse);
    this.#pulse = undefined;
    for (const stream of this.#open) stream.end();
  }

  #closed(stream: OpenAnswer): void {
    this.#open.delete(stream);
    if (this.#open.size > 0) return;
    clearInterval(this.#pulse);
    this.#pulse = undefined;
  }

  #beat(): void {
    const mark = this.#mark();
    if (mark === this.#sent) {
      this.#quiet = (this.#quiet + 1) % beatsPerSign;
      if (this.#quiet === 0) this.#write(': still here\n\n');
      return;
    }
    this.#sent = mark;
    this.#write(this.#picture());
  }

  #write(text: string): void {
    for (const stream of this.#open) stream.write(text);
  }

  #picture(): string {
    return `event: state\ndata: ${JSON.stringify(snapshotOf(this.#sandbox))}\n\n`;
  }

  /** Changes whenever the state does, without building the state. */
  #mark(): string {
    const { feed, nowMs, pace, faults, history } = this.#sandbox;
    return `${feed.number} ${feed.version} ${nowMs} ${pace} ${faults.length} ${history.version}`;
  }
}
