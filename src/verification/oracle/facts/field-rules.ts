/** Single fields that the documents fix, or that follow from other fields of the same answer: a row a call. */
import { dayMs, formatInstant, parseInstant } from '../../../core/base/time.ts';
import { callOf, objects, reads, shownInstant, signedMicros, text, type Case } from '../case.ts';
import { usdc } from '../usdc.ts';
import { chainSymbols } from './chain-symbols.ts';
import { sharesOf } from './referral-shares.ts';
import type { AuditedExchange, Body } from '../exchange.ts';
import { isHeld } from './reading.ts';
import { comparable } from './record-views.ts';

interface Expectation {
  readonly name: string;
  readonly seen: unknown;
  readonly wanted: unknown;
}

type Rule = (answer: Body, at: { exchange: AuditedExchange; file: Case }) => Iterable<Expectation>;

/** A field with one value. */
const is = (name: string, wanted: unknown): Rule =>
  function* (answer) {
    yield { name, seen: answer[name], wanted };
  };

/** A field whose value depends on the readings of the run. */
const read = (name: string, wanted: (file: Case) => unknown): Rule =>
  function* (answer, { file }) {
    yield { name, seen: answer[name], wanted: wanted(file) };
  };

/** The instant of the call. */
const now = (name: string): Rule =>
  function* (answer, { exchange, file }) {
    const nowMs = shownInstant(file, exchange);
    if (nowMs !== undefined) yield { name, seen: answer[name], wanted: formatInstant(nowMs) };
  };

/** How many agents have registered; not known where a registration may have failed unseen. */
const agentCount = (name: string): Rule =>
  function* (answer, { file }) {
    if (file.unknownRegistrations.size === 0) yield { name, seen: answer[name], wanted: file.agents.size };
  };

/** Those of them that the faucet has registered, and every other agent that has called it: the other registers make up ids (gap X9). */
const faucetCount = (name: string): Rule =>
  function* (answer, { file }) {
    const least = [...file.agents.keys()].filter((id) => !id.startsWith('agent_')).length;
    const count = Number(answer[name]);
    if (file.unknownRegistrations.size === 0)
      yield { name, seen: count, wanted: Math.min(Math.max(count, least), file.agents.size) };
  };

/** An amount that is one less others. */
const difference = (name: string, from: string, ...less: string[]): Rule =>
  function* (answer) {
    const sum = less.reduce((total, field) => total + (signedMicros(answer[field]) ?? 0), 0);
    yield { name, seen: shownAmount(answer[name]), wanted: usdc((signedMicros(answer[from]) ?? 0) - sum) };
  };

const shownAmount = (value: unknown): string | undefined => {
  const amount = signedMicros(value);
  return amount === undefined ? undefined : usdc(amount);
};

/** An amount that is the sum of others. */
const sum = (name: string, ...fields: string[]): Rule =>
  function* (answer) {
    const wanted = fields.reduce((total, field) => total + (signedMicros(answer[field]) ?? 0), 0);
    yield { name, seen: shownAmount(answer[name]), wanted: usdc(wanted) };
  };

/** Two fields of one value. */
const alike = (name: string, other: string): Rule =>
  function* (answer) {
    yield { name, seen: answer[name], wanted: answer[other] };
  };

/** A field that stays empty so far. */
const empty = (...names: string[]): Rule =>
  function* (answer) {
    for (const name of names) yield { name, seen: answer[name] ?? null, wanted: null };
  };

/** Rules of each row of a list. */
const each = (list: string, ...rules: Rule[]): Rule =>
  function* (answer, at) {
    for (const row of objects(answer, list)) for (const rule of rules) yield* rule(row, at);
  };

/** Ranks count up from 1, and no row has more than the one before. */
const ranked = (list: string, by: string, other?: readonly [reading: string, by: string]): Rule =>
  function* (answer, { file }) {
    const [reading = '', otherBy = by] = other ?? [];
    const [policy = '', option = ''] = reading.split('=');
    const measure = reads(file, policy, option) ? otherBy : by;
    let before = Infinity;
    for (const [index, row] of objects(answer, list).entries()) {
      const size = Number(row[measure]);
      yield { name: `rank in ${list}`, seen: row['rank'], wanted: index + 1 };
      yield { name: `order by ${measure}`, seen: size <= before, wanted: true };
      before = size;
    }
  };

/** A part that is an object. */
const within = (name: string, ...rules: Rule[]): Rule =>
  function* (answer, at) {
    const part = answer[name];
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return;
    for (const rule of rules) yield* rule(part as Body, at);
  };

/** 32 bytes, as S20 has them. */
const hash = (...names: string[]): Rule =>
  function* (answer) {
    for (const name of names) {
      const value = answer[name];
      if (value === null || value === undefined) continue;
      yield {
        name: `form of ${name}`,
        seen: /^(?:0x)?[0-9a-zA-Z]{43,88}$/.test(text(answer, name) ?? ''),
        wanted: true,
      };
    }
  };

