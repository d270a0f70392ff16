/**
 * The forms of request fields, from the documents' tables and the route schemas. A rule is a kind and its bounds; `!`
 * marks a required field: `usdc 0.1 !`, `usdc 0.01 10000 !`, `integer 60 2592000`, `text 1 64 !`, `one buy|sell !`, `page`, `object`, `object 4096` (bytes
 * of its JSON), `instant`, `bets 1 20`.
 */
export type FormRules = Readonly<Record<string, string>>;

const games = 'coin_flip|coin-flip|coinflip|dice|simple_dice|simple-dice|simpledice|multiplier|roulette|custom|crash|plinko|slots|hilo|keno|scratch_card|scratch-card|scratchcard|wheel|mines|baccarat'; // prettier-ignore
const anyGame = `${games}|blackjack|video_poker|video-poker|videopoker`;
const chains = 'ethereum|base|solana|bitcoin|tron|monero';
const evmChains = 'ethereum|arbitrum|base|polygon';

const page: FormRules = { limit: 'page', page: 'page' };
const bet: FormRules = { amount: 'usdc 0.01 10000 !', client_seed: 'text 1 128' };
const years: FormRules = { years: 'integer 1 10' };
const swap: FormRules = {
  from_chain: `one ${chains} !`,
  to_chain: `one ${chains} !`,
  from_token: 'text 1 128 !',
  to_token: 'text 1 128 !',
};

