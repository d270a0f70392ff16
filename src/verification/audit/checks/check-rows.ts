/** The checks of a bet log and of a live casino as a table: a row a check, in the order of the report. */
import type { LogAudit } from '../log/audit-log.ts';
import type { LiveSummary } from '../result-schema.ts';

/** What the checks are counted from; `target` is undefined for a log. */
export interface CheckFacts {
  readonly audit: LogAudit;
  readonly target: LiveSummary | undefined;
}

/** Stands for every code that no row names. */
export const otherCodes = '*';

/** One check. */
export interface CheckRow {
  readonly name: string;
  /** The codes of findings on which it fails. */
  readonly codes: readonly string[];
  readonly tested: string;
  readonly blind: string;
  /** How much it was run on, in its unit; 0 means that it was not run. */
  readonly ran: (facts: CheckFacts) => readonly [count: number, unit: string];
  /** Why it was not run, for a log and for a live casino. */
  readonly missing: { readonly log: string; readonly live: string };
  /** What follows the amount. */
  readonly more?: (facts: CheckFacts) => string;
  /** The amount where the evidence is too weak to decide; undefined where it decides. */
  readonly undecided?: (facts: CheckFacts) => string | undefined;
}

const bets = ({ audit }: CheckFacts): readonly [number, string] => [audit.bets, 'bet'];
const recomputed = ({ audit }: CheckFacts): readonly [number, string] => [audit.recomputed, 'bet'];
/** Comparisons that the session of a live audit counted. */
const compared =
  (name: string, unit: string): CheckRow['ran'] =>
  ({ target }) => [target?.tested[name] ?? 0, unit];

const noSeed = { log: 'no server seed is revealed', live: 'no server seed was revealed' };
const liveAlone = (live: string): CheckRow['missing'] => ({ log: 'it needs a live casino (--target)', live });