/** What the rows of a list add up to, in the fields of the whole. */
const addUp = (list: string, ...fields: string[]): Rule =>
  function* (answer) {
    for (const name of fields) {
      const wanted = objects(answer, list).reduce((total, row) => total + (signedMicros(row[name]) ?? 0), 0);
      yield { name, seen: shownAmount(answer[name]), wanted: usdc(wanted) };
    }
  };

/** What is native to a chain, and no USDC of the platform but on ethereum (gap W2). */
const walletChains: Rule = function* (answer) {
  for (const [chain, part] of Object.entries((answer['chains'] ?? {}) as Body)) {
    const { symbol, usdc: held, native, usdc_equivalent: worth } = part as Body;
    if (symbol !== undefined) yield { name: `symbol of ${chain}`, seen: symbol, wanted: chainSymbols[chain] };
    if (native === 0) yield { name: `usdc_equivalent on ${chain}`, seen: worth, wanted: held };
  }
};

/** A seed is shown when it is used no more. */
const shownWhenOver: Rule = function* (answer) {
  yield {
    name: 'a seed is shown',
    seen: answer['server_seed'] !== null,
    wanted: answer['status'] !== 'active',
  };
};

/** Shares of the three levels (gap X5), in percent of ten. */
const levels = (list: string): Rule =>
  function* (answer, { file }) {
    for (const [index, row] of objects(answer, list).entries()) {
      yield { name: 'level', seen: row['level'], wanted: index + 1 };
      yield { name: 'percent', seen: row['percent'], wanted: sharesOf(file)[index] };
    }
    yield { name: `levels of ${list}`, seen: objects(answer, list).length, wanted: 3 };
  };

const games = 'coin_flip dice simple_dice multiplier roulette custom blackjack crash plinko slots hilo keno scratch_card video_poker wheel mines baccarat'.split(' '); // prettier-ignore

/** The games of document 3, each once. */
const everyGame = (list: string, idOf: (row: unknown) => unknown): Rule =>
  function* (answer) {
    const rows = Array.isArray(answer[list]) ? (answer[list] as unknown[]) : [];
    yield {
      name: list,
      seen: rows
        .map((row) => comparable(idOf(row)))
        .toSorted()
        .join(),
      wanted: games.toSorted().join(),
    };
  };

/** The 24 hours before the call, or the day in UTC (gap C35). */
const sessionSpan: Rule = function* ({ from, to }, { file }) {
  const toMs = parseInstant(String(to)) ?? 0;
  const isCalendar = reads(file, 'stats.session', 'calendar');
  const wanted = formatInstant(isCalendar ? toMs - (toMs % dayMs) : toMs - dayMs);
  yield { name: 'from', seen: from, wanted };
};

/** Nothing is borrowed unless it is asked for, and never for an asset (gap T3). */
const leverage: Rule = function* (answer, { exchange: { body } }) {
  const isLent = answer['market_type'] === 'perp';
  yield { name: 'leverage', seen: Number(answer['leverage']), wanted: isLent ? Number(body?.['leverage'] ?? 1) : 1 };
}; // prettier-ignore

/** What has not been played has no rounds. */
const unplayed: Rule = function* (row, at) {
  if (row['status'] === 'resolved') return;
  for (const rule of [empty('challenger_round', 'challenged_round', 'winner_id'), is('rounds', 0)])
    yield* rule(row, at);
};

/** The state after a dispute (gap S2). */
const disputed = ({ setting }: Case): unknown => setting.policies['escrow.disputedName'];

/** Style A's minimum of slots is the others' (gap C38). */
const leastBet: Rule = function* (answer, { file }) {
  const wanted = answer['game'] === 'slots' && reads(file, 'casino.slotsMinimum', '0.10') ? 0.1 : 0.01;
  yield { name: 'min_bet', seen: answer['min_bet'], wanted };
};

/** A send is on its way, but one to an agent may be there at once (gap W19). */
const sent: Rule = function* (answer, { exchange, file }) {
  // The asset of a chain is sent over it.
  const isNative = exchange.body?.['token'] === 'native';
  const isInside = !isNative && file.resolve(text(exchange.body, 'to') ?? '') !== undefined;
  const isInstant = reads(file, 'wallet.agentSend', 'instant');
  if (isInstant && !isInside && answer['status'] === 'confirmed') return;
  yield { name: 'status', seen: answer['status'], wanted: isInstant && isInside ? 'confirmed' : 'pending' };
};

const profit = difference('net_profit', 'total_won', 'total_wagered');
const totals = ['total_bets', 'won', 'total_wagered', 'total_won', 'net_profit'];
const standing = [each('leaderboard', profit)];
const undecided = [empty('settled_at', 'challenger_round', 'challenged_round', 'winner_id')];
const nothingPaid = [is('rounds', 0), is('paid', 0)];
const upcoming = [is('status', 'upcoming'), sum('prize', 'prize_pool')];

