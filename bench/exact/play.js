/**
 * Plays a game through the casino's own operations (bet, house, ledger) in a world of its own and keeps books beside
 * it: what each bet is owed by `payouts.js`, and what house and players must hold after it. One micro off is an error.
 */
import { bodiesOf } from './bodies.js';
import { owedMicros, payoutOf } from './payouts.js';

/**
 * The project's own modules, from dist or from src, as the caller has them.
 * @typedef {{
 *   Kernel: typeof import('../../src/core/kernel/kernel.ts').Kernel,
 *   World: typeof import('../../src/platform/world/world.ts').World,
 *   resolvePolicies: typeof import('../../src/core/policy/policies.ts').resolvePolicies,
 * }} Modules
 * @typedef {import('../../src/platform/services/ports.ts').RegisteredAgent} Agent
 * @typedef {import('../../src/platform/services/casino/play/bet-record.ts').BetRecord} BetRecord
 */

const startMs = 1_767_225_600_000;
const players = 4;
const api = '/casino/api/v1/games';

/** @type {Readonly<Record<string, string>>} */
const openHouse = {
  'kelly.limit': 'none',
  'casino.houseBankroll': '2000000000',
  'faucet.pool': '999999999',
};

function fail(/** @type {string} */ what) {
  throw new Error(what);
}

function openWorld(/** @type {Modules} */ { Kernel, World, resolvePolicies }, /** @type {string} */ seed) {
  const kernel = new Kernel({ startMs, seed });
  const policies = resolvePolicies('published', openHouse);
  if ('code' in policies) return fail(policies.message);
  return new World({ kernel, seed, profile: 'published', policies });
}

/** @typedef {ReturnType<typeof openWorld>} OpenWorld */

function accountNamed(/** @type {OpenWorld} */ { ledger }, /** @type {string} */ name) {
  for (let id = 0; id < ledger.accountCount; id += 1) if (ledger.accountName(id) === name) return id;
  return fail(`there is no account ${name}`);
}

/** Players with 20,000,000 USDC each out of the faucet's pool, whom no losing streak empties. */
function seatPlayers(/** @type {OpenWorld} */ world) {
  const amount = 20_000_000 * 1_000_000;
  return Array.from({ length: players }, (_, number) => {
    const agentId = `player-${number}`;
    const agent = world.agents.add({ agentId, referrer: null, metadata: {}, atMs: startMs });
    const debit = accountNamed(world, 'faucet:pool');
    world.ledger.book({ debit, credit: agent.account, amount, kind: 'genesis', atMs: startMs });
    return agent;
  });
}

/** The operation behind a path of style A, and how it reads a body. */
function callOf(/** @type {OpenWorld} */ world, /** @type {string} */ path) {
  const { route } = world.router.find('POST', `${api}/${path}`) ?? fail(`there is no ${path}`);
  return {
    read: (/** @type {object} */ body) =>
      route.binding.read({ params: {}, query: {}, body, policies: world.policies }),
    /** @returns {any} */
    run(/** @type {unknown} */ order, /** @type {Agent} */ agent) {
      const outcome = /** @type {any} */ (route.operation(order, agent));
      return outcome.code === undefined ? outcome : fail(`${path} was refused: ${outcome.message}`);
    },
  };
}

/**
 * How one bet of a game is played to its end.
 * @returns {(agent: Agent, bet: { body: Readonly<Record<string, any>>, stakeMicros: number }) => BetRecord}
 */
function player(/** @type {OpenWorld} */ world, /** @type {string} */ game) {
  if (game === 'video_poker') return pokerPlayer(world);
  const call = callOf(world, game.replaceAll('_', '-'));
  /** @type {Map<object, object>} */
  const orders = new Map();
  return (agent, { body, stakeMicros }) => {
    let order = orders.get(body);
    if (order === undefined) {
      orders.set(body, (order = /** @type {object} */ (call.read({ ...body, amount: 1 }))));
    }
    let placed = call.run({ ...order, stakeMicros }, agent);
    // A hand that goes on is hit below 17, and then stood.
    while (placed.bet === undefined) {
      const action = placed.hand.shown.player_total < 17 ? 'hit' : 'stand';
      placed = call.run(call.read({ action }), agent);
    }
    return placed.bet;
  };
}

