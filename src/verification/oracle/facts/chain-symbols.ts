/** Symbols of native assets by chain (gap W22). */
export const chainSymbols: Readonly<Record<string, string>> = {
  ethereum: 'ETH', base: 'ETH', arbitrum: 'ETH', polygon: 'POL', solana: 'SOL', bitcoin: 'BTC', tron: 'TRX', monero: 'XMR',
}; // prettier-ignore
