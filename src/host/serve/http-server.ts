/**
 * node:http in front of a sandbox: one port, plain HTTP/1.1 and JSON. It adds transport headers to the world's
 * responses, and refuses by itself only malformed messages and control calls from other machines.
 */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { Refusal, type Outcome } from '../../core/base/refusal.ts';
import type { Request, Response } from '../../core/http/message.ts';
import type { Instant } from '../../core/base/time.ts';
import { moveForOneTurn, moveInTurns, stepInTurns } from './clock-move.ts';
import { ServerConnections, type HeaderPairs, type ReceivedRequest } from './connection.ts';
import type { DirectConnections } from './direct/direct-connections.ts';
import { isForServices } from './direct/is-for-services.ts';
import { metricsPage } from './control-room/metrics.ts';
import { eventsPath, isRoom, metricsPath, roomPage } from './control-room/page.ts';
import { RoomStreams } from './control-room/streams.ts';
import { McpDoor, type Through } from './mcp/door.ts';
import { SilentStreams } from './mcp/silent-streams.ts';
import { HeldAnswers } from './held-answers.ts';
import { Outbox } from './outbox.ts';
import { patientServer, type Patience } from './patient-server.ts';
import { rawAnswer } from './raw-answer.ts';
import {
  broken,
  controlFromAfar,
  refused,
  wasAbandoned,
  wasCancelled,
  wasReset,
  whatWasWrong,
} from './own-refusals.ts';
import { hostRefusal, isLoopback, originRefusal, type ListenAddress } from './named-host.ts';
import { addressOf, isLocalCall, readRequest, sentAtMs } from './read-request.ts';
import type { Sandbox, Served } from './sandbox.ts';
import type { LongCall } from './session/way.ts';
import { Ticker } from './ticker.ts';
import { transportHeaders } from './transport-headers.ts';

/** The sandbox to serve, which stays the caller's, and the timing of the server in wall milliseconds. */
export interface HttpServerOptions {
  readonly sandbox: Sandbox;
  /** Called once, with what the world has thrown; no later response can be trusted. */
  readonly onBroken?: (cause: unknown) => void;
  /** How often due events run while no request comes, in wall milliseconds. */
  readonly tickMs?: number;
  readonly patience?: Partial<Patience>;
  /** How often an idle stream sends a comment, in wall milliseconds. */
  readonly keepAliveMs?: number | undefined;
}

/** A move of the clock before a request is answered. `isAskedFor`: the request is a call of `advance`. */
interface Move {
  readonly arrival: ReceivedRequest;
  readonly toMs: Instant;
  readonly isAskedFor: boolean;
}

const closeGraceMs = 400;

/** Serves one sandbox on one port: call `listen` once, then `close`, which sends every pending response first. */
export class HttpServer {
  readonly #sandbox: Sandbox;
  readonly #options: HttpServerOptions;
  readonly #server: Server;
  readonly #direct: DirectConnections;
  readonly #connections: ServerConnections;
  readonly #held = new HeldAnswers();
  readonly #ticker: Ticker;
  #isClosing = false;
  readonly #door: McpDoor;
  readonly #silent: SilentStreams;
  readonly #room: RoomStreams;
  #isPublic = false;
  #binding: ListenAddress = { host: undefined };

