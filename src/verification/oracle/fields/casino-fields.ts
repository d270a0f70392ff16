/** Which fields of the casino the oracle looks at, and how; measured by `test/verification/oracle/noticed`. */
import type { FieldTable } from './field-table.ts';

export const casinoFields: FieldTable = {
  'A/acceptChallenge': {
    predicted: '/balance /status',
    constrained: '/amount /challenge_id /challenged_agent_id /challenged_round/bet_id /challenged_round/client_seed /challenged_round/multiplier /challenged_round/nonce /challenged_round/result/* /challenged_round/seed_hash /challenged_round/server_seed /challenger_id /challenger_round/bet_id /challenger_round/client_seed /challenger_round/multiplier /challenger_round/nonce /challenger_round/result/* /challenger_round/seed_hash /challenger_round/server_seed /created_at /expires_at /game /message /paid /params/* /rounds /settled_at /winner_id',
  },
  'A/balance': {
    predicted: '/balance /currency /reserved',
    constrained: '/recent/[]/amount /recent/[]/at /recent/[]/id /recent/[]/phase /recent/[]/resolves /recent/[]/type',
  },
  'A/bankrollCurve': {
    predicted: '/bankroll',
    constrained: '/history/[]/at /page /total',
    unreached: '/history/[]/bankroll',
  },
  'A/batch': {
    predicted: '/results/[]/amount /results/[]/balance /results/[]/multiplier /results/[]/payout /results/[]/result/* /results/[]/win',
    constrained: '/results/[]/bet_id /results/[]/game /results/[]/nonce /results/[]/seed_hash',
    unmodelled: '/results/[]/client_seed /results/[]/code',
    prose: '/results/[]/error',
    unreached: '/results/[]/status',
  },
  'A/bet': {
    predicted: '/amount /balance /multiplier /payout /win',
    constrained: '/bet_id /client_seed /game /nonce /result/* /result/cards/[] /result/dealer/[] /result/hand /result/player/[] /result/player_total /seed_hash /status',
  },
  'A/challenges': {
    predicted: '/outgoing/[]/settled_at /outgoing/[]/status /outgoing/[]/winner_id',
    constrained: '/incoming/[]/amount /incoming/[]/challenge_id /incoming/[]/challenged_agent_id /incoming/[]/challenged_round/bet_id /incoming/[]/challenged_round/client_seed /incoming/[]/challenged_round/multiplier /incoming/[]/challenged_round/nonce /incoming/[]/challenged_round/result/* /incoming/[]/challenged_round/seed_hash /incoming/[]/challenged_round/server_seed /incoming/[]/challenger_id /incoming/[]/challenger_round/bet_id /incoming/[]/challenger_round/client_seed /incoming/[]/challenger_round/multiplier /incoming/[]/challenger_round/nonce /incoming/[]/challenger_round/result/* /incoming/[]/challenger_round/seed_hash /incoming/[]/challenger_round/server_seed /incoming/[]/created_at /incoming/[]/expires_at /incoming/[]/game /incoming/[]/message /incoming/[]/paid /incoming/[]/params/* /incoming/[]/rounds /incoming/[]/settled_at /incoming/[]/status /incoming/[]/winner_id /outgoing/[]/amount /outgoing/[]/challenge_id /outgoing/[]/challenged_agent_id /outgoing/[]/challenged_round/bet_id /outgoing/[]/challenged_round/client_seed /outgoing/[]/challenged_round/multiplier /outgoing/[]/challenged_round/nonce /outgoing/[]/challenged_round/result/* /outgoing/[]/challenged_round/seed_hash /outgoing/[]/challenged_round/server_seed /outgoing/[]/challenger_id /outgoing/[]/challenger_round/bet_id /outgoing/[]/challenger_round/client_seed /outgoing/[]/challenger_round/multiplier /outgoing/[]/challenger_round/nonce /outgoing/[]/challenger_round/result/* /outgoing/[]/challenger_round/seed_hash /outgoing/[]/challenger_round/server_seed /outgoing/[]/created_at /outgoing/[]/expires_at /outgoing/[]/game /outgoing/[]/message /outgoing/[]/paid /outgoing/[]/params/* /outgoing/[]/rounds /page /settled/[]/amount /settled/[]/challenge_id /settled/[]/challenged_agent_id /settled/[]/challenged_round/bet_id /settled/[]/challenged_round/client_seed /settled/[]/challenged_round/multiplier /settled/[]/challenged_round/nonce /settled/[]/challenged_round/result/* /settled/[]/challenged_round/seed_hash /settled/[]/challenged_round/server_seed /settled/[]/challenger_id /settled/[]/challenger_round/bet_id /settled/[]/challenger_round/client_seed /settled/[]/challenger_round/multiplier /settled/[]/challenger_round/nonce /settled/[]/challenger_round/result/* /settled/[]/challenger_round/seed_hash /settled/[]/challenger_round/server_seed /settled/[]/created_at /settled/[]/expires_at /settled/[]/game /settled/[]/message /settled/[]/paid /settled/[]/params/* /settled/[]/rounds /settled/[]/settled_at /settled/[]/status /settled/[]/winner_id /totals/incoming /totals/outgoing /totals/settled',
  },
  'A/configureKelly': {
    predicted: '/risk_factor',
  },
  'A/createChallenge': {
    predicted: '/balance /challenge_id /paid /rounds /settled_at /status /winner_id',
    constrained: '/amount /challenged_agent_id /challenged_round/bet_id /challenged_round/client_seed /challenged_round/multiplier /challenged_round/nonce /challenged_round/result/* /challenged_round/seed_hash /challenged_round/server_seed /challenger_id /challenger_round/bet_id /challenger_round/client_seed /challenger_round/multiplier /challenger_round/nonce /challenger_round/result/* /challenger_round/seed_hash /challenger_round/server_seed /created_at /expires_at /game /message /params/*',
  },
  'A/createTournament': {
    predicted: '/entrants /prize /status',
    constrained: '/created_at /created_by /ends_at /entered /entry_fee /game /leaderboard/[]/agent_id /leaderboard/[]/best_win /leaderboard/[]/bets /leaderboard/[]/net_profit /leaderboard/[]/prize /leaderboard/[]/rank /leaderboard/[]/total_wagered /leaderboard/[]/total_won /max_agents /name /prize_pool /starts_at /tournament_id',
  },
  'A/deal': {
    predicted: '/amount /balance',
    constrained: '/cards/[] /client_seed /nonce /seed_hash',
  },
  'A/declineChallenge': {
    predicted: '/balance /paid /rounds /settled_at /status /winner_id',
    constrained: '/amount /challenge_id /challenged_agent_id /challenged_round/bet_id /challenged_round/client_seed /challenged_round/multiplier /challenged_round/nonce /challenged_round/result/* /challenged_round/seed_hash /challenged_round/server_seed /challenger_id /challenger_round/bet_id /challenger_round/client_seed /challenger_round/multiplier /challenger_round/nonce /challenger_round/result/* /challenger_round/seed_hash /challenger_round/server_seed /created_at /expires_at /game /message /params/*',
  },
  'A/depositAddress': {
    constrained: '/address /asset /chain /confirmations_required',
  },
  'A/depositHistory': {
    constrained: '/deposits/[]/amount /deposits/[]/asset /deposits/[]/confirmations /deposits/[]/confirmations_required /deposits/[]/deposit_id /deposits/[]/sent_at /deposits/[]/status /deposits/[]/tx_hash',
    made: '/deposits/[]/address',
    unmodelled: '/deposits/[]/chain /deposits/[]/credited_at',
  },
  'A/enterTournament': {
    predicted: '/entered',
    constrained: '/created_at /created_by /ends_at /entrants /entry_fee /game /leaderboard/[]/agent_id /leaderboard/[]/best_win /leaderboard/[]/bets /leaderboard/[]/net_profit /leaderboard/[]/prize /leaderboard/[]/rank /leaderboard/[]/total_wagered /leaderboard/[]/total_won /max_agents /name /prize /prize_pool /starts_at /status /tournament_id',
  },
  'A/games': {
    predicted: '/games/[]/id',
    constrained: '/games/[]/house_edge /games/[]/max_bet /games/[]/min_bet /games/[]/path /games/[]/status',
    prose: '/games/[]/rules',
  },
  'A/gossip': {
    predicted: '/current_registered_agents /multi_level_referral/levels/[]/level /multi_level_referral/levels/[]/percent /you_are_an_ai_agent',
    constrained: '/agent_starter_kit /base_url /earn_page /earn_passive_income/commission /earn_passive_income/example_prompt_addition /earn_passive_income/how /multi_level_referral/note /product /register_endpoint /research_paper /tip /value_prop',
  },
  'A/kellyLimits': {
    predicted: '/bankroll /limits/[]/game /limits/[]/max_bet /limits/[]/min_bet /risk_factor',
    constrained: '/limits/[]/max_bet_at_longest_odds',
  },
  'A/kellyOptimal': {
    constrained: '/game /kelly_fraction /max_bet /optimal_bet',
  },
  'A/leaderboard': {
    predicted: '/overall_leaderboard/[]/net_profit /overall_leaderboard/[]/rank /overall_leaderboard/[]/total_wagered /overall_leaderboard/[]/total_won /supported_games/[] /updated_at',
    constrained: '/biggest_wins/[]/agent_id /biggest_wins/[]/at /biggest_wins/[]/bet /biggest_wins/[]/game /biggest_wins/[]/multiplier /biggest_wins/[]/won /overall_leaderboard/[]/agent_id',
    prose: '/filter_tip',
  },
  'A/playTournament': {
    predicted: '/balance /multiplier /net_profit /payout /win',
    constrained: '/amount /bet_id /game /nonce /rank /result/* /seed_hash /tournament_id',
    unmodelled: '/chips /client_seed',
  },
  'A/referralCode': {
    predicted: '/commission/[]/level /commission/[]/percent',
    constrained: '/referral_code',
    prose: '/note /share_message',
  },
  'A/referralStats': {
    predicted: '/available /levels/[]/agents /levels/[]/earned /total_earned /withdrawn',
    constrained: '/levels/[]/level /levels/[]/percent /referral_code /total_referred',
  },
  'A/register': {
    constrained: '/agent_address /agent_id /api_key /created_at',
  },
  'A/rotate': {
    constrained: '/client_seed /next_nonce /revealed/rounds /revealed/seed_hash /revealed/server_seed /seed_hash',
  },
  'A/seedHash': {
    constrained: '/client_seed /next_nonce /seed_hash',
  },
  'A/seeds': {
    predicted: '/seeds/[]/status',
    constrained: '/seeds/[]/next_nonce /seeds/[]/rounds /seeds/[]/seed_hash /seeds/[]/server_seed',
    unmodelled: '/seeds/[]/client_seed',
  },
  'A/session': {
    predicted: '/from /games/[]/net_profit /games/[]/total_wagered /games/[]/total_won /net_profit /to /total_bets /total_wagered /total_won',
    constrained: '/games/[]/total_bets /games/[]/won /won',
    unmodelled: '/games/[]/game',
  },
  'A/simulateKelly': {
    constrained: '/expected_log_growth /final_bankroll/p25 /final_bankroll/p5 /final_bankroll/p50 /final_bankroll/p75 /fraction /game /paths /rounds',
    unmodelled: '/amount /bankroll',
    drawn: '/final_bankroll/mean /final_bankroll/p95 /growth_per_round /risk_of_ruin',
  },
  'A/stats': {
    predicted: '/games/[]/net_profit /games/[]/total_wagered /games/[]/total_won /net_profit /total_bets /total_wagered /total_won',
    constrained: '/games/[]/game /games/[]/total_bets /games/[]/won /won',
  },
  'A/supportedChains': {
    constrained: '/chains/[]/assets/[] /chains/[]/block_seconds /chains/[]/chain /chains/[]/confirmations_required /chains/[]/deposits /chains/[]/withdrawals',
  },
  'A/tournament': {
    predicted: '/entrants /prize /status',
    constrained: '/created_at /created_by /ends_at /entered /entry_fee /game /leaderboard/[]/agent_id /leaderboard/[]/best_win /leaderboard/[]/bets /leaderboard/[]/net_profit /leaderboard/[]/prize /leaderboard/[]/rank /leaderboard/[]/total_wagered /leaderboard/[]/total_won /max_agents /name /prize_pool /starts_at /tournament_id',
  },
  'A/tournaments': {
    constrained: '/page /total /tournaments/[]/created_at /tournaments/[]/created_by /tournaments/[]/ends_at /tournaments/[]/entered /tournaments/[]/entrants /tournaments/[]/entry_fee /tournaments/[]/game /tournaments/[]/max_agents /tournaments/[]/name /tournaments/[]/prize /tournaments/[]/prize_pool /tournaments/[]/starts_at /tournaments/[]/status /tournaments/[]/tournament_id',
  },
  'A/transactions': {
    predicted: '/total /transactions/[]/amount',
    constrained: '/page /transactions/[]/at /transactions/[]/id /transactions/[]/phase /transactions/[]/resolves',
    unmodelled: '/transactions/[]/type',
  },
  'A/verifyBet': {
    constrained: '/amount /bet_id /client_seed /commitment /game /multiplier /nonce /payout /placed_at /result/* /seed_hash /server_seed /status /verification/bet_id /verification/client_seed /verification/game /verification/multiplier /verification/nonce /verification/result/* /verification/seed_hash /verification/server_seed /verification/status /win',
    unmodelled: '/algorithm /params/*',
  },
  'A/withdraw': {
    predicted: '/chain /fee /received',
    constrained: '/address /amount /at /tx_hash /withdrawal_id',
  },
  'A/withdrawals': {
    constrained: '/withdrawals/[]/address /withdrawals/[]/amount /withdrawals/[]/at /withdrawals/[]/chain /withdrawals/[]/fee /withdrawals/[]/received /withdrawals/[]/tx_hash /withdrawals/[]/withdrawal_id',
  },
  'B/bet': {
    predicted: '/balance /payout /win',
    constrained: '/game /nonce /result/* /seed',
  },
  'B/games': {
    constrained: '/games/[]/house_edge /games/[]/id /games/[]/max_bet /games/[]/min_bet /games/[]/name /games/[]/status',
  },
  'B/history': {
    predicted: '/bets/[]/amount /bets/[]/payout /page /total',
    constrained: '/bets/[]/game /bets/[]/ts /bets/[]/win',
    made: '/bets/[]/id',
  },
  'B/stats': {
    predicted: '/profit_loss /total_bets /wagered /won',
    constrained: '/by_game/* /win_rate',
  },
  'B/verifyRound': {
    constrained: '/bet_id /client_seed /game /multiplier /nonce /result/* /seed_hash /server_seed /status',
  },
  'short/bet': {
    predicted: '/balance /payout /result /won',
    constrained: '/bet_id /client_seed /nonce /seed_hash',
  },
  'short/cashOut': {
    predicted: '/balance /payout',
    constrained: '/bet_id /client_seed /crash_point /multiplier /nonce /seed_hash /won',
  },
  'short/launch': {
    predicted: '/balance /growth_per_second /started_at /status',
    constrained: '/amount /cash_out_at /client_seed /nonce /seed_hash',
  },
  'short/profitLeaders': {
    predicted: '/leaderboard/[]/rank /updated_at',
    constrained: '/leaderboard/[]/agent_id /leaderboard/[]/pnl /leaderboard/[]/wagered',
  },
  'short/verifyBet': {
    constrained: '/bet_id /client_seed /game /multiplier /nonce /result/* /seed_hash /server_seed /status',
  },
}; // prettier-ignore
