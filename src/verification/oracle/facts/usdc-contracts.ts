/** The tokens that the chains of the wallet have. */

/** Contracts of USDC, as its issuer publishes them; the one of tron is closed by now. */
export const contracts: Readonly<Record<string, string>> = {
  ethereum: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  base: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  solana: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  tron: 'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8',
};

/** True for the contract of USDC on that chain, as it is published. */
export const isUsdcContract = (chain: unknown, token: unknown): boolean =>
  token !== undefined && contracts[String(chain)] === token;
