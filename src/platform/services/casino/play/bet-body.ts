/** The bodies of calls that bet, in the schemas of both styles. */
import { Type, type TSchema } from 'typebox';
import { present } from '../../../../core/base/assert.ts';
import { microsPerUsdc, type Micros } from '../../../../core/base/money.ts';
import { actions } from '../../../games/blackjack.ts';
import { coinFlip } from '../../../games/coin-flip.ts';
import { hilo } from '../../../games/hilo.ts';
import type { Params } from '../../../games/params.ts';
import { outsideNames } from '../../../games/roulette.ts';
import { casinoGames, casinoGameNamed, type CasinoGame, type StakeBounds } from './game-stakes.ts';
import { FreeForm, usdcFrom } from '../../../../core/http/wire.ts';
import type { Policies } from '../../../../core/policy/policies.ts';
import { gameParamsOf, type GameParams } from './game-params.ts';
import { minimumOf } from './orders.ts';
import { ClientSeed, type SingleEntry } from './schemas.ts';

/** The smallest stake of any game, 0.01 USDC (CAS25). */
export const stakeMinMicros = microsPerUsdc / 100;
/** A stake of 0.01 to 10,000 USDC, for games that state no bounds (CAS25). */
export const Stake = usdcFrom(stakeMinMicros, 10_000 * microsPerUsdc);

/** A stake within the bounds of a game; by default from the smallest that any style takes. */
export const stakeOf = ({ minMicros, maxMicros }: Pick<StakeBounds, 'minMicros' | 'maxMicros'>) =>
  usdcFrom(minMicros, maxMicros);

const paramsOf = ({ game }: SingleEntry): GameParams => gameParamsOf(game);

/** Amount, client seed and the parameters of one game. */
function bodyWith(entry: SingleEntry, minMicros: Micros, { fields, anyOf }: GameParams) {
  return Type.Object(
    {
      ...(fields as Record<never, never>),
      amount: stakeOf({ ...entry.stakes, minMicros }),
      client_seed: ClientSeed,
    },
    anyOf === undefined ? {} : { anyOf: [...anyOf] },
  );
}

/** The body of the style A call of one game; `under` gives the body that holds under a set of policies. */
export function betBodies(entry: SingleEntry) {
  const { minMicros, minStyleBMicros } = entry.stakes;
  const params = paramsOf(entry);
  const body = bodyWith(entry, minMicros, params);
  const higher = minStyleBMicros === minMicros ? body : bodyWith(entry, minStyleBMicros, params);
  const informed = entry.game.id === hilo.id ? bodyWith(entry, minMicros, guessLater(params)) : body;
  const under = (policies: Policies): { body: TSchema } => {
    if (policies['casino.hiloGuess'] === 'informed' && informed !== body) return { body: informed };
    return { body: minimumOf(entry.stakes, { style: 'A', policies }) === minMicros ? body : higher };
  };
  return { body, under, explain: (sent: unknown) => mistakeIn(entry, sent) };
}

/** The game's own message about parameters that it does not accept; undefined if it accepts them. */
function mistakeIn({ game }: SingleEntry, sent: unknown): string | undefined {
  const isObject = typeof sent === 'object' && sent !== null;
  const read = isObject ? game.parseBet(sent as Params) : undefined;
  return typeof read === 'string' ? read : undefined;
}

/** Hi-lo that shows its first card: the guess comes with the second call. */
const guessLater = ({ fields }: GameParams): GameParams => ({
  fields: Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, Type.Optional(field)])),
});

/** The games that one call settles. */
const singles = casinoGames.filter((entry): entry is SingleEntry => entry.kind === 'single');
const namesOf = (entries: readonly CasinoGame[]): string[] => entries.flatMap(({ names }) => [...names]);
/** The id or alias of a game that one call settles. */
export const SingleGame = Type.Enum(namesOf(singles), { description: 'a game that one call settles' });
/** The id or alias of any game. */
export const AnyGame = Type.Enum(namesOf(casinoGames), { description: 'a game' });