/** By service, style and operation; style A's bets by their path. */
export const formRules: Readonly<Record<string, FormRules>> = {
  'faucet/A/register': { agent_id: 'text 1 64 !', referrer: 'text 1 64' },
  'faucet/B/register': { agent_id: 'text 1 64 !', referrer: 'text 1 64', metadata: 'object 4096' },
  'faucet/B/referrals': page,
  'escrow/A/create': { buyer: 'text 1 64 !', seller: 'text 1 64 !', amount: 'usdc 0.1 !', currency: 'one USDC', memo: 'text 0 4096' },
  'escrow/B/create': { amount: 'usdc 0.1 !', receiver: 'text 1 64 !', expires_in: 'integer 60 2592000', description: 'text 0 4096', referrer: 'text 1 64', conditions: 'object' },
  'escrow/A/release': { escrow_id: 'text 1 64 !' },
  'escrow/A/dispute': { escrow_id: 'text 1 64 !', reason: 'text 1 4096 !', evidence: 'text 1 2048' },
  'escrow/B/dispute': { reason: 'text 1 4096 !', evidence: 'text 1 2048' },
  'escrow/A/list': page,
  'escrow/B/list': { ...page, role: 'one sender|receiver|all', status: 'one locked|released|refunded|expired|disputed' },
  'trading/A/place': { symbol: 'text 1 64 !', side: 'one long|short !', size: 'positive !', leverage: 'decimal 1 10', type: 'one market|limit' },
  'trading/B/place': { pair: 'text 1 64 !', side: 'one buy|sell !', amount: 'usdc 0.000001 !', leverage: 'decimal 1 10', type: 'one market|limit', market_type: 'one spot|perp' },
  'trading/B/orders': { ...page, status: 'one open|filled|cancelled|all' },
  'domains/A/check': { domain: 'text 1 128 !' },
  'domains/A/valuation': { domain: 'text 1 128 !' },
  'domains/A/register': { domain: 'text 1 128 !', ...years },
  'domains/B/register': { domain: 'text 1 128 !', ...years, resolver: 'text 1 128' },
  'domains/B/renew': { domain: 'text 1 128 !', ...years },
  'domains/B/transfer': { domain: 'text 1 128 !', to: 'text 1 64 !', price: 'usdc 0.000001' },
  'domains/A/changeRecord': { domain: 'text 1 128 !', type: 'one A|AAAA|CNAME|MX|TXT|NS|SRV|CAA !', name: 'text 1 253', value: 'text 0 1024 !', ttl: 'integer 60 86400' },
  'domains/A/list': page,
  'domains/B/list': page,
  'wallet/A/send': { to: 'text 1 128 !', amount: 'positive !', chain: `one ${chains}|polygon|arbitrum`, token: 'text 0 16', memo: 'text 0 256' },
  'wallet/B/send': { to: 'text 1 128 !', amount: 'usdc 0.000001 !', chain: `one ${evmChains}`, memo: 'text 0 256' },
  'wallet/B/balance': { chain: `one ${evmChains}` },
  'wallet/A/swap': { from: 'text 0 32 !', to: 'text 0 32 !', amount: 'positive !' },
  'wallet/A/transactions': page,
  'wallet/B/transactions': { ...page, type: 'one send|receive|all', chain: `one ${evmChains}` },
  'wallet/primary/chainBalance': { chain: `one ${chains} !` },
  'wallet/primary/chainTransactions': { ...page, chain: `one ${chains} !` },
  'wallet/primary/depositPath': { chain: `one ${chains}` },
  'wallet/primary/quote': { ...swap, amount: 'positive !' },
  'wallet/primary/openSwap': { ...swap, amount: 'positive !', to_address: 'text 1 128 !' },
  'wallet/primary/sendSigned': { chain: `one ${chains} !`, to: 'text 1 128 !', amount: 'positive !' },
  'wallet/primary/withdrawReferral': { address: 'text 1 128 !', chain: `one ${chains}` },
  'wallet/primary/register': { referral_code: 'text 1 128' },
  'casino/A/register': { referral_code: 'text 1 64' },
  'casino/coin-flip': { ...bet, side: 'one heads|tails !' },
  'casino/dice': { ...bet, direction: 'one over|under !', threshold: 'integer 1 99 !' },
  'casino/simple-dice': { ...bet, pick: 'integer 1 6 !' },
  'casino/multiplier': { ...bet, target_multiplier: 'number 1.01 1000 !' },
  'casino/roulette': { ...bet, bet_type: 'one number|red|black|odd|even|low|high|dozen_1|dozen_2|dozen_3|column_1|column_2|column_3 !', bet_value: 'integer 0 36' },
  'casino/custom': { ...bet, win_probability: 'integer 1 99 !' },
  'casino/crash': { ...bet, cash_out_at: 'number 1.01 100 !' },
  'casino/plinko': { ...bet, rows: 'integer 8 16 !', risk: 'one low|medium|high !' },
  'casino/slots': { ...bet, amount: 'usdc 0.01 1000 !' },
  'casino/wheel': bet,
  'casino/scratch-card': bet,
  'casino/hilo': { ...bet, guess: 'one higher|lower !' },
  'casino/keno': { ...bet, picks: 'numbers 1 80 10 !' },
  'casino/mines': { ...bet, mines: 'integer 1 24 !', reveals: 'integer 1 24 !' },
  'casino/baccarat': { ...bet, bet_on: 'one player|banker|tie !' },
  'casino/blackjack': { amount: 'usdc 0.01 10000', action: 'one hit|stand|double !' },
  'casino/coinflip': { ...bet, side: 'one heads|tails !', currency: 'one USDC' },
  'casino/B/bet': { ...bet, amount: 'usdc 0.01 !', game: 'one dice|slots|roulette|blackjack|coinflip !', params: 'object' },
  'casino/B/history': { ...page, game: `one ${anyGame}`, from: 'instant' },
  'casino/A/batch': { bets: 'bets 1 20 !' },
  'casino/B/verifyRound': { nonce: 'digits !' },
  'casino/A/deal': { client_seed: 'text 1 128' },
  'casino/A/leaderboard': { game: `one ${anyGame}` },
  'casino/A/transactions': page,
  'casino/A/tournaments': page,
  'casino/A/challenges': page,
  'casino/A/bankrollCurve': page,
  'casino/A/withdraw': { amount: 'usdc 1 !', address: 'text 1 64 !', chain: 'one base' },
  'casino/A/depositAddress': { chain: 'one ethereum|base|solana|tron' },
  'casino/A/configureKelly': { risk_factor: 'number 0.01 1 !' },
  'casino/A/kellyOptimal': { game: `one ${anyGame} !` },
  'casino/A/simulateKelly': { game: `one ${games} !`, rounds: 'integer 1 10000', paths: 'integer 1 10000' },
  'casino/A/verifyBet': { bet_id: 'text 1 64 !' },
  'casino/A/rotate': { client_seed: 'text 1 128' },
  'casino/A/createChallenge': { challenged_agent_id: 'text 1 64 !', game: `one ${games} !`, amount: 'usdc 0.01 !', message: 'text 0 500' },
  'casino/A/createTournament': { name: 'text 1 100 !', game: `one ${games} !`, entry_fee: 'usdc 0 !', prize_pool: 'usdc 0 !', max_agents: 'integer 2 10000 !', starts_at: 'instant !', ends_at: 'instant !' },
  'casino/A/playTournament': { amount: 'usdc 0.01 !', client_seed: 'text 1 128' },
  'casino/short/launch': { amount: 'usdc 0.01 10000 !', currency: 'one USDC', cash_out_at: 'number 1.01 100', client_seed: 'text 1 128' },
}; // prettier-ignore

/** Rules that another reading has in their place, by policy and option (gaps T1 to T3). */
export const rulesByReading: Readonly<Record<string, Readonly<Record<string, FormRules>>>> = {
  'escrow.disputedName=locked': { 'escrow/B/list': { status: 'one locked|released|refunded|expired' } },
  'escrow.disputedName=frozen': {
    'escrow/B/list': { status: 'one locked|released|refunded|expired|frozen' },
  },
  'trading.sizeA=quote': { 'trading/A/place': { size: 'usdc 0.000001 !' } },
  'trading.sidesA=any': { 'trading/A/place': { side: 'one long|short|buy|sell !' } },
  'trading.leverageA=wide': { 'trading/A/place': { leverage: 'decimal 1 100' } },
};
