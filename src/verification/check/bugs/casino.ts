import { bugsOf } from './bug.ts';

const bets = 'platform/services/casino/play/bets';
const book = 'platform/services/casino/play/bet-book';
const limits = 'platform/services/casino/play/stake-limits';
const entrants = 'platform/services/casino/contests/entrants';
const house = 'platform/services/casino/play/house';
const kelly = 'platform/services/casino/play/kelly';
const challenges = 'platform/services/casino/contests/challenges';
const tournaments = 'platform/services/casino/contests/tournaments';
const pairs = 'core/fairness/seed-pair';

/** Bets, limits, hands, contests, money in and out, and fairness. */
export const casinoBugs = bugsOf('casino', [
  ['bet-stake-not-taken', house, "ledger.book({ debit: agent.account, credit: house, amount: stakeMicros, kind: 'casino-stake', atMs });", ''],
  ['bet-payout-twice', house, "this.#platform.ledger.book({ ...parts, amount, kind: 'casino-payout' });", "this.#platform.ledger.book({ ...parts, amount, kind: 'casino-payout' }); this.#platform.ledger.book({ ...parts, amount, kind: 'casino-payout' });"],
  ['bet-push-counts-as-win', book, 'won: payoutMicros > aboveMicros,', 'won: payoutMicros >= aboveMicros,'],
  ['bet-balance-before-the-bet', bets, 'return { bet: book.keep(round), balanceMicros: platform.ledger.available(caller.account) };', 'return { bet: book.keep(round), balanceMicros: platform.ledger.available(caller.account) + order.stakeMicros };'],
  ['history-forgets-the-newest', book, 'newestFirst(matching, wish)', 'newestFirst(matching.toReversed(), wish)'],
  ['history-total-is-the-page', book, 'newestFirst(matching, wish)', 'newestFirst(matching.slice(-wish.limit), wish)'],
  ['bet-verified-by-strangers', 'platform/services/casino/play/fairness', "return bet?.agent === caller\n            ? this.#verified(bet)\n            : refuse('NOT_FOUND', `you", "return bet !== undefined\n            ? this.#verified(bet)\n            : refuse('NOT_FOUND', `you"],
  ['kelly-twice-the-risk', kelly, 'BigInt(riskPercent) * BigInt(top.denominator)', '2n * BigInt(riskPercent) * BigInt(top.denominator)'],
  ['kelly-forgets-open-bets', limits, 'playerMicros: ledger.available(agent.account),', 'playerMicros: ledger.balance(agent.account),'],
  ['kelly-risk-of-half', kelly, 'export const defaultRiskPercent = 25;', 'export const defaultRiskPercent = 50;'],
  ['kelly-risk-not-kept', limits, 'this.#risks.insert(caller.agentId, { riskPercent });', 'this.#risks.insert(caller.agentId, { riskPercent: 25 });'],
  ['coin-flip-pays-even-money', 'platform/games/coin-flip', 'ratio(196, 100)', 'ratio(200, 100)'],
  ['simple-dice-pays-six', 'platform/games/simple-dice', 'ratio(55, 10)', 'ratio(60, 10)'],
  ['nonce-stands-still', pairs, 'pair: { ...pair, nextNonce: nonce + 1 } };', 'pair: { ...pair, nextNonce: nonce } };'],
  ['nonce-goes-on-after-rotation', pairs, 'return { index, serverSeed, commitment: commitmentOf(serverSeed), clientSeed, nextNonce: 0 };', 'return { index, serverSeed, commitment: commitmentOf(serverSeed), clientSeed, nextNonce: index === 0 ? 0 : 1 };'],
  ['seed-not-changed-by-rotation', pairs, 'const index = pair.index + 1;', 'const index = pair.index;'],
  ['commitment-of-another-seed', pairs, 'const serverSeed = serverSeedAt(source, index);', 'const serverSeed = serverSeedAt(source, index); const other = serverSeedAt(source, index + 1); if (index > 0) return { index, serverSeed, commitment: commitmentOf(other), clientSeed, nextNonce: 0 };'],
  ['draws-favour-small-numbers', 'core/fairness/pick', 'if (word < fairLimit) return word % n;', 'if (word < fairLimit) return (word % n) % Math.max(1, n - 1);'],
  ['draws-without-the-nonce', 'core/fairness/hmac', 'update(`${clientSeed}:${nonce}:${cursor}`)', 'update(`${clientSeed}:0:${cursor}`)'],
  ['revealed-too-early', 'platform/services/casino/play/seed-sessions', 'return known?.agent === agent ? known.seed : undefined;', 'return known?.agent === agent ? known.seed : { rounds: 0, ...this.#sessionOf(agent).pair };'],
  ['withdrawal-without-a-fee', 'platform/services/casino/cashier/withdrawals', 'const withdrawalFeeMicros = microsPerUsdc / 2;', 'const withdrawalFeeMicros = microsPerUsdc / 4;'],
  ['withdrawal-below-its-minimum', 'platform/services/casino/cashier/withdrawals', 'export const withdrawalMinMicros = microsPerUsdc;', 'export const withdrawalMinMicros = microsPerUsdc / 10;'],
  ['deposit-after-one-block', 'platform/services/casino/cashier/chains', 'export const confirmationsNeeded = 2;', 'export const confirmationsNeeded = 1;'],
  ['deposit-credited-twice', 'platform/services/casino/cashier/deposits', "this.#platform.ledger.book({ debit, credit: agent.account, amount, kind: 'casino-deposit', atMs });", "this.#platform.ledger.book({ debit, credit: agent.account, amount, kind: 'casino-deposit', atMs }); this.#platform.ledger.book({ debit, credit: agent.account, amount, kind: 'casino-deposit', atMs });"],
  ['hand-cover-kept', house, 'if (hold.cover !== undefined) ledger.void(hold.cover, atMs);', ''],
  ['hand-stake-given-back', house, 'for (const stake of hold.stakes) ledger.post(stake, atMs);', 'for (const stake of hold.stakes) ledger.void(stake, atMs);'],
  ['challenge-loser-wins', challenges, 'return order > 0 ? one.agent : other.agent;', 'return order > 0 ? other.agent : one.agent;'],
  ['challenge-tie-has-a-winner', challenges, 'if (order === 0) return null;', 'if (order === 0) return one.agent;'],
  ['challenge-expires-late', challenges, "'24h': dayMs,", "'24h': dayMs + 1,"],
  ['challenge-answered-by-anybody', challenges, 'if (challenge.challenged !== by.caller) {', 'if (by.caller === undefined) {'],
  ['challenge-accepted-twice', challenges, "const isPending = challenge.state === 'pending';", "const isPending = challenge.state !== 'declined';"],
  ['challenge-pays-half', challenges, 'const paidMicros = 2 * pot.amountMicros - feeMicros;', 'const paidMicros = pot.amountMicros - feeMicros;'],
  ['challenge-expiry-not-called-off', challenges, '#close(challenge, end) { challenge.callOff();', '#close(challenge, end) {'],
  ['tournament-one-too-many', tournaments, 'this.#entrants.of(tournament).length >= tournament.agentsMax;', 'this.#entrants.of(tournament).length > tournament.agentsMax;'],
  ['tournament-entered-twice', tournaments, 'if (this.#entrants.find(tournament, caller) !== undefined) return', 'if (tournament === undefined) return'],
  ['tournament-alone', tournaments, 'return this.#entrants.of(tournament).length < needed;', 'return this.#entrants.of(tournament).length < needed - 1;'],
  ['tournament-cancelled-keeps-fees', tournaments, 'for (const { feeHeld } of entries) this.#pot.giveBack(feeHeld);', ''],
  ['tournament-worst-first', 'platform/services/casino/contests/tournament-record', ': difference > 0;', ': difference < 0;'],
  ['prize-rest-lost', 'platform/services/casino/contests/prize-split', 'place === 0 ? micros + left : micros', 'place === 0 ? micros : micros'],
  ['tournament-starts-in-the-past', tournaments, 'if (order.startsAtMs <= this.#clock.nowMs) return refuse', 'if (order.startsAtMs < this.#clock.nowMs) return refuse'],
  ['tournament-score-forgets-payouts', entrants, 'paidMicros: entry.paidMicros + payoutMicros,', 'paidMicros: entry.paidMicros,'],
]); // prettier-ignore
