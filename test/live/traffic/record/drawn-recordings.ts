/** Recordings of clients drawn by chance, whose values come from earlier answers or are their own, and what is said of each. */
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { routesByPath } from '../../../../src/host/app/record/route-names.ts';
import { ExchangeJournal } from '../../../../src/live/traffic/record/exchange-journal.ts';
import { journalLineOf } from '../../../../src/live/traffic/record/journal-line.ts';
import type { PassedExchange } from '../../../../src/live/traffic/record/passed-exchange.ts';
import { SecretPlaceholders } from '../../../../src/live/traffic/record/secret-placeholders.ts';
import { TraceEncoder } from '../../../../src/live/traffic/record/trace-encoder.ts';
import { keysOf } from '../../../../src/simulation/trace/derived-keys.ts';
import { Dice } from '../../../by-chance.ts';

const routeOf = routesByPath();
const words = 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about';
const derived = [...keysOf(words)].map(([, key]) => key);

/** Values that may be ids, of each form, and some that are none. */
const values: readonly unknown[] = [
  '7d0f1a52-6a9d-4a57-9d3e-0e9f3b1c2d4e', '01ARZ3NDEKTSV4RRFFQ69G5FAV', 'esc_0123abcd', 'esc_0123abcdef', 'k9', 'my-agent-0001', 'status', 'aGVsbG8gd29ybGQ+/x1==',
  1, 2, 17, 1.5, -3, true, null, '2026-01-31T10:00:00Z', 'plain words here', '$5 for ${0:/id}', 'BTC-USDC1', 'a/b',
]; // prettier-ignore
const secrets = ['sk_live_abcdefghijklmnopqrstuvwxyz234567', 'AK-99:zz/81==', 'p1n4x7', `0x${'ab12'.repeat(8)}`, 'session-key-00001'] as const; // prettier-ignore
const names = [
  'id',
  'ticket_id',
  'escrow_id',
  'agentId',
  'orderRef',
  'next',
  'note',
  'value',
  'symbol',
  'amount',
  'ids',
  'x/y~z',
];
const credentials = ['api_key', 'access_token', 'token', 'seed', 'private_key', 'password', 'value'];
const paths = [
  '/faucet/tickets', '/faucet/tickets/{}', '/faucet/tickets/{}/pay', '/escrow/escrows/{}', '/escrow/escrow/{}/release', '/api/casino-api/games',
  '/wallet/wallets', '/casino/verify/{}', '/faucet/register', '/faucet/status', '/other/{}',
]; // prettier-ignore

type Plain = Record<string, unknown>;

/** Draws what clients send and are answered: most values of requests are those of answers before. */
class World {
  readonly #dice: Dice;
  readonly #given: unknown[] = [];
  readonly #givenSecrets: string[] = [];
  #isAnswer = false;
  constructor(dice: Dice) {
    this.#dice = dice;
  }

