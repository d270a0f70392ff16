/** The named checks of an audit of the shipped games: what each tested, on how much, and what it cannot see. */
import { groupedDigits } from '../../../core/base/digits.ts';
import type { ExactAudit } from '../exact-audit.ts';
import { costsHouse } from '../finding.ts';
import type { ReplayVerdict } from '../replay/replay.ts';
import type { AuditCheck, Mapping } from '../result-schema.ts';

/** What an audit of the shipped games came to. */
export interface ShippedAudit {
  readonly exact: ExactAudit;
  readonly mapped: readonly Mapping[];
  readonly replay: readonly ReplayVerdict[];
}

/** Every check in the order of the report; those that need a deployment are listed as not run. */
export function shippedChecks(audit: ShippedAudit): AuditCheck[] {
  return [...exactChecks(audit), chanceCheck(audit), ...fairnessChecks(audit), ...deploymentChecks];
}

const many = (count: number, noun: string): string =>
  `${groupedDigits(String(count))} ${noun}${count === 1 ? '' : 's'}`;

function exactChecks({ exact, mapped }: ShippedAudit): AuditCheck[] {
  const single = exact.rows.filter(({ strategy }) => strategy === 'single');
  const twice = single.filter(({ closedForm }) => closedForm !== undefined).length;
  const costly = exact.judged.filter(costsHouse).length;
  const different = mapped.filter(({ differences }) => differences.length > 0).length;
  return [
    {
      name: 'edges computed in two ways',
      result: exact.disagreements.length > 0 ? 'failed' : twice === 0 ? 'not run' : 'passed',
      tested: 'the return of each bet by enumeration of its play, against a closed form',
      amount: `${many(twice, 'bet')} of ${groupedDigits(String(single.length))}; blackjack and video poker have no closed form`,
      blind: 'a rule that both ways misread',
    },
    {
      name: 'stated, printed and shipped agree',
      result: exact.judged.length > 0 ? 'failed' : 'passed',
      tested: 'stated edges, printed payouts, ranges and limits against each other and against the games',
      amount: `${many(single.length, 'bet')}; ${many(exact.judged.length, 'finding')}, of which ${costly} cost the house money`,
      blind: 'what the documents leave open',
    },
    {
      name: 'unbiased mapping and payouts',
      result: mapped.length === 0 ? 'not run' : different > 0 ? 'failed' : 'passed',
      tested: 'every symbolic outcome of a game sent through its play, and its payout against the enumeration',
      amount: mapped.length === 0 ? 'nothing: --prove runs it' : `${many(mapped.length, 'game')}, ${many(mapped.reduce((sum, { outcomes }) => sum + outcomes, 0), 'outcome')}`,
      blind: 'another deployment of the same rules',
    },
  ]; // prettier-ignore
}

function chanceCheck({ replay }: ShippedAudit): AuditCheck {
  const of = (wanted: string): number => replay.filter(({ verdict }) => verdict === wanted).length;
  const rounds = replay.reduce((sum, one) => sum + one.rounds, 0);
  return {
    name: 'chance of the outcomes',
    result: of('contradicted') > 0 ? 'failed' : of('undecided') > 0 || replay.length === 0 ? 'not run' : 'passed',
    tested: 'replayed rounds against the exact odds, valid at every look',
    amount: `${of('undecided') > 0 ? 'too little: ' : ''}${many(rounds, 'round')}: ${many(of('consistent'), 'game')} decided as consistent, ${of('contradicted')} contradicted, ${of('undecided')} undecided`,
    blind: 'a return that is off by less than the bounds of its verdict; bets that were not replayed',
  }; // prettier-ignore
}

/** A check of seeds fails on the complaints that its pattern finds. */
const seedChecks = [
  ['commitment before play', /changed after|not the one committed/, 'the commitment before the client seed against the revealed seed'],
  ['client-seed influence', /client seed is not/, 'the client seed of each round against the one that was sent'],
  ['nonces in sequence', /^nonce|rounds are claimed/, 'the nonce of each round, and the rounds that a rotation claims'],
  ['rotation', /not in the chain/, 'the next commitment against the revealed seed'],
  ['recomputation from the record', /cannot be recomputed/, 'the last round under each seed from its record alone'],
] as const; // prettier-ignore

function fairnessChecks({ replay }: ShippedAudit): AuditCheck[] {
  const complaints = replay.flatMap((one) => one.complaints);
  const rounds = replay.reduce((sum, one) => sum + one.rounds, 0);
  const known = seedChecks.map(([, pattern]) => pattern);
  return seedChecks.map(([name, pattern, tested], index) => {
    const isLast = index === seedChecks.length - 1;
    const isFound = (complaint: string): boolean =>
      pattern.test(complaint) || (isLast && !known.some((one) => one.test(complaint)));
    return {
      name,
      result: rounds === 0 ? 'not run' : complaints.some(isFound) ? 'failed' : 'passed',
      tested,
      amount: many(rounds, 'round'),
      blind: 'what a deployment does between this code and its clients',
    };
  });
}

const deployment = (name: string, tested: string, amount: string): AuditCheck => ({
  name,
  result: 'not run',
  tested,
  amount,
  blind: 'nothing was tested',
});

const needsLog = 'nothing: it needs the log of a casino (--bets) or a live one (--target)';
const needsTarget = 'nothing: it needs a live casino (--target)';
const deploymentChecks: readonly AuditCheck[] = [
  deployment('selection of seeds', 'whether a house chooses among seeds after it knows the bets', needsLog),
  deployment(
    'verification endpoint',
    'the answer of the verification against the recomputed round',
    needsTarget,
  ),
  deployment(
    'stakes and balances',
    'stake, payout and balance in each answer against each other',
    needsTarget,
  ),
  deployment(
    'length of seed periods',
    'how many rounds are played under one server seed',
    'nothing: Orrery has no such check',
  ),
  deployment('independence between players', 'whether two players share a server seed', needsLog),
  deployment(
    'limits',
    'whether stakes beyond the documented limits are refused',
    'nothing: no stake beyond a limit is sent',
  ),
  deployment('availability on wins', 'whether lost and refused bets would have won', needsTarget),
];
