/** The six chains of the wallet's primary interface (WAL02, WAL31). */
export const chains = ['ethereum', 'base', 'solana', 'bitcoin', 'tron', 'monero'] as const;

/** One of the six. */
export type Chain = (typeof chains)[number];