/** By service, style and operation. */
const rules: Readonly<Record<string, readonly Rule[]>> = {
  'faucet/B/register': [is('currency', 'USDC')],
  'faucet/B/publicAgents': [faucetCount('total_agents'), ranked('agents', 'activity')],
  'escrow/A/create': [is('status', 'locked')],
  'escrow/A/detail': [is('currency', 'USDC'), hash('lock_tx_hash', 'tx_hash')],
  'escrow/A/list': [each('escrows', is('currency', 'USDC'), hash('lock_tx_hash', 'tx_hash'))],
  'escrow/B/create': [is('status', 'locked'), difference('net', 'amount', 'fee')],
  'escrow/B/detail': [difference('net', 'amount', 'fee'), hash('lock_tx_hash', 'tx_hash')],
  'escrow/B/list': [each('escrows', difference('net', 'amount', 'fee'), hash('lock_tx_hash', 'tx_hash'))],
  'escrow/A/dispute': [read('status', disputed)],
  'escrow/B/dispute': [read('status', disputed), within('dispute', now('opened_at'))],
  'escrow/B/release': [is('status', 'released'), hash('tx_hash')],
  'escrow/B/refund': [is('status', 'refunded'), hash('tx_hash')],
  'domains/B/register': [hash('tx_hash')],
  'domains/B/renew': [hash('tx_hash')],
  'domains/B/transfer': [hash('tx_hash')],
  'trading/A/positions': [each('positions', alike('current_price', 'mark_price'))],
  'trading/B/place': [leverage],
  'trading/B/portfolio': [each('positions', alike('current_price', 'mark_price'))],
  'casino/A/balance': [is('currency', 'USDC')],
  'casino/A/withdraw': [hash('tx_hash'), is('chain', 'base')],
  'casino/A/withdrawals': [each('withdrawals', hash('tx_hash'), is('chain', 'base'))],
  'casino/A/createChallenge': [is('status', 'pending'), ...undecided, ...nothingPaid],
  'casino/A/declineChallenge': [is('status', 'declined'), empty('challenger_round', 'challenged_round', 'winner_id'), ...nothingPaid, now('settled_at')],
  'casino/A/acceptChallenge': [is('status', 'resolved'), now('settled_at')],
  'casino/A/challenges': [
    each('incoming', is('status', 'pending'), ...undecided),
    each('outgoing', is('status', 'pending'), ...undecided),
    each('settled', unplayed),
  ],
  'casino/A/createTournament': [...upcoming, is('entrants', 0), is('entered', false)],
  'casino/A/enterTournament': [is('entered', true), is('status', 'upcoming'), ...standing],
  'casino/A/tournament': standing,
  'casino/A/leaderboard': [
    ranked('overall_leaderboard', 'net_profit', ['leaderboard.order=wagered', 'total_wagered']),
    each('overall_leaderboard', profit),
    everyGame('supported_games', (id) => id),
    now('updated_at'),
  ],
  'casino/A/games': [everyGame('games', (row) => (row as Body)['id'])],
  'casino/A/kellyLimits': [each('limits', leastBet), everyGame('limits', (row) => (row as Body)['game'])],
  'casino/A/session': [sessionSpan, addUp('games', ...totals), now('to'), profit, each('games', profit)],
  'casino/A/stats': [addUp('games', ...totals), profit, each('games', profit)],
  'casino/A/gossip': [is('you_are_an_ai_agent', true), agentCount('current_registered_agents'), within('multi_level_referral', levels('levels'))],
  'casino/A/referralCode': [levels('commission')],
  'casino/B/stats': [difference('profit_loss', 'won', 'wagered')],
  'casino/short/launch': [is('status', 'running'), is('growth_per_second', 0.06), now('started_at')],
  'casino/short/profitLeaders': [ranked('leaderboard', 'pnl'), now('updated_at')],
  'wallet/A/balance': [walletChains],
  'wallet/B/balance': [walletChains],
  'casino/A/seeds': [each('seeds', shownWhenOver)],
  'wallet/A/send': [sent, hash('tx_hash')],
  'wallet/B/send': [sent, hash('tx_hash')],
  'wallet/primary/gossip': [agentCount('live_agents'), within('referral_programme', levels('levels'))],
  'wallet/primary/health': [now('time'), is('status', 'ok'), is('version', '1.0.0')],
  'wallet/primary/referralCode': [levels('commission')],
  'wallet/primary/openSwap': [is('status', 'awaiting_deposit'), empty('amount_out', 'deposit_tx_hash', 'payout_tx_hash', 'refund_tx_hash'), now('created_at')],
  'wallet/primary/quote': [within('fees', sum('total', 'network', 'provider', 'platform'))],
}; // prettier-ignore

/** Checks `answers-fixed`. Give it successful exchanges that are no repeats. */
export function checkFieldRules(file: Case, exchange: AuditedExchange): void {
  const call = callOf(exchange);
  for (const rule of rules[call] ?? [])
    for (const { name, seen, wanted } of rule(exchange.answer, { exchange, file }))
      if (seen !== wanted && isHeld(file, `field ${call} ${name}`))
        file.breaks('answers-fixed', `${call}: ${name} is ${String(seen)}; expected ${String(wanted)}`);
}