/** Alternatives of a schema, at least one for each game: each fixes the names of the game and adds its parameters. */
export function gameChoices(
  entries: readonly CasinoGame[],
  choiceOf: (entry: CasinoGame, params: GameParams) => object[],
): object[] {
  return entries.flatMap((entry) => {
    const params = entry.kind === 'single' ? paramsOf(entry) : { fields: {} };
    return choiceOf(entry, params).map((choice) => withGame(entry, choice));
  });
}

const withGame = (entry: CasinoGame, choice: object): object => {
  const { properties = {} } = choice as { properties?: object };
  return { ...choice, properties: { ...properties, game: { enum: [...entry.names] } } };
};

/** The parameters of a game as alternatives of a schema; `isNeeded` makes those without a default required. */
export function choicesOf({ fields, anyOf = [{}] }: GameParams, isNeeded: boolean): object[] {
  const optional = Object.entries(fields).filter(([, field]) => Type.IsOptional(field));
  const needed = Object.keys(fields).filter((name) => !optional.some(([other]) => other === name));
  return anyOf.map((choice) => {
    const { properties = {}, required = [], ...rest } = choice as Choice;
    const own = Object.fromEntries(
      Object.entries(properties).map(([name, part]) => [name, { ...fields[name], ...part }]),
    );
    return {
      ...rest,
      properties: { ...fields, ...own },
      required: isNeeded ? [...new Set([...needed, ...required])] : required,
    };
  });
}

interface Choice {
  readonly properties?: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
}

/** Games that one call settles, with all their parameters beside the name. */
export const singleChoices = gameChoices(singles, (_, params) => choicesOf(params, true));
/** All games, with their required parameters beside the name; a game of several calls has none. */
export const allChoices = gameChoices(casinoGames, (_, params) => choicesOf(params, true));

/** A challenge: parameters not sent default to those of the sample bet, so none is required. */
export const challengeChoices = gameChoices(singles, (entry, { fields }) => [
  { properties: { ...fields, amount: stakeOf(entry.stakes) } },
]);

/** The parameters of style B, by its names. */
const paramsB: Readonly<Record<string, readonly object[]>> = {
  dice: [
    { properties: { over: { const: true }, target: { type: 'integer', minimum: 1, maximum: 99 } } },
    { properties: { over: { const: false }, target: { type: 'integer', minimum: 2, maximum: 99 } } },
  ].map((choice) => ({ ...choice, required: ['over', 'target'] })),
  slots: [],
  roulette: [
    {
      properties: {
        bet: { anyOf: [{ enum: [...outsideNames] }, { type: 'integer', minimum: 0, maximum: 36 }] },
      },
      required: ['bet'],
    },
  ],
  blackjack: [{ properties: { action: { enum: [...actions] } }, required: ['action'] }],
  coinflip: [{ properties: { side: gameParamsOf(coinFlip).fields['side'] }, required: ['side'] }],
};
/** The five games of style B, in its own names and order. */
export const gamesB = Object.keys(paramsB);

/** The body of the bet call of style B; `isSlotsHigher` raises the smallest stake of slots (gap C38). */
export function bodyB(isSlotsHigher: boolean) {
  const choices = Object.entries(paramsB).flatMap(([name, forms]) => {
    const { stakes } = present(casinoGameNamed(name), 'every game of style B is one of the casino');
    const minMicros = isSlotsHigher ? stakes.minStyleBMicros : stakes.minMicros;
    const head = { game: { const: name }, amount: stakeOf({ ...stakes, minMicros }) };
    if (forms.length === 0) return [{ properties: head }];
    return forms.map((form) => ({
      properties: { ...head, params: { type: 'object', ...form } },
      required: ['params'],
    }));
  });
  return Type.Object(
    {
      game: Type.Enum(gamesB),
      amount: usdcFrom(stakeMinMicros),
      params: Type.Optional(FreeForm),
      client_seed: ClientSeed,
    },
    { anyOf: choices, description: 'a bet with params and an amount that its game takes' },
  );
}
