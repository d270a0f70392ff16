/**
 * The calls of the endpoint tables (documents 1 to 3): method, path, which call of which style it is, and the status of its success where
 * that is 201 (gap X11). A documented call is never unknown.
 */
import { callOf, type Case } from '../case.ts';
import type { AuditedExchange } from '../exchange.ts';

const table = `
  POST /api/casino-api/bet casino/B/bet
  POST /casino/api/v1/games/coinflip casino/short/bet
  POST /casino/api/v1/bets/batch casino/A/batch
  GET /casino/api/v1/games casino/A/games
  GET /api/casino-api/games casino/B/games
  GET /api/casino-api/history casino/B/history
  GET /casino/api/v1/stats/me casino/A/stats
  GET /api/casino-api/stats casino/B/stats
  GET /casino/api/v1/fairness/seed-hash casino/A/seedHash
  POST /casino/api/v1/fairness/rotate casino/A/rotate
  GET /casino/api/v1/fairness/seeds casino/A/seeds
  POST /casino/api/v1/fairness/verify casino/A/verifyBet
  GET /casino/api/v1/fairness/audit/:betId casino/A/verifyBet
  GET /casino/api/v1/games/provably-fair/:id casino/short/verifyBet
  GET /api/casino-api/verify/:seed casino/B/verifyRound
  GET /casino/api/v1/kelly/limits casino/A/kellyLimits
  POST /casino/api/v1/kelly/optimal casino/A/kellyOptimal
  PUT /casino/api/v1/kelly/config casino/A/configureKelly
  POST /casino/api/v1/games/video-poker/deal casino/A/deal
  POST /casino/api/v1/games/crash/bet casino/short/launch
  POST /casino/api/v1/games/crash/cashout casino/short/cashOut
  POST /casino/api/v1/auth/register casino/A/register 201
  GET /casino/api/v1/auth/balance casino/A/balance
  GET /casino/api/v1/auth/ledger casino/A/transactions
  POST /casino/api/v1/auth/deposit-address casino/A/depositAddress
  GET /casino/api/v1/auth/supported-chains casino/A/supportedChains
  GET /casino/api/v1/auth/deposits casino/A/depositHistory
  POST /casino/api/v1/auth/withdraw casino/A/withdraw
  GET /casino/api/v1/auth/withdrawals casino/A/withdrawals
  GET /casino/api/v1/auth/referral/code casino/A/referralCode
  GET /casino/api/v1/auth/referral/stats casino/A/referralStats
  GET /casino/api/v1/gossip casino/A/gossip
  POST /casino/api/v1/tournaments/create casino/A/createTournament 201
  GET /casino/api/v1/tournaments casino/A/tournaments
  GET /casino/api/v1/tournaments/:id casino/A/tournament
  POST /casino/api/v1/tournaments/:id/enter casino/A/enterTournament
  POST /casino/api/v1/tournaments/:id/play casino/A/playTournament
  POST /casino/api/v1/challenges casino/A/createChallenge 201
  GET /casino/api/v1/challenges casino/A/challenges
  POST /casino/api/v1/challenges/:id/accept casino/A/acceptChallenge
  POST /casino/api/v1/challenges/:id/decline casino/A/declineChallenge
  GET /casino/api/v1/stats/leaderboard casino/A/leaderboard
  GET /casino/api/v1/leaderboard casino/short/profitLeaders
  GET /casino/api/v1/stats/session casino/A/session
  GET /casino/api/v1/kelly/history casino/A/bankrollCurve
  POST /casino/api/v1/kelly/simulate casino/A/simulateKelly
  GET /domains/api/v1/check domains/A/check
  POST /domains/api/v1/register domains/A/register 201
  POST /api/domains-api/register domains/B/register 201
  GET /domains/api/v1/domains domains/A/list
  GET /api/domains-api/domains domains/B/list
  POST /domains/api/v1/dns domains/A/changeRecord
  GET /domains/api/v1/valuation domains/A/valuation
  GET /api/domains-api/lookup/:domain domains/B/lookup
  POST /api/domains-api/renew domains/B/renew
  POST /api/domains-api/transfer domains/B/transfer
  POST /escrow/api/v1/escrow/create escrow/A/create 201
  POST /escrow/escrow escrow/B/create 201
  POST /escrow/api/v1/escrow/release escrow/A/release
  POST /escrow/escrow/:id/release escrow/B/release
  POST /escrow/escrow/:id/refund escrow/B/refund
  POST /escrow/api/v1/escrow/dispute escrow/A/dispute
  POST /escrow/escrow/:id/dispute escrow/B/dispute
  GET /escrow/api/v1/escrow/list escrow/A/list
  GET /escrow/escrows escrow/B/list
  GET /escrow/api/v1/escrow/:id escrow/A/detail
  GET /escrow/escrow/:id escrow/B/detail
  POST /faucet/api/v1/agents/register faucet/A/register 201
  POST /faucet/register faucet/B/register 201
  POST /faucet/api/v1/faucet/claim faucet/A/claimOnce
  POST /faucet/claim faucet/B/claimDaily
  GET /faucet/api/v1/faucet/status faucet/A/status
  GET /faucet/status faucet/B/status
  GET /faucet/api/v1/agents/:id faucet/A/agentDetail
  GET /faucet/agents faucet/B/publicAgents
  GET /faucet/referrals faucet/B/referrals
  POST /trading/api/v1/orders trading/A/place 201
  POST /api/trading-api/order trading/B/place 201
  POST /trading/api/v1/orders/:id/cancel trading/A/cancel
  DELETE /api/trading-api/order/:id trading/B/cancel
  GET /api/trading-api/orders trading/B/orders
  GET /api/trading-api/portfolio trading/B/portfolio
  GET /trading/api/v1/positions trading/A/positions
  GET /api/trading-api/price/:pair trading/B/price
  GET /trading/api/v1/markets trading/A/markets
  GET /trading/api/v1/ticker/:symbol trading/A/ticker
  GET /wallet/health wallet/primary/health
  POST /wallet/v1/wallet/create wallet/primary/create
  GET /wallet/v1/wallet/balance/:address wallet/primary/chainBalance
  POST /wallet/v1/wallet/send wallet/primary/sendSigned
  GET /wallet/v1/wallet/swap/quote wallet/primary/quote
  POST /wallet/v1/wallet/swap wallet/primary/openSwap
  GET /wallet/v1/wallet/deposit-address wallet/primary/depositPath
  GET /wallet/v1/wallet/transactions/:address wallet/primary/chainTransactions
  GET /wallet/v1/wallet/swap/status/:orderId wallet/primary/swapStatus
  GET /wallet/v1/wallet/chains wallet/primary/chains
  GET /wallet/api/v1/balance wallet/A/balance
  GET /api/wallet-api/balance wallet/B/balance
  GET /wallet/api/v1/addresses wallet/A/addresses
  GET /api/wallet-api/address wallet/B/addresses
  GET /wallet/api/v1/transactions wallet/A/transactions
  GET /api/wallet-api/transactions wallet/B/transactions
  GET /api/wallet-api/tx/:hash wallet/B/transaction
  POST /wallet/v1/auth/register wallet/primary/register 201
  POST /wallet/api/v1/send wallet/A/send
  POST /api/wallet-api/send wallet/B/send
  POST /wallet/api/v1/swap wallet/A/swap
  GET /wallet/v1/gossip wallet/primary/gossip
  GET /wallet/v1/referral/code wallet/primary/referralCode
  GET /wallet/v1/referral/stats wallet/primary/referralStats
  POST /wallet/v1/referral/withdraw wallet/primary/withdrawReferral
`;

