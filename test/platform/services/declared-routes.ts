/**
 * What the routes of the services declare: who may call and the status of success, what counts against which limit, the name of
 * the tool; behind the semicolon what they refuse with, in order of precedence.
 */
export const declaredRoutes: Readonly<Record<string, readonly string[]>> = {
  'none, 201, row faucet, register, tool faucet_register; RATE_LIMIT BAD_REQUEST CONFLICT SERVICE_UNAVAILABLE':
    ['faucet A POST /api/v1/agents/register', 'faucet B POST /register'],
  'key, 200, tool faucet_claim_once; RATE_LIMIT UNAUTHORIZED FAUCET_CLAIMED SERVICE_UNAVAILABLE': [
    'faucet A POST /api/v1/faucet/claim',
  ],
  'key unless faucet.firstClaim=keyless, 200, row faucet, tool faucet_claim; RATE_LIMIT BAD_REQUEST UNAUTHORIZED FAUCET_CLAIMED SERVICE_UNAVAILABLE':
    ['faucet B POST /claim'],
  'key, 200, row faucet, tool faucet_status; RATE_LIMIT UNAUTHORIZED': [
    'faucet A GET /api/v1/faucet/status',
    'faucet B GET /status',
  ],
  'key, 200, tool agent_get; RATE_LIMIT UNAUTHORIZED NOT_FOUND': ['faucet A GET /api/v1/agents/:id'],
  'none, 200, row faucet, tool faucet_agents; RATE_LIMIT': ['faucet B GET /agents'],
  'key, 200, row faucet, tool faucet_referrals; RATE_LIMIT UNAUTHORIZED': ['faucet B GET /referrals'],
  'key, 201, row escrow, operation escrowCreate, tool escrow_create; RATE_LIMIT UNAUTHORIZED BAD_REQUEST NOT_FOUND FORBIDDEN INSUFFICIENT_BALANCE':
    ['escrow A POST /api/v1/escrow/create', 'escrow B POST /escrow'],
  'key, 200, row escrow, tool escrow_release; RATE_LIMIT UNAUTHORIZED BAD_REQUEST NOT_FOUND FORBIDDEN CONFLICT':
    ['escrow A POST /api/v1/escrow/release', 'escrow B POST /escrow/:id/release'],
  'key, 200, row escrow, tool escrow_refund; RATE_LIMIT UNAUTHORIZED NOT_FOUND FORBIDDEN CONFLICT': [
    'escrow B POST /escrow/:id/refund',
  ],
  'key, 200, row escrow, tool escrow_dispute; RATE_LIMIT UNAUTHORIZED BAD_REQUEST NOT_FOUND FORBIDDEN CONFLICT':
    ['escrow A POST /api/v1/escrow/dispute', 'escrow B POST /escrow/:id/dispute'],
  'key, 200, row escrow, tool escrow_list; RATE_LIMIT UNAUTHORIZED BAD_REQUEST': [
    'escrow A GET /api/v1/escrow/list',
    'escrow B GET /escrows',
  ],
  'key, 200, row escrow, tool escrow_get; RATE_LIMIT UNAUTHORIZED NOT_FOUND FORBIDDEN': [
    'escrow A GET /api/v1/escrow/:id',
    'escrow B GET /escrow/:id',
  ],
  'key, 200, row domains; RATE_LIMIT UNAUTHORIZED BAD_REQUEST': [
    'domains A GET /api/v1/check',
    'domains A GET /api/v1/domains',
    'domains B GET /domains',
    'domains A GET /api/v1/valuation',
  ],
  'key, 201, row domains, operation domainsRegister, register unless limits.registerCap=accounts; RATE_LIMIT UNAUTHORIZED BAD_REQUEST CONFLICT INSUFFICIENT_BALANCE':
    ['domains A POST /api/v1/register', 'domains B POST /register'],
  'key, 200, row domains; RATE_LIMIT UNAUTHORIZED BAD_REQUEST NOT_FOUND FORBIDDEN CONFLICT': [
    'domains A POST /api/v1/dns',
  ],
  'key unless domains.lookup=open, 200, row domains; RATE_LIMIT UNAUTHORIZED BAD_REQUEST NOT_FOUND': [
    'domains B GET /lookup/:domain',
  ],
  'key, 200, row domains; RATE_LIMIT UNAUTHORIZED BAD_REQUEST NOT_FOUND FORBIDDEN INSUFFICIENT_BALANCE': [
    'domains B POST /renew',
  ],
  'key, 200, row domains; RATE_LIMIT UNAUTHORIZED BAD_REQUEST NOT_FOUND FORBIDDEN CONFLICT INSUFFICIENT_BALANCE':
    ['domains B POST /transfer'],
  'key, 200, row casino, by name, endpoint casinoPlay; RATE_LIMIT UNAUTHORIZED BAD_REQUEST CONFLICT GAME_CLOSED INSUFFICIENT_BALANCE':
    [
      'casino B POST /bet',
      'casino A POST /api/v1/games/coin-flip',
      'casino A POST /api/v1/games/dice',
      'casino A POST /api/v1/games/simple-dice',
      'casino A POST /api/v1/games/multiplier',
      'casino A POST /api/v1/games/roulette',
      'casino A POST /api/v1/games/custom',
      'casino A POST /api/v1/games/crash',
      'casino A POST /api/v1/games/plinko',
      'casino A POST /api/v1/games/slots',
      'casino A POST /api/v1/games/hilo',
      'casino A POST /api/v1/games/keno',
      'casino A POST /api/v1/games/scratch-card',
      'casino A POST /api/v1/games/wheel',
      'casino A POST /api/v1/games/mines',
      'casino A POST /api/v1/games/baccarat',
      'casino short POST /api/v1/games/coinflip',
      'casino A POST /api/v1/games/blackjack',
      'casino short POST /api/v1/games/crash/bet',
    ],
  'key, 200, row casino, by name, endpoint casinoPlay; RATE_LIMIT UNAUTHORIZED BAD_REQUEST': [
    'casino A POST /api/v1/bets/batch',
  ],
  'key, 200, row casino; RATE_LIMIT UNAUTHORIZED': [
    'casino A GET /api/v1/games',
    'casino B GET /games',
    'casino A GET /api/v1/stats/me',
    'casino B GET /stats',
    'casino A GET /api/v1/fairness/seed-hash',
    'casino A GET /api/v1/fairness/seeds',
    'casino A GET /api/v1/kelly/limits',
    'casino A GET /api/v1/auth/balance',
    'casino A GET /api/v1/auth/supported-chains',
    'casino A GET /api/v1/auth/deposits',
    'casino A GET /api/v1/auth/withdrawals',
    'casino A GET /api/v1/auth/referral/code',
    'casino A GET /api/v1/auth/referral/stats',
    'casino short GET /api/v1/leaderboard',
    'casino A GET /api/v1/stats/session',
  ],
  'key, 200, row casino; RATE_LIMIT UNAUTHORIZED BAD_REQUEST': [
    'casino B GET /history',
    'casino A POST /api/v1/kelly/optimal',
    'casino A PUT /api/v1/kelly/config',
    'casino A GET /api/v1/auth/ledger',
    'casino A POST /api/v1/auth/deposit-address',
    'casino A GET /api/v1/tournaments',
    'casino A GET /api/v1/challenges',
    'casino A GET /api/v1/stats/leaderboard',
    'casino A GET /api/v1/kelly/history',
    'casino A POST /api/v1/kelly/simulate',
  ],
  'key, 200, row casino; RATE_LIMIT UNAUTHORIZED BAD_REQUEST CONFLICT': [
    'casino A POST /api/v1/fairness/rotate',
  ],
  'key, 200, row casino; RATE_LIMIT UNAUTHORIZED BAD_REQUEST NOT_FOUND': [
    'casino A POST /api/v1/fairness/verify',
    'casino B GET /verify/:seed',
  ],
  'key, 200, row casino; RATE_LIMIT UNAUTHORIZED NOT_FOUND': [
    'casino A GET /api/v1/fairness/audit/:betId',
    'casino short GET /api/v1/games/provably-fair/:id',
    'casino A GET /api/v1/tournaments/:id',
  ],
  'key, 200, row casino; RATE_LIMIT UNAUTHORIZED BAD_REQUEST CONFLICT GAME_CLOSED INSUFFICIENT_BALANCE': [
    'casino A POST /api/v1/games/video-poker/deal',
  ],
  'key, 200, row casino, by name, endpoint casinoPlay; RATE_LIMIT UNAUTHORIZED BAD_REQUEST NOT_FOUND CONFLICT GAME_CLOSED INSUFFICIENT_BALANCE':
    ['casino A POST /api/v1/games/video-poker/draw'],
  'key, 200, row casino; RATE_LIMIT UNAUTHORIZED NOT_FOUND CONFLICT': [
    'casino short POST /api/v1/games/crash/cashout',
  ],
  'none, 201, row casino, register; RATE_LIMIT BAD_REQUEST': ['casino A POST /api/v1/auth/register'],
  'key, 200, row casino; RATE_LIMIT UNAUTHORIZED BAD_REQUEST INSUFFICIENT_BALANCE': [
    'casino A POST /api/v1/auth/withdraw',
  ],
  'none, 200, row casino; RATE_LIMIT': ['casino A GET /api/v1/gossip'],
  'key, 201, row casino; RATE_LIMIT UNAUTHORIZED BAD_REQUEST INSUFFICIENT_BALANCE': [
    'casino A POST /api/v1/tournaments/create',
  ],
  'key, 200, row casino; RATE_LIMIT UNAUTHORIZED NOT_FOUND CONFLICT INSUFFICIENT_BALANCE': [
    'casino A POST /api/v1/tournaments/:id/enter',
  ],
  'key, 200, row casino, endpoint casinoPlay; RATE_LIMIT UNAUTHORIZED BAD_REQUEST NOT_FOUND FORBIDDEN CONFLICT GAME_CLOSED INSUFFICIENT_BALANCE':
    ['casino A POST /api/v1/tournaments/:id/play'],
  'key, 201, row casino; RATE_LIMIT UNAUTHORIZED BAD_REQUEST NOT_FOUND GAME_CLOSED INSUFFICIENT_BALANCE': [
    'casino A POST /api/v1/challenges',
  ],
  'key, 200, row casino; RATE_LIMIT UNAUTHORIZED NOT_FOUND FORBIDDEN CONFLICT GAME_CLOSED INSUFFICIENT_BALANCE':
    ['casino A POST /api/v1/challenges/:id/accept'],
  'key, 200, row casino; RATE_LIMIT UNAUTHORIZED NOT_FOUND FORBIDDEN CONFLICT': [
    'casino A POST /api/v1/challenges/:id/decline',
  ],
  'key, 201, row trading; RATE_LIMIT UNAUTHORIZED BAD_REQUEST NOT_FOUND MARKET_CLOSED INSUFFICIENT_BALANCE': [
    'trading A POST /api/v1/orders',
    'trading B POST /order',
  ],
  'key, 200, row trading if limits.tradingRow=service; RATE_LIMIT UNAUTHORIZED NOT_FOUND FORBIDDEN CONFLICT':
    ['trading A POST /api/v1/orders/:id/cancel', 'trading B DELETE /order/:id'],
  'key, 200, row trading if limits.tradingRow=service; RATE_LIMIT UNAUTHORIZED BAD_REQUEST': [
    'trading B GET /orders',
  ],
  'key, 200, row trading if limits.tradingRow=service; RATE_LIMIT UNAUTHORIZED': ['trading B GET /portfolio'],
  'key, 200, endpoint tradingPositions; RATE_LIMIT UNAUTHORIZED': ['trading A GET /api/v1/positions'],
  'key, 200, row trading if limits.tradingRow=service; RATE_LIMIT UNAUTHORIZED NOT_FOUND': [
    'trading B GET /price/:pair',
  ],
  'key, 200; RATE_LIMIT UNAUTHORIZED': ['trading A GET /api/v1/markets'],
  'key, 200; RATE_LIMIT UNAUTHORIZED NOT_FOUND': ['trading A GET /api/v1/ticker/:symbol'],
  'key unless wallet.health=open, 200; RATE_LIMIT': ['wallet primary GET /health'],
  'key, 200, row wallet, secret mnemonic withheld if wallet.replayedMnemonic=withheld; RATE_LIMIT UNAUTHORIZED':
    ['wallet primary POST /v1/wallet/create'],
  'key, 200, row wallet; RATE_LIMIT UNAUTHORIZED BAD_REQUEST': [
    'wallet primary GET /v1/wallet/balance/:address',
    'wallet primary GET /v1/wallet/deposit-address',
    'wallet primary GET /v1/wallet/transactions/:address',
    'wallet A GET /api/v1/balance',
    'wallet B GET /balance',
    'wallet A GET /api/v1/transactions',
    'wallet B GET /transactions',
  ],
  'key, 200, row wallet; RATE_LIMIT UNAUTHORIZED BAD_REQUEST FORBIDDEN INSUFFICIENT_BALANCE CONFLICT': [
    'wallet primary POST /v1/wallet/send',
  ],
  'key, 200, row wallet; RATE_LIMIT UNAUTHORIZED BAD_REQUEST CONFLICT': [
    'wallet primary GET /v1/wallet/swap/quote',
    'wallet primary POST /v1/referral/withdraw',
  ],
  'key, 200, endpoint walletSwap; RATE_LIMIT UNAUTHORIZED BAD_REQUEST CONFLICT': [
    'wallet primary POST /v1/wallet/swap',
  ],
  'key, 200, row wallet; RATE_LIMIT UNAUTHORIZED NOT_FOUND': [
    'wallet primary GET /v1/wallet/swap/status/:orderId',
    'wallet B GET /tx/:hash',
  ],
  'none, 200; RATE_LIMIT': ['wallet primary GET /v1/wallet/chains', 'wallet primary GET /v1/gossip'],
  'key, 200, row wallet; RATE_LIMIT UNAUTHORIZED': [
    'wallet A GET /api/v1/addresses',
    'wallet B GET /address',
    'wallet primary GET /v1/referral/code',
    'wallet primary GET /v1/referral/stats',
  ],
  'none, 201, register; RATE_LIMIT BAD_REQUEST': ['wallet primary POST /v1/auth/register'],
  'key, 200, row wallet, operation walletSend; RATE_LIMIT UNAUTHORIZED BAD_REQUEST NOT_FOUND INSUFFICIENT_BALANCE':
    ['wallet A POST /api/v1/send', 'wallet B POST /send'],
  'key, 200, endpoint walletSwap; RATE_LIMIT UNAUTHORIZED BAD_REQUEST CONFLICT INSUFFICIENT_BALANCE': [
    'wallet A POST /api/v1/swap',
  ],
};