export const checkRows: readonly CheckRow[] = [
  {
    name: 'commitment before play',
    codes: ['commitment-broken', 'commitment-swapped', 'seed-leaked'],
    tested: 'the commitment of each server seed, as shown before the bets, against the revealed seed',
    blind: 'seeds that are not revealed',
    ran: recomputed,
    missing: { ...noSeed, live: 'the house shows no commitment, or revealed no seed' },
    undecided: ({ target }) => {
      const { unexplained = 0, unseen = 0 } = target?.tested ?? {};
      if (unexplained > 0) return `too little: ${unexplained} server seeds were replaced by the house and are in no list`;
      return unseen === 0 ? undefined : `too little: ${unseen} bets are the first under a server seed that the house began by itself, so that no commitment was shown before them`;
    },
  },
  {
    name: 'times of commitments',
    codes: ['commitment-late', 'seed-after-reveal'],
    tested: 'the time of each commitment and reveal against that of the client seed and the bet',
    blind: 'times that the house made up',
    ran: ({ audit, target }) => (target === undefined ? [audit.timed, 'bet'] : [target.tested['commitments'] ?? 0, 'answer']),
    missing: { log: 'the log has no times of commitments', live: 'no answer names the commitment' },
    undecided: ({ audit: { keptClientSeeds } }) =>
      keptClientSeeds === 0 ? undefined : `too little: ${keptClientSeeds} bets have a client seed that was in use before the commitment, as the documents allow: the house could choose such a server seed`,
  },
  {
    name: 'client-seed influence',
    codes: ['client-seed-ignored', 'client-seed-swapped'],
    tested: 'whether outcomes follow from the client seed that the player sent',
    blind: 'a client seed that the house chose for the player',
    ran: recomputed,
    missing: noSeed,
  },
  {
    name: 'nonces in sequence',
    codes: ['nonce-ignored', 'nonce-order', 'nonce-reused', 'nonce-shifted', 'nonce-skipped'],
    tested: 'nonces without gaps and repeats under each seed',
    blind: 'bets that are missing at the end of a period',
    ran: (facts) => (facts.target === undefined ? bets(facts) : [facts.target.tested['nonces'] ?? 0, 'bet']),
    missing: { log: 'the log has no bets', live: 'the house shows no nonces' },
  },
  {
    name: 'hidden rounds',
    codes: ['rounds-miscounted'],
    tested: 'the number of rounds that the house states for a seed against the bets that were sent',
    blind: 'rounds that the house does not count itself',
    ran: compared('roundCounts', 'server seed'),
    missing: liveAlone('the house does not state how many rounds a seed had'),
  },
  {
    name: 'payouts',
    codes: ['payout-capped', 'payout-impossible', 'payout-rounded', 'payout-short', 'payout-shaved', 'payout-raised', 'payout-over', 'profit-shaved', 'pay-table-changed', 'table-swapped', 'push-lost', 'win-unpaid', 'loss-paid', 'fee-taken', 'stake-kept', 'stake-added', 'stake-capped', 'stake-rounded', 'float-floor', 'float-round', 'answer-unreadable'],
    tested: 'each payout against the pay table, to the micro',
    blind: 'a payout that is right in the answer and not paid',
    ran: bets,
    missing: { log: 'the log has no bets', live: 'no answer has a payout' },
  },
  {
    name: 'recomputation and unbiased mapping',
    codes: [otherCodes],
    tested: 'each bet under a revealed seed from the seeds to the outcome; every other finding is counted here',
    blind: 'bets under seeds that are not revealed',
    ran: recomputed,
    missing: noSeed,
  },
  {
    name: 'chance of the outcomes and selection of seeds',
    codes: ['returns-contradicted', 'seeds-selected'],
    tested: 'outcomes against their exact chances: over all bets, by game, by stake and by player',
    blind: 'a return that is off by less than the bounds of its verdict; bets that were made seldom',
    ran: ({ audit }) => [audit.verdicts.reduce((sum, { rounds }) => sum + rounds, 0), 'bet'],
    missing: { log: 'no bet was made often enough', live: 'no bet was made often enough' },
    undecided: ({ audit: { verdicts } }) => {
      const open = verdicts.filter(({ verdict }) => verdict === 'undecided').length;
      return open === 0 ? undefined : `too little: ${open} of ${verdicts.length} verdicts are undecided`;
    },
  },
  {
    name: 'rotation',
    codes: ['replaced-on-wins', 'rotation-limited', 'rotation-stuck', 'rotation-withheld', 'seed-after-rotation'],
    tested: 'whether a rotation reveals the seed in use and begins another',
    blind: 'rotations that were not asked for',
    ran: compared('rotations', 'rotation'),
    missing: liveAlone('no rotation was answered with a seed'),
  },
  {
    name: 'verification endpoint',
    codes: ['verify-disagrees'],
    tested: 'the answer of the verification against what was paid',
    blind: 'rounds that were not verified',
    ran: compared('verifications', 'bet'),
    missing: liveAlone('the house verified no bet, or named no multiple'),
  },
  {
    name: 'stakes',
    codes: ['stake-changed'],
    tested: 'the stake that an answer names against the one that was sent',
    blind: 'a stake that is right in the answer and booked otherwise',
    ran: compared('stakes', 'bet'),
    missing: liveAlone('no answer names the stake'),
  },
  {
    name: 'balances in the answers',
    codes: ['balance-wrong'],
    tested: 'the balance in each answer against the one before, less the stake, plus the payout',
    blind: 'a balance that only the account shows',
    ran: compared('balances', 'bet'),
    missing: liveAlone('no answer names the balance'),
  },
  {
    name: 'credit of balances',
    codes: ['balance-unbooked'],
    tested: 'the balance that the account shows against what the answers to the bets make of it',
    blind: 'what a withdrawal pays',
    ran: compared('balanceReads', 'reading'),
    missing: liveAlone('the account shows no balance'),
  },
  {
    name: 'ledger of the account',
    codes: ['ledger-incomplete'],
    tested: 'whether the list of transactions has the stake and the payout of each settled bet',
    blind: 'rows that belong to no bet; doubled hands of blackjack',
    ran: compared('ledgerAmounts', 'amount'),
    missing: liveAlone('the account shows no ledger, or one whose rows cannot be assigned to bets'),
  },
  {
    name: 'availability on wins',
    codes: ['refused-on-wins'],
    tested: 'whether bets that were refused or not answered would have won, by the seeds revealed later',
    blind: 'refusals before the seed could decide the bet; hands of several calls',
    ran: ({ target }) => [target?.stakesSent ?? 0, 'bet'],
    missing: liveAlone('no bet was sent'),
    more: ({ target }) =>
      target === undefined
        ? ''
        : `, of which ${target.stakesRefused} were refused and ${target.stakesLost} lost${target.missed.computed === 0 ? '' : `; of ${target.missed.computed} that were computed ${target.missed.won} would have won, ${target.missed.expected.toFixed(1)} expected`}`,
    undecided: ({ target }) =>
      target?.missed.result === 'undecided'
        ? `too little: ${target.missed.computed} refused or lost bets were computed; ${target.missed.won} would have won, ${target.missed.expected.toFixed(1)} expected`
        : undefined,
  },
  {
    name: 'independence between players',
    codes: ['seed-shared'],
    tested: 'whether two players share a server seed',
    blind: 'accounts that did not bet',
    ran: ({ audit: { players } }) => [players < 2 ? 0 : players, 'player'],
    missing: { log: 'the log names fewer than two players', live: 'fewer than two accounts bet' },
  },
  {
    name: 'limits',
    codes: ['impossible-bet', 'limit-ignored'],
    tested: 'whether stakes beyond the documented limits are refused, and those within them taken',
    blind: 'the largest stake, unless the budget covers more; lower limits of single games',
    ran: ({ target }) => [target?.tested['limits'] ?? 0, 'stake'],
    missing: { log: 'a log has no refused bets', live: 'no stake beyond a limit was answered' },
    undecided: ({ target }) => {
      const refused = target?.tested['refusedStakes'] ?? 0;
      return refused === 0 ? undefined : `too little: ${refused} ${refused === 1 ? 'stake' : 'stakes'} within the documented limits (0.01 to 10,000 USDC) were refused; a game may have lower ones`;
    },
  },
  {
    name: 'length of seed periods',
    codes: ['seed-short'],
    tested: 'how long a house plays under one seed by its own choice, and whether a seed is too long to be tried out',
    blind: 'how a seed was made; periods longer than those of this audit',
    ran: ({ target }) => [target?.tested['rotations'] ?? 0, 'server seed'],
    missing: liveAlone('no server seed was revealed'),
    more: ({ target }) => `, of which the house replaced ${target?.tested['replaced'] ?? 0} by itself`,
  },
]; // prettier-ignore