/** The paths of single games in style A. */
const games =
  'coin-flip dice simple-dice multiplier roulette custom crash plinko slots hilo keno scratch-card wheel mines baccarat blackjack video-poker/draw';

interface Endpoint {
  readonly method: string;
  readonly parts: readonly string[];
  readonly call: string;
  readonly status: number;
}

/** In the order of the documents; a path with a parameter stands for all that it may hold. */
export const endpoints: readonly Endpoint[] = [
  ...table.trim().split('\n'),
  ...games.split(' ').map((game) => `POST /casino/api/v1/games/${game} casino/A/bet`),
].map((line) => {
  const [method = '', path = '', call = '', status = '200'] = line.trim().split(' ');
  return { method, parts: path.split('/'), call, status: Number(status) };
});

const byLength = new Map<number, Endpoint[]>();
for (const endpoint of endpoints) {
  const { length } = endpoint.parts;
  byLength.set(length, [...(byLength.get(length) ?? []), endpoint]);
}

const fitsTemplate = ({ parts: own }: Endpoint, parts: readonly string[]): boolean =>
  own.every((part, index) => part === parts[index] || part.startsWith(':'));

/** The calls of a path that name most of its parts, of one method or of all: a literal part comes before a parameter, as in OpenAPI. */
export function endpointsOf(path: string, method?: string): readonly Endpoint[] {
  const parts = path.split('/');
  const found = (byLength.get(parts.length) ?? []).filter(
    (endpoint) => (method === undefined || endpoint.method === method) && fitsTemplate(endpoint, parts),
  );
  const named = ({ parts: own }: Endpoint): number => own.filter((part) => part.startsWith(':')).length;
  const least = Math.min(...found.map(named));
  return found.filter((endpoint) => named(endpoint) === least);
}