  constructor(options: HttpServerOptions) {
    this.#options = options;
    this.#sandbox = options.sandbox;
    const { sandbox, tickMs } = options;
    this.#ticker = new Ticker({ sandbox, tickMs, onBroken: (cause) => options.onBroken?.(cause) });
    this.#silent = new SilentStreams(options.keepAliveMs);
    this.#room = new RoomStreams(options.sandbox);
    this.#door = new McpDoor({ sandbox: options.sandbox, isPublic: () => this.#isPublic });
    const dispatch = (arrival: ReceivedRequest): Promise<void> | undefined => this.#received(arrival);
    const shared = { dispatch, outbox: new Outbox() };
    this.#connections = new ServerConnections(shared);
    ({ server: this.#server, direct: this.#direct } = patientServer(options.patience, {
      ...shared,
      isFor: isForServices,
      accept: (message, response) => this.#connections.of(message.socket).accept(message, response),
      notUnderstood: (error, socket) => this.#notUnderstood(error, socket),
    }));
  }

  /** Listens and says where; rejects with the system's error, such as EADDRINUSE. */
  async listen(binding: { host?: string; port: number }): Promise<{ host: string; port: number }> {
    await this.#door.open();
    const { host = '127.0.0.1', port } = binding;
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, host, () => {
        this.#server.off('error', reject);
        this.#ticker.start();
        const { address, port: bound } = this.#server.address() as AddressInfo;
        this.#isPublic = !isLoopback(address);
        this.#binding = { host };
        resolve({ host: address, port: bound });
      });
    });
  }

  /** Takes no more connections, sends every pending response, then closes connections that are still open. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.#ticker.stop();
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#direct.close();
    this.#held.close();
    this.#silent.close();
    this.#room.close();
    const cutOff = setTimeout(() => {
      this.#server.closeAllConnections();
      this.#direct.closeAll();
    }, closeGraceMs);
    await closed;
    clearTimeout(cutOff);
  }

  /** A promise for a request that has to wait until the clock has moved. */
  #received(arrival: ReceivedRequest): Promise<void> | undefined {
    const request = this.#understood(arrival);
    if (request instanceof Refusal) this.#giveBack(refused(request), arrival);
    else {
      const move = this.#moveFor(request, arrival);
      if (move instanceof Refusal) this.#giveBack(refused(move), arrival);
      else
        return move === undefined ? this.#answeredOrExecuted(request, arrival) : this.#moved(request, move);
    }
    return undefined;
  }

  #answeredOrExecuted(request: Request, arrival: ReceivedRequest): Promise<void> | undefined {
    const execution = this.#sandbox.executionFor(request);
    if (execution !== undefined) return this.#executed(request, arrival, execution);
    this.#answer(request, arrival);
    return undefined;
  }

  /** Other requests are answered by the world that is left, until the past has been executed again. */
  async #executed(request: Request, arrival: ReceivedRequest, execution: LongCall): Promise<void> {
    const { history } = this.#sandbox;
    try {
      const isCancelled = (): boolean => this.#isClosing || arrival.reply.isGone;
      const end = await stepInTurns(this.#sandbox, () => execution.step(), isCancelled);
      if (end === 'arrived') history.arrive(() => this.#answer(request, arrival));
      else {
        if (end === 'cancelled') history.abandon();
        this.#giveBack(refused(end === 'reset' ? wasReset : wasAbandoned), arrival);
      }
    } catch (error) {
      this.#broke(error, arrival);
    }
  }

  /** The instant that the clock moves to before the request is answered: X-Sim-At, or the goal of `advance`. */
  #moveFor(request: Request, arrival: ReceivedRequest): Outcome<Move | undefined> {
    const { message } = arrival;
    const sentMs = sentAtMs(message, addressOf(message));
    if (sentMs instanceof Refusal) return sentMs;
    if (sentMs !== undefined)
      return this.#sandbox.followRefusal(sentMs) ?? { arrival, toMs: sentMs, isAskedFor: false };
    const toMs = this.#sandbox.goalOf(request);
    return toMs === undefined ? undefined : { arrival, toMs, isAskedFor: true };
  }

  #moved(request: Request, move: Move): Promise<void> | undefined {
    try {
      this.#sandbox.beginMove(move.toMs);
      if (!moveForOneTurn(this.#sandbox)) return this.#movedLater(request, move);
      this.#arrived(request, move);
    } catch (error) {
      this.#broke(error, move.arrival);
    }
    return undefined;
  }

  async #movedLater(request: Request, move: Move): Promise<void> {
    const { arrival, isAskedFor } = move;
    try {
      const end = await moveInTurns(this.#sandbox, () => this.#isClosing || arrival.reply.isGone);
      if (end === 'reset') this.#giveBack(refused(wasReset), arrival);
      else if (end === 'arrived' || isAskedFor) this.#arrived(request, move);
      else {
        this.#sandbox.endMove();
        this.#giveBack(refused(wasCancelled), arrival);
      }
    } catch (error) {
      this.#broke(error, arrival);
    }
  }

  #arrived(request: Request, { arrival, isAskedFor }: Move): void {
    if (isAskedFor) this.#giveBack(this.#sandbox.arrive(request), arrival);
    else {
      this.#sandbox.endMove();
      this.#answer(request, arrival);
    }
  }

  #broke(error: unknown, arrival: ReceivedRequest): void {
    this.#options.onBroken?.(error);
    this.#giveBack(refused(broken), arrival);
  }

  #answer(request: Request, arrival: ReceivedRequest): void {
    if (isRoom(request)) this.#enterRoom(request, arrival);
    else if (this.#door.isFor(request)) void this.#answerMessage(request, arrival);
    else this.#giveBack(this.#served(request), arrival);
  }

  /** The request, or why it cannot be passed to a world. */
  #understood({ message, text }: ReceivedRequest): Outcome<Request> {
    const ip = addressOf(message);
    const elsewhere = hostRefusal(message, this.#binding) ?? originRefusal(message, this.#binding);
    if (elsewhere !== undefined) return elsewhere;
    const request = readRequest(message, ip);
    if (request instanceof Refusal) return request;
    if ((isRoom(request) || this.#sandbox.isControl(request)) && !isLocalCall(message, ip))
      return controlFromAfar;
    return text === '' ? request : { ...request, rawBody: text };
  }

  /** The page, its events and its figures are no calls of the world: they change nothing, the digest included. */
  #enterRoom({ path }: Request, { reply }: ReceivedRequest): void {
    if (path === eventsPath) {
      this.#sandbox.catchUp();
      this.#room.open(reply);
      return;
    }
    const { headers, text } = path === metricsPath ? metricsPage(this.#sandbox.served) : roomPage();
    reply.send(200, [...this.#transport(headers), 'content-length', Buffer.byteLength(text)], text);
  }

  #served(request: Request): Served {
    try {
      return this.#sandbox.dispatch(request);
    } catch (error) {
      this.#options.onBroken?.(error);
      return refused(broken);
    }
  }

  async #answerMessage(request: Request, arrival: ReceivedRequest): Promise<void> {
    try {
      const through = await this.#door.pass(request);
      this.#held.after(through.served.delayMs, () => this.#sendThrough(through, arrival));
    } catch (error) {
      this.#options.onBroken?.(error);
      this.#giveBack(refused(broken), arrival);
    }
  }

  #giveBack({ response, delayMs }: Served, arrival: ReceivedRequest): void {
    this.#held.after(delayMs, () => this.#send(arrival, response));
  }

  #sendThrough(through: Through, arrival: ReceivedRequest): void {
    const { headers } = through.served.response;
    if (through.kind === 'answer') this.#send(arrival, through.served.response);
    else if (through.kind === 'stream') this.#silent.open(arrival.reply, this.#transport(headers));
    else {
      const { status, headers: spoken, payload } = through.spoken;
      const all = { ...headers, ...spoken, 'content-length': Buffer.byteLength(payload) };
      arrival.reply.send(status, this.#transport(all), payload);
    }
  }

  #transport(headers: Response['headers'], isLast = this.#isClosing): HeaderPairs {
    return transportHeaders(headers, this.#sandbox.nowMs, isLast);
  }

  #send({ reply, isWhole }: ReceivedRequest, { status, headers, body }: Response): void {
    const payload = JSON.stringify(body);
    const pairs = this.#transport(headers, this.#isClosing || !isWhole);
    pairs.push('content-type', 'application/json; charset=utf-8');
    pairs.push('content-length', Buffer.byteLength(payload));
    reply.send(status, pairs, payload);
  }

  #notUnderstood(error: NodeJS.ErrnoException, socket: Duplex): void {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    this.#connections.of(socket).abort(rawAnswer('BAD_REQUEST', whatWasWrong(error.code)));
  }
}
