/** Which fields of the wallet the oracle looks at, and how; measured by `test/verification/oracle/noticed`. */
import type { FieldTable } from './field-table.ts';

export const walletFields: FieldTable = {
  'A/addresses': {
    constrained: '/addresses/*',
  },
  'A/balance': {
    constrained: '/chains/*',
  },
  'A/send': {
    predicted: '/amount /fee /status',
    constrained: '/chain /to /token /tx_hash',
  },
  'A/swap': {
    constrained: '/amount /fee_usdc /from /received /received_usdc /to /tx_hash',
  },
  'A/transactions': {
    constrained: '/page /total /transactions/[]/amount /transactions/[]/at /transactions/[]/chain /transactions/[]/counterparty /transactions/[]/status /transactions/[]/token /transactions/[]/tx_hash /transactions/[]/type',
  },
  'B/addresses': {
    constrained: '/arbitrum /base /ethereum /polygon',
  },
  'B/balance': {
    constrained: '/chains/* /usdc',
  },
  'B/send': {
    predicted: '/amount /fee /status',
    constrained: '/chain /memo /to /tx_hash',
  },
  'B/transaction': {
    predicted: '/status',
    constrained: '/amount /asset /chain /created_at /fee /fee_asset /from /settled_at /simulated /to /token /tx_hash',
    unreached: '/memo',
  },
  'B/transactions': {
    constrained: '/page /total /transactions/[]/amount /transactions/[]/chain /transactions/[]/counterparty /transactions/[]/fee /transactions/[]/memo /transactions/[]/token /transactions/[]/ts /transactions/[]/tx_hash /transactions/[]/type',
    unreached: '/transactions/[]/status',
  },
  'primary/chainBalance': {
    constrained: '/address /balance /chain /symbol /tokens/[]/symbol /tokens/[]/token',
    unmodelled: '/tokens/[]/balance',
  },
  'primary/chainTransactions': {
    constrained: '/page /total /transactions/[]/amount /transactions/[]/asset /transactions/[]/chain /transactions/[]/created_at /transactions/[]/fee /transactions/[]/fee_asset /transactions/[]/from /transactions/[]/settled_at /transactions/[]/simulated /transactions/[]/status /transactions/[]/to /transactions/[]/token /transactions/[]/tx_hash',
  },
  'primary/chains': {
    constrained: '/swap_chains/[] /tokens/[]/chain /tokens/[]/symbol /tokens/[]/token /wallet_chains/[]',
  },
  'primary/create': {
    predicted: '/mnemonic',
    constrained: '/addresses/base /addresses/bitcoin /addresses/ethereum /addresses/monero /addresses/solana /addresses/tron',
  },
  'primary/depositPath': {
    constrained: '/chain /derivation_path /instructions /scheme',
  },
  'primary/gossip': {
    predicted: '/live_agents /referral_programme/levels/[]/level /referral_programme/levels/[]/percent',
    constrained: '/referral_programme/about',
  },
  'primary/health': {
    predicted: '/status /time /version',
    prose: '/service',
  },
  'primary/openSwap': {
    predicted: '/amount_out /deposit_tx_hash /payout_tx_hash /refund_tx_hash /status',
    constrained: '/amount /created_at /deposit_address /expires_at /from_chain /from_token /order_id /to_address /to_chain /to_token',
  },
  'primary/quote': {
    predicted: '/fees/network /fees/platform /fees/provider /fees/total',
    constrained: '/amount /amount_out /from_chain /from_token /to_chain /to_symbol /to_token /value_usdc',
  },
  'primary/referralCode': {
    predicted: '/commission/[]/level /commission/[]/percent',
    constrained: '/referral_code',
  },
  'primary/referralStats': {
    predicted: '/available /levels/[]/agents /levels/[]/earned /total_earned /withdrawn',
    constrained: '/levels/[]/level',
  },
  'primary/register': {
    constrained: '/api_key /created_at',
    made: '/agent_address',
    unmodelled: '/agent_id',
  },
  'primary/sendSigned': {
    constrained: '/amount /asset /chain /created_at /fee /fee_asset /from /settled_at /simulated /status /to /token /tx_hash',
  },
  'primary/swapStatus': {
    constrained: '/amount /amount_out /created_at /deposit_address /deposit_tx_hash /expires_at /from_chain /from_token /order_id /payout_tx_hash /refund_tx_hash /to_address /to_chain /to_token',
    unmodelled: '/status',
  },
  'primary/withdrawReferral': {
    constrained: '/address /amount /tx_hash',
    unreached: '/chain /status',
  },
}; // prettier-ignore
