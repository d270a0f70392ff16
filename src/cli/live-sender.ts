/**
 * Sends the calls of a live audit, one at a time. Connects to the pinned address of a host that the target file lists
 * and to nothing else, follows no redirect, keeps under a ceiling of calls a second, and waits where it is told to.
 */
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { fieldsOf, type LiveAnswer, type LiveCall } from '../audit/live/call.ts';
import { assertPermitted } from '../traffic/target/permit.ts';
import type { PinnedAddresses } from '../traffic/target/pinned-addresses.ts';
import type { ServiceAddress, Target } from '../traffic/target/target.ts';

/** An answer longer than this says nothing that an audit wants to know. */
const answerBytesMax = 1 << 20;
/** How often a call that is told to wait is sent again (P:247). */
const patienceMax = 8;
const waitMaxMs = 60_000;

export interface Sending {
  readonly target: Target;
  readonly addresses: PinnedAddresses;
  readonly callsPerSecond: number;
  /** A certificate authority to trust beside the usual ones. */
  readonly ca: string | undefined;
}

export class LiveSender {
  readonly #how: Sending;
  #apiKey: string | undefined;
  #nextAtMs = 0;
  /** Requests sent, those that were told to wait included. */
  requests = 0;

  constructor(how: Sending, apiKey: string | undefined) {
    this.#how = how;
    this.#apiKey = apiKey;
  }

  set apiKey(key: string) {
    this.#apiKey = key;
  }

  /** Sends a call to a path of a service; 429 and 503 are waited out for a while (P:247). */
  async send(service: ServiceAddress, call: LiveCall): Promise<LiveAnswer> {
    assertPermitted(this.#how.target, call.method);
    let answer = await this.#once(service, call);
    for (let wait = 1; isToWait(answer) && wait < patienceMax; wait += 1) {
      await until(Date.now() + Math.min(waitMaxMs, answer.retryAfterMs));
      answer = await this.#once(service, call);
    }
    return answer;
  }

  async #once(service: ServiceAddress, call: LiveCall): Promise<Received> {
    await until(this.#nextAtMs);
    this.#nextAtMs = Math.max(this.#nextAtMs, Date.now()) + 1000 / this.#how.callsPerSecond;
    this.requests += 1;
    return new Promise((resolve) => {
      const send = service.isTls ? httpsRequest : httpRequest;
      const body = call.body === undefined ? undefined : JSON.stringify(call.body);
      const request = send(this.#optionsOf(service, call, body), (response) => resolve(received(response)));
      request.setTimeout(this.#how.target.timeoutMs, () => request.destroy());
      request.on('error', () => resolve(nothing));
      request.end(body);
    });
  }

  #optionsOf(service: ServiceAddress, call: LiveCall, body: string | undefined): RequestOptions {
    const { target, addresses, ca } = this.#how;
    const { host, port, basePath, isTls } = service;
    const shownHost = host.includes(':') ? `[${host}]` : host;
    const isUsualPort = port === (isTls ? 443 : 80);
    // An address is no name that a certificate could be asked for by (RFC 6066, 3).
    const name = isIP(host) === 0 ? { servername: host } : {};
    const tls = isTls ? { ...name, ...(ca === undefined ? {} : { ca }) } : {};
    return {
      ...tls,
      host: addresses.addressOf(host),
      port,
      method: call.method,
      path: `${basePath}${call.path}`,
      timeout: target.timeoutMs,
      headers: {
        host: isUsualPort ? shownHost : `${shownHost}:${port}`,
        accept: 'application/json',
        'user-agent': 'orrery-audit',
        ...(body === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
        ...(this.#apiKey === undefined ? {} : { authorization: `Bearer ${this.#apiKey}` }),
      },
    };
  }
}

interface Received extends LiveAnswer {
  readonly retryAfterMs: number;
}

const nothing: Received = { status: 0, body: new Map(), retryAfterMs: 0 };

const isToWait = ({ status, retryAfterMs }: Received): boolean =>
  status === 429 || (status === 503 && retryAfterMs > 0);

function received(response: IncomingMessage): Promise<Received> {
  return new Promise((resolve) => {
    let [text, length] = ['', 0];
    response.setEncoding('utf8');
    response.on('data', (part: string) => {
      length += part.length;
      if (length > answerBytesMax) response.destroy();
      else text += part;
    });
    response.on('error', () => resolve(nothing));
    response.on('close', () => resolve(nothing));
    response.on('end', () => {
      const retryAfterMs = 1000 * Math.max(1, Number(response.headers['retry-after'] ?? 1) || 1);
      const isAsked = response.headers['retry-after'] !== undefined || response.statusCode === 429;
      resolve({
        status: response.statusCode ?? 0,
        body: fieldsOf(parsed(text)),
        retryAfterMs: isAsked ? retryAfterMs : 0,
      });
    });
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function until(atMs: number): Promise<void> {
  const waitMs = atMs - Date.now();
  if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
}
