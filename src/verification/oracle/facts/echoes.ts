/** A success repeats what was asked for: fields of the request that the answer has as well have the same value. */
import { formatInstant } from '../../../core/base/time.ts';
import { reads, type Case } from '../case.ts';
import type { AuditedExchange, Body } from '../exchange.ts';
import { sentInstant } from '../sent-instant.ts';
import { comparable, exactly } from './record-views.ts';

/** Fields of the same name that mean another thing in the answer. */
const others: Readonly<Record<string, readonly string[]>> = {
  // A hand may have been doubled; a move in an open hand sends no new stake.
  'casino/bet': ['amount', 'nonce', 'client_seed'],
  // A free deal takes no stake (gap C14).
  'casino/deal': ['amount'],
  // Its note says where the share of a missing referrer goes.
  'casino/referralCode': ['note'],
  'casino/playTournament': ['client_seed'],
};

/** Calls that take no amount, whose answer has one: what is sent under the name is left unread. */
const withoutAmount: readonly string[] = [
  'faucet/register', 'faucet/claimDaily', 'escrow/refund', 'trading/cancel', 'casino/acceptChallenge', 'casino/declineChallenge',
  'casino/verifyBet', 'wallet/withdrawReferral',
]; // prettier-ignore

/** Checks `answers-echo`. Give it successful exchanges that are no repeats. */
export class Echoes {
  readonly #case: Case;
  /** The address that an agent's id has been reported as. */
  readonly #addresses = new Map<string, string>();

  constructor(file: Case) {
    this.#case = file;
  }

  answered(exchange: AuditedExchange): void {
    const { service, operation, body, query, params, answer } = exchange;
    const except = [...this.#exceptions(`${service}/${operation}`), ...elsewhere(exchange)];
    const sent: Body = { ...named(params, answer), ...askedBeside(params, query), ...body };
    this.#dispute(exchange);
    for (const [name, value] of Object.entries(sent)) {
      const reported = answer[name];
      if (
        reported === null ||
        reported === undefined ||
        except.includes(name) ||
        !isPlain(value) ||
        !isPlain(reported)
      )
        continue;
      const isExact = typeof reported === 'string';
      const [asked, reportedAs] = [value, reported].map((each) =>
        same(each, { folded: isFolded(exchange, name), isExact }),
      ) as [string, string];
      const wanted = this.#wanted(asked, reportedAs);
      if (wanted !== reportedAs)
        this.#case.breaks(
          'answers-echo',
          `${operation} is asked for ${name} ${asked} and tells ${reportedAs}; expected ${wanted}`,
        );
    }
  }

  /** A dispute repeats its reason, and its window is 48 hours (ESC37, ESC38). */
  #dispute({ operation, body, answer }: AuditedExchange): void {
    const reported = answer['dispute'];
    if (operation !== 'dispute' || typeof reported !== 'object' || reported === null) return;
    for (const name of ['reason', 'evidence']) {
      const [asked, seen] = [body?.[name] ?? null, (reported as Body)[name]];
      if (asked !== seen)
        this.#case.breaks(
          'answers-echo',
          `a dispute with ${name} ${comparable(asked)} tells ${comparable(seen)}`,
        );
    }
  }

  /** Under one policy a fee is taken out of what is sent, under another the leverage of a spot order counts for nothing. */
  #exceptions(call: string): readonly string[] {
    if (call === 'wallet/send' && reads(this.#case, 'wallet.sendFee', 'inside')) return ['amount'];
    if (call === 'trading/place' && reads(this.#case, 'trading.spotLeverage', 'ignore')) return ['leverage'];
    return withoutAmount.includes(call) ? ['amount'] : (others[call] ?? []);
  }

  /** An agent may be asked for by id or address, and reported as either: the same one each time. */
  #wanted(sent: string, reported: string): string {
    if (sent.startsWith('0x') === reported.startsWith('0x')) return sent.replace(/^[a-z]+:/, '');
    const [agent, address] = sent.startsWith('0x') ? [reported, sent] : [sent, reported];
    const known = this.#addresses.get(agent) ?? address;
    this.#addresses.set(agent, known);
    return sent === agent ? known : this.#agentOf(sent, reported);
  }

  #agentOf(address: string, reported: string): string {
    for (const [agent, known] of this.#addresses) if (known === address) return agent;
    return reported;
  }
}

/** What a path names, an id in the query does not change. */
const askedBeside = (
  params: Readonly<Record<string, string>>,
  query: AuditedExchange['query'],
): AuditedExchange['query'] =>
  Object.keys(params).length === 0
    ? query
    : Object.fromEntries(Object.entries(query).filter(([name]) => !name.endsWith('_id')));

/** A path names a record by its id: the field of the answer that names it is called after its kind. */
function named(params: Readonly<Record<string, string>>, answer: Body): Body {
  const { id, betId, hash, orderId } = params;
  const field = ['escrow_id', 'order_id', 'challenge_id', 'bet_id', 'tournament_id'].find(
    (name) => answer[name] !== undefined,
  );
  const record = id ?? betId ?? orderId;
  return {
    ...params,
    ...(record === undefined || field === undefined || answer['nonce'] !== undefined
      ? {}
      : { [field]: record }),
    ...(hash === undefined ? {} : { tx_hash: hash }),
  };
}

/** Away from EVM chains an agent is paid at its address there, and the asset of a chain is shown by its symbol. */
function elsewhere({ service, operation, answer, body }: AuditedExchange): readonly string[] {
  if (service !== 'wallet' || operation !== 'send') return [];
  const isAway = !evmChains.includes(String(answer['chain']));
  return [...(isAway ? ['to'] : []), ...(body?.['token'] === 'native' ? ['token'] : [])];
}

const evmChains: readonly string[] = ['ethereum', 'base', 'arbitrum', 'polygon', 'undefined'];

const isPlain = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);

/** Names of domains, hosts and assets are the same in either case; texts are kept as they were sent. */
const isFolded = ({ service, operation, body }: AuditedExchange, name: string): boolean =>
  (service === 'wallet' && (operation === 'swap' || name === 'token')) ||
  (service === 'domains' && !(name === 'value' && ['TXT', 'CAA'].includes(String(body?.['type']))));

/** EVM addresses are the same in either case, and instants in every form. */
function same(value: unknown, { folded, isExact }: { folded: boolean; isExact: boolean }): string {
  const atMs = typeof value === 'string' ? sentInstant(value) : undefined;
  if (atMs !== undefined) return formatInstant(atMs);
  const shown = isExact ? exactly(value) : comparable(value);
  return folded || shown.startsWith('0x') ? shown.toLowerCase() : shown;
}
