/** The page that maps seeds to outcomes, game by game: pay tables and worked vectors come from the shipped games. */
import { HmacWords } from '../src/core/fairness/hmac.ts';
import { profiles } from '../src/core/base/profile.ts';
import { stops } from '../src/platform/games/slots.ts';
import { pool } from '../src/platform/games/scratch-card.ts';
import { gameNamed, games } from '../src/platform/games/registry.ts';
import { replayBet, readBet, type LoggedBet } from '../src/verification/audit/log/logged-bet.ts';
import { outcomeTexts, sharedText } from './outcome-texts.ts';
import { vectorBets } from './outcome-vectors.ts';

const serverSeed = '5e1f3c8a9b7d6024e8c1a3f5097b2d4c6e80f1a2b3c4d5e6f708192a3b4c5d6e';
const clientSeed = 'my seed';

/** Markdown of the page. */
export function outcomesPage(generated: string): string {
  const sections = games.map(({ game: { id } }) =>
    [`## ${id}`, '', outcomeTexts[id], '', ...tablesOf(id), ...vectorsOf(id)].join('\n'),
  );
  return ['# From seeds to outcomes', generated, '', sharedText(wordsShown()), '', ...sections].join('\n');
}

function wordsShown(): string {
  const words = new HmacWords({ serverSeed, clientSeed, nonce: 0 });
  const shown = Array.from({ length: 9 }, () =>
    words
      .pick(2 ** 32)
      .toString(16)
      .padStart(8, '0'),
  );
  return [
    '```text',
    `server seed  ${serverSeed}`,
    `client seed  ${clientSeed}`,
    `nonce        0`,
    `message      ${clientSeed}:0:0`,
    `words        ${shown.slice(0, 8).join(' ')}`,
    `message      ${clientSeed}:0:1`,
    `words        ${shown[8]} ...`,
    '```',
  ].join('\n');
}

const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string[] => [
  `| ${head.join(' | ')} |`,
  `|${head.map(() => '---').join('|')}|`,
  ...rows.map((row) => `| ${row.join(' | ')} |`),
  '',
];

const rulesOf = (id: string, profile: (typeof profiles)[number]): unknown =>
  gameNamed(id)?.game.rules[profile];
const ratioText = (value: unknown): string => {
  const { numerator, denominator } = value as { numerator: number; denominator: number };
  return denominator === 1 ? String(numerator) : `${numerator}/${denominator}`;
};

/** The pay tables of a game that has them as data. */
function tablesOf(id: string): string[] {
  if (id === 'keno') return profiles.flatMap((profile) => kenoTable(profile));
  if (id === 'plinko') return plinkoTable();
  if (id === 'slots') return table(['symbol', 'stops'], Object.entries(stops));
  if (id === 'scratch_card') return table(['ticket', 'in the pool'], ['diamond', 'seven', 'star', 'clover', 'bell', 'cherry', 'pair', 'none'].map((name, index) => [name, pool[index] ?? 0]));
  if (id === 'roulette')
    return table(['profile', 'number', 'dozen, column', 'others'], profiles.map((profile) => [profile, ...[1, 12, 18].map((pockets) => ratioText((rulesOf(id, profile) as Record<number, unknown>)[pockets]))]));
  if (id === 'hilo')
    return table(['ranks that win', 'payout'], (rulesOf(id, 'published') as unknown[]).map((payout, index) => [index + 1, ratioText(payout)]));
  if (id === 'video_poker')
    return table(['hand', ...profiles], Object.keys(rulesOf(id, 'published') as object).map((hand) => [hand, ...profiles.map((profile) => (rulesOf(id, profile) as Record<string, number>)[hand] ?? 0)]));
  return [];
} // prettier-ignore

function kenoTable(profile: (typeof profiles)[number]): string[] {
  const rows = Object.entries(rulesOf('keno', profile) as Record<string, Record<string, number>>);
  return [
    `Payouts of profile \`${profile}\`:`,
    '',
    ...table(
      ['picked', 'caught: payout'],
      rows.map(([picked, paid]) => [
        picked,
        Object.entries(paid)
          .map(([caught, hundredths]) => `${caught}: ${hundredths / 100}`)
          .join(', '),
      ]),
    ),
  ];
}

function plinkoTable(): string[] {
  const rows = Object.entries(rulesOf('plinko', 'published') as Record<string, Record<string, number[]>>);
  return table(
    ['rows', 'risk', 'payouts from the edge to the middle'],
    rows.flatMap(([count, byRisk]) =>
      Object.entries(byRisk).map(([risk, tenths]) => [
        count,
        risk,
        tenths.map((paid) => String(paid / 10)).join(', '),
      ]),
    ),
  );
}

/** Three rounds of each bet, or more, under the seeds on the page, by the rules of both profiles. */
function vectorsOf(id: string): string[] {
  const rows = (vectorBets[id] ?? []).map(({ bet, nonce }) => {
    const logged = loggedBet(id, bet, nonce);
    const [published, consistent] = profiles.map((profile) => outcomeOf(logged, profile));
    const isSame = published === consistent;
    return [nonce, `\`${JSON.stringify(bet)}\``, published ?? '', isSame ? 'the same' : (consistent ?? '')];
  });
  return table(['nonce', 'bet', 'profile published: payout, result', 'profile consistent'], rows);
}

function outcomeOf(bet: LoggedBet, profile: (typeof profiles)[number]): string {
  const words = new HmacWords({ serverSeed, clientSeed, nonce: bet.nonce });
  const round = replayBet(bet, { pick: words.pick, profile });
  if (typeof round === 'string') return `no bet: ${round}`;
  return `${ratioText(round.payout)} \`${JSON.stringify(round.detail)}\``;
}

function loggedBet(id: string, bet: object, nonce: number): LoggedBet {
  const row = {
    game: id,
    bet,
    stake: '1',
    payout: '0',
    server_seed_hash: 'none',
    client_seed: clientSeed,
    nonce,
  };
  const logged = readBet(row, 1);
  if (typeof logged === 'string') throw new Error(`vectors of ${id}: ${logged}`);
  return logged;
}