/** No document says whether a parameter may be empty. */
const hasEmptyParameter = (path: string): boolean =>
  (path.includes('//') || path.endsWith('/')) &&
  endpointsOf(path).some(({ parts }) => path.split('/').some((part, at) => part === '' && parts[at] !== ''));

/** Checks `routes-served`. Give it every exchange. */
export function checkEndpoint(file: Case, exchange: AuditedExchange): void {
  const { method, path, service, status } = exchange;
  const isTool = /^\/(?:faucet|escrow)\/mcp$/.test(path);
  if (isTool && service === '')
    file.breaks('routes-served', `${method} ${path} is unknown; expected tools (MCP01)`);
  if (hasEmptyParameter(path)) return;
  const [endpoint] = endpointsOf(path, method);
  if (endpoint === undefined) return checkUnknown(file, exchange, endpointsOf(path));
  const seen = callOf(exchange);
  if (seen !== endpoint.call)
    file.breaks(
      'routes-served',
      `${method} ${path} is ${service === '' ? 'unknown' : seen}; expected ${endpoint.call}`,
    );
  if (status < 300 && status !== endpoint.status)
    file.breaks('routes-served', `${seen} is answered ${status}; expected ${endpoint.status}`);
}

/** What no document has is unknown; of a known path policy `errors.unknownMethod` decides (gap E10). */
function checkUnknown(file: Case, exchange: AuditedExchange, known: readonly Endpoint[]): void {
  const { method, path, status, service, answerHeaders } = exchange;
  if (/^\/(?:_sim\/|(?:faucet|escrow)\/mcp$)/.test(path) || status === 429) return;
  const isListed = known.length > 0 && file.setting.policies['errors.unknownMethod'] === '405';
  const wanted = isListed ? 405 : 404;
  if (status !== wanted || service !== '')
    file.breaks(
      'routes-served',
      `${method} ${path} is answered ${status}${service === '' ? '' : ` by ${service}`}; expected ${wanted}`,
    );
  const allowed = known.map((each) => each.method).toSorted();
  const seen = String(answerHeaders['allow'] ?? '')
    .split(', ')
    .toSorted();
  if (isListed && seen.join() !== allowed.join())
    file.breaks('routes-served', `${path} allows ${seen.join()}; expected ${allowed.join()}`);
}
