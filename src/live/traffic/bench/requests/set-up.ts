/**
 * Prepares the users of a bench before anything is measured: registers their accounts, or takes given keys, and sends
 * the set-up of the request file. Every request is taken from the budget before it is sent.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { Stream } from '../../../../core/kernel/stream.ts';
import { ask, type Asked, type HttpReply } from '../../http/ask.ts';
import { headerOf } from '../../http/answer-parser.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import type { Budget } from '../../target/budget.ts';
import { Forbidden } from '../../target/permit.ts';
import type { ServiceAddress, Target } from '../../target/target.ts';
import type { RequestFile } from './request-file.ts';
import { newFaker } from './values.ts';
import { compose, type UserAccount, type User } from './users.ts';

/** What a set-up needs; `runName` makes the agents' names new in every run. */
export interface SetUpParts {
  readonly target: Target;
  readonly file: RequestFile;
  readonly budget: Budget;
  readonly endpointOf: (address: ServiceAddress) => Endpoint;
  readonly users: number;
  /** Keys to use instead of new accounts. */
  readonly keys: readonly UserAccount[];
  readonly runName: string;
  readonly seed: string;
  /** Aborted by an interruption. */
  readonly signal: AbortSignal;
}

/** A request refused for its rate is sent again so often, after at most this time. */
const retries = 10;
const retryMsMax = 120_000;

/** The users. Rejects with `Forbidden` where the target refuses, or the budget does not allow what is needed. */
export async function preparedUsers(parts: SetUpParts): Promise<User[]> {
  const users: User[] = [];
  for (let number = 0; number < parts.users && !parts.signal.aborted; number++)
    users.push(await preparedUser(parts, number));
  return users;
}

async function preparedUser(parts: SetUpParts, number: number): Promise<User> {
  const { file, target, seed } = parts;
  const ip = ipOf(parts, number);
  const accounts: UserAccount[] = [];
  for (const [index, name] of file.accounts.entries()) {
    const given = parts.keys[number * file.accounts.length + index];
    accounts.push(given ?? (await registered(parts, `${parts.runName}-${number}-${name}`, ip)));
  }
  const answers = new Map<string, unknown>();
  const user: User = { accounts, answers, ip };
  const stream = new Stream(seed, `user-${number}/set-up`);
  const composing = { accounts: file.accounts, faker: newFaker(), carried: target.carried };
  for (const request of file.setup) {
    const composed = compose(request, { user, n: number, stream, answers, turn: 0 }, composing);
    if (composed === undefined)
      throw new Forbidden(
        `${target.file}: ${request.label} of the set-up cannot be sent: a value is missing`,
      );
    const { method, address, label } = request;
    const asked = { method, address, ...composed };
    const { body } = await accepted(parts, asked, { label, priceMicros: request.priceOf(composed.body) });
    if (request.as !== undefined) answers.set(request.as, body);
  }
  return user;
}

async function registered(parts: SetUpParts, agentId: string, ip: string | undefined): Promise<UserAccount> {
  const { target } = parts;
  const faucet = target.services.get('faucet');
  if (faucet === undefined)
    throw new Forbidden(`${target.file}: expected the address of the faucet, or --keys`);
  const headers = ip === undefined ? {} : { 'x-sim-ip': ip };
  const asked = { method: 'POST', address: faucet, path: '/register', body: { agent_id: agentId }, headers };
  const { body } = await accepted(parts, asked, { label: 'POST /faucet/register', priceMicros: 0 });
  const key = (body as { api_key?: unknown } | null)?.api_key;
  if (typeof key !== 'string')
    throw new Forbidden(`${target.file}: a registration has no api_key; expected a key`);
  const control = target.services.get('control');
  if (control !== undefined) {
    // The limits of a sandbox are not the subject of a bench.
    const tier = {
      method: 'POST',
      address: control,
      path: '/tier',
      body: { api_key: key, tier: 'enterprise' },
    };
    await accepted(parts, tier, { label: 'POST /_sim/tier', priceMicros: 0 });
  }
  return { agentId, key };
}

/** A sandbox lets each user have an address, so that it stays below the limits by address. */
function ipOf({ target, endpointOf }: SetUpParts, number: number): string | undefined {
  const control = target.services.get('control');
  if (control === undefined) return undefined;
  const { address } = endpointOf(control);
  const isHere = address === '::1' || address.startsWith('127.');
  return isHere ? `10.79.${(number >> 8) & 255}.${number & 255}` : undefined;
}

/** The answer, once the target accepts the request. */
async function accepted(
  { target, budget, endpointOf, signal }: SetUpParts,
  asked: Asked,
  { label, priceMicros }: { label: string; priceMicros: number | undefined },
): Promise<HttpReply> {
  for (let count = 0; ; count++) {
    const withheld = budget.reserve(priceMicros);
    if (withheld !== undefined)
      throw new Forbidden(`${target.file}: the set-up needs more than the budget (${withheld}) at ${label}`);
    const reply = await ask(target, endpointOf(asked.address), asked).catch((error: Error) => {
      throw error instanceof Forbidden ? error : new Forbidden(`${target.file}: ${error.message}`);
    });
    if (reply.status < 400) return reply;
    const isLimit = reply.status === 429 && target.respectsLimits && count < retries && !signal.aborted;
    if (!isLimit)
      throw new Forbidden(
        `${target.file}: ${label} of the set-up is answered with ${reply.status} ${excerpt(reply.body)}; expected success`,
      );
    await pause(retryMsOf(reply), undefined, { signal }).catch(() => undefined);
  }
}

/** As Retry-After says in seconds; one second without it. */
function retryMsOf({ head }: HttpReply): number {
  const seconds = Number(headerOf(head, 'retry-after') ?? 1);
  return Math.min(retryMsMax, Math.max(0, Number.isNaN(seconds) ? 1000 : seconds * 1000));
}

/** The beginning of an answer, for the user. */
const excerpt = (body: unknown): string => JSON.stringify(body).slice(0, 200);