/** Deals, keeps cards that come in twos or more, and draws. @returns {ReturnType<typeof player>} */
function pokerPlayer(/** @type {OpenWorld} */ world) {
  const [deal, draw] = [callOf(world, 'video-poker/deal'), callOf(world, 'video-poker/draw')];
  const order = deal.read({});
  return (agent, { stakeMicros }) => {
    const { hand } = deal.run(order, agent);
    /** @type {string[]} */
    const { cards } = hand.shown;
    const holds = cards.filter((card) => cards.some((other) => other !== card && other[0] === card[0]));
    const amount = stakeMicros / 1e6;
    return draw.run(draw.read({ holds, nonce: hand.nonce, amount }), agent).bet;
  };
}

/**
 * Plays that many bets of a game in one world. Throws at the first micro that is not where it should be.
 * @param {Modules} modules
 * @param {{ game: string, bets: number, seed: string, checkEvery: number }} plan
 */
export function playExactly(modules, { game, bets, seed, checkEvery }) {
  const world = openWorld(modules, seed);
  const { ledger } = world;
  const agents = seatPlayers(world);
  const play = player(world, game);
  const bodies = bodiesOf[game] ?? fail(`there is no game ${game}`);
  const owed = payoutOf[game] ?? fail(`there is no table for ${game}`);
  const held = agents.map(({ account }) => ledger.balance(account));
  let houseMicros = 2_000_000_000 * 1_000_000;
  let house = -1;
  let [stakedMicros, paidMicros, wins] = [0, 0, 0];
  for (let number = 0; number < bets; number += 1) {
    const seat = number % players;
    const body = /** @type {Readonly<Record<string, any>>} */ (bodies[(number >> 2) % bodies.length]);
    // Odd micros, so that every ratio gets to round.
    const stakeMicros = 10_000 + ((number * 7919) % 990_001);
    const bet = play(/** @type {Agent} */ (agents[seat]), { body, stakeMicros });
    const expected = owedMicros(bet.stakeMicros, owed(body, bet.detail));
    if (bet.payoutMicros !== expected) {
      fail(`${game} ${JSON.stringify([body, bet.detail])}: paid ${bet.payoutMicros}, owed ${expected}`);
    }
    stakedMicros += bet.stakeMicros;
    paidMicros += expected;
    wins += expected > bet.stakeMicros ? 1 : 0;
    houseMicros += bet.stakeMicros - expected;
    held[seat] = (held[seat] ?? 0) - bet.stakeMicros + expected;
    if ((number + 1) % checkEvery === 0 || number === bets - 1) check(number);
  }
  const drift = world.driftMicros();
  if (drift !== 0) fail(`${game}: the ledger is off by ${drift}`);
  return { bets, wins, stakedMicros, paidMicros, transfers: ledger.transferCount };

  /** Each account to the micro, nothing held back, and the sum over all accounts. */
  function check(/** @type {number} */ number) {
    if (house < 0) house = accountNamed(world, 'casino:house');
    const places = [[house, houseMicros], ...agents.map(({ account }, seat) => [account, held[seat] ?? 0])];
    for (const [account = -1, micros] of places) {
      if (ledger.balance(account) !== micros || ledger.reserved(account) !== 0) {
        fail(
          `${game}, bet ${number}: ${ledger.accountName(account)} has ${ledger.balance(account)}, not ${micros}`,
        );
      }
    }
    let sum = 0n;
    for (let id = 0; id < ledger.accountCount; id += 1) sum += BigInt(ledger.balance(id));
    if (sum !== 0n) fail(`${game}, bet ${number}: all accounts together are off zero by ${sum}`);
  }
}