  #value(): unknown {
    if (!this.#isAnswer && !this.#dice.isOne(4)) return this.#dice.pick(this.#given);
    const value = this.#dice.pick(values);
    if (this.#isAnswer) this.#given.push(value);
    return value;
  }

  #secret(): string {
    if (!this.#isAnswer && !this.#dice.isOne(4)) return this.#dice.pick(this.#givenSecrets) ?? secrets[0];
    const secret = this.#dice.pick(secrets) ?? '';
    if (this.#isAnswer) this.#givenSecrets.push(secret);
    return secret;
  }

  #object(depth: number): Plain {
    const dice = this.#dice;
    const count = dice.pick([0, 1, 2, 3]) ?? 0;
    return Object.fromEntries(Array.from({ length: count }, () => this.#field(depth)));
  }

  #field(depth: number): [string, unknown] {
    const dice = this.#dice;
    if (dice.isOne(6)) return [dice.pick(credentials) ?? '', dice.isOne(4) ? '' : this.#secret()];
    if (dice.isOne(25)) return ['mnemonic', words];
    if (dice.isOne(25)) return ['private_key', dice.pick(derived)];
    if (depth > 0 && dice.isOne(3)) {
      const name = dice.pick(['escrow', 'tickets', 'orders', 'data']) ?? '';
      return [name, dice.isOne(2) ? this.#object(depth - 1) : [this.#object(depth - 1), this.#object(depth - 1), this.#value()]];
    }
    if (dice.isOne(5)) return ['memo', `for ${String(this.#value())}, ${this.#secret()}0 and ${String(this.#value())}.`];
    return [dice.pick(names) ?? '', this.#value()];
  } // prettier-ignore

  #message(): Plain {
    const own = this.#object(2);
    return this.#dice.isOne(12) ? { jsonrpc: '2.0', id: 17, method: 'x', params: own } : own;
  }

  #headers(): string[] {
    const dice = this.#dice;
    const secret = this.#secret();
    return [
      ...(dice.isOne(3) ? [dice.pick(['Authorization', 'authorization']) ?? '', `${dice.pick(['Bearer ', '']) ?? ''}${secret}`] : []),
      ...(dice.isOne(6) ? ['X-Api-Key', secret] : []),
      ...(dice.isOne(5) ? ['X-Trace-Id', `t-${String(this.#value())}`] : []),
      ...(dice.isOne(5) ? ['If-Match', String(this.#value())] : []),
      ...(dice.isOne(5) ? ['Idempotency-Key', `once ${String(this.#value())}`, 'Accept', 'a'] : []),
      ...(dice.isOne(4) ? ['X-Sim-IP', dice.pick(['203.0.113.7', '203.0.113.8']) ?? '', 'Cookie', 'sid=c00kie'] : []),
    ];
  } // prettier-ignore

  #url(): string {
    const dice = this.#dice;
    const path = (dice.pick(paths) ?? '').replace('{}', () => encodeURIComponent(String(this.#value())));
    const name = dice.pick([...names, ...credentials]) ?? '';
    const value = dice.isOne(3) ? this.#secret() : this.#value();
    return dice.isOne(2) ? path : `${path}?${encodeURIComponent(name)}=${encodeURIComponent(String(value))}&q=see+a`;
  } // prettier-ignore

  #body(): string {
    const dice = this.#dice;
    if (dice.isOne(4)) return '';
    if (dice.isOne(12)) return `form=${String(this.#value())}&api_key=${this.#secret()}`;
    return JSON.stringify(dice.isOne(12) ? [this.#message()] : this.#message());
  }

  #answer(): Plain {
    this.#isAnswer = true;
    const answer = this.#message();
    this.#isAnswer = false;
    return answer;
  }

  exchange(index: number): PassedExchange {
    const dice = this.#dice;
    return {
      arrival: index * 10,
      // One in four is over only after some that came later.
      end: index * 10 + (dice.isOne(4) ? 25 : 5),
      atMs: 100 + index * 10.4 - (dice.isOne(6) ? 12 : 0),
      tookMs: dice.pick([0, 2.5, 3, 40.01]) ?? 0,
      client: dice.pick(['127.0.0.1:5000', '127.0.0.1:5001', '127.0.0.1:5002']) ?? '',
      method: dice.pick(['GET', 'POST', 'PUT']) ?? '',
      url: this.#url(),
      requestHeaders: this.#headers(),
      requestBody: Buffer.from(this.#body()),
      status: dice.pick([200, 201, 404]) ?? 200,
      answerHeaders: ['Content-Type', 'application/json'],
      answerBody: Buffer.from(JSON.stringify(this.#answer())),
    };
  }
}

export interface DrawnRecording {
  readonly digest: string;
  readonly referenceCount: number;
  /** The records and the temporary file, as text. */
  readonly text: string;
}

/** A recording of twelve exchanges; the digest is of its records, its figures and its temporary file. */
export async function drawnRecording(seed: string): Promise<DrawnRecording> {
  const dice = new Dice(seed);
  const world = new World(dice);
  const folder = mkdtempSync(join(tmpdir(), 'orrery-journal-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'exchanges.ndjson');
  const journal = new ExchangeJournal(file, (error) => expect.fail(error.message));
  const placeholders = new SecretPlaceholders();
  for (let index = 0; index < 12; index++) {
    const line = journalLineOf(world.exchange(index), placeholders);
    if (line !== undefined) journal.append(line);
  }
  await journal.close();
  const clockFactor = dice.pick([1, 1, 240]) ?? 1;
  const encoder = new TraceEncoder({ journal, secrets: placeholders, routeOf, clockFactor });
  const records = [...encoder.records()];
  const { firstAtMs, sessionCount, referenceCount, foreignKeyCount } = encoder;
  const said = { records, firstAtMs, sessionCount, referenceCount, foreignKeyCount };
  // The prefix of placeholders is another one in each recording.
  const written = readFileSync(file, 'utf8').replaceAll(placeholders.prefix, '${s:');
  journal.remove();
  const text = `${JSON.stringify(said)}\n${written}`;
  return {
    referenceCount,
    digest: createHash('sha256').update(text).digest('hex').slice(0, 12),
    text,
  };
}
