/**
 * The assets that are traded against USDC. The names never change, so that a scenario can name a market; what an asset
 * costs and how it moves is drawn from the run's seed. The first forty are traded on the spot market too (gap T7).
 */

/** Assets with a known price, in USDC; a run starts within a fifth of it. */
export const anchors: Readonly<Record<string, number>> = {
  BTC: 95_000,
  ETH: 3_300,
  SOL: 190,
  BNB: 690,
  XRP: 2.3,
  ADA: 0.92,
  DOGE: 0.33,
  AVAX: 36,
  LINK: 21,
  DOT: 7.1,
  LTC: 104,
  SHIB: 0.000_021_4,
};

const listed = `
BTC ETH SOL BNB XRP ADA DOGE AVAX LINK DOT LTC SHIB TRX TON NEAR ATOM UNI AAVE ICP XLM
BCH ETC FIL APT ARB OP SUI INJ HBAR MKR LDO GRT ALGO VET SAND MANA AXS THETA CRV SNX
1INCH ACE ACH ACT AERO AEVO AGLD AI AIOZ AKT ALICE ALPHA ALT AMP ANKR APE API3 AR ARKM ARPA
ASTR ATA AUCTION AUDIO AXL BADGER BAL BAND BAT BB BEAM BEL BICO BIGTIME BLUR BLZ BNT BOME BONK BRETT
BSV C98 CAKE CATI CELO CELR CETUS CFX CHR CHZ CKB COMP CORE COTI COW CTSI CVC CVX CYBER DAR
DASH DENT DGB DIA DODO DOGS DRIFT DUSK DYDX DYM EDU EGLD EIGEN ENA ENJ ENS EOS ETHFI ETHW FET
FIDA FIO FLM FLOKI FLOW FLUX FTM FXS G GALA GAS GHST GLM GLMR GMT GMX GNO GOAT GTC HFT
HIFI HIGH HIPPO HMSTR HNT HOOK HOT ICX ID ILV IMX IO IOST IOTA IOTX JASMY JOE JTO JUP KAIA
KAS KAVA KDA KEY KMNO KNC KSM LEVER LINA LISTA LIT LOKA LOOM LPT LQTY LRC LSK LUNA LUMIA MAGIC
MANTA MASK MAV MAVIA MBOX ME MEME METIS MEW MINA MNT MOBILE MOCA MOG MOODENG MORPHO MOVE MOVR MTL MYRO
NEIRO NEO NFP NKN NMR NOT NTRN OGN OM OMG OMNI ONDO ONE ONG ONT ORBS ORCA ORDI OSMO OXT
PENDLE PENGU PEOPLE PEPE PERP PHA PHB PIXEL PNUT POL POLYX PONKE POPCAT PORTAL POWR PYTH QNT QTUM RAD RARE
RATS RAY RDNT REI RENDER REN REZ RIF RLC RONIN ROSE RPL RSR RUNE RVN S SAFE SAGA SANTOS SATS
SCR SCRT SEI SFP SKL SLERF SLP SPELL SSV STEEM STG STORJ STRK STX SUN SUPER SUSHI SWELL SXP SYN
`;

/** Every asset, in the order of the list of markets. */
export const assetNames: readonly string[] = listed.trim().split(/\s+/);

/** The number of assets, from the first, that have a spot market as well as a perpetual. */
export const spotCount = 40;

/**
 * The number of perpetuals by policy (gap T17): 280, so that there are 275 or more perpetuals; or 240, so that there
 * are 275 or more markets of both kinds together.
 */
export const perpetualCounts = { perpetuals: 280, 'all-markets': 240 } as const;
