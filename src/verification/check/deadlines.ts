/**
 * The deadlines that answers announce, and the calls whose outcome they decide: what a campaign has to ask right before, at and
 * right after each of them.
 */

/** A kind of deadline. Operations are `service/operation`. */
export interface Deadline {
  /** By the operation that announces it, the fields of its answer that may hold the instant. */
  readonly announcedBy: Readonly<Record<string, readonly string[]>>;
  /** The field of the announcement that names the object; where it is left out, the deadline is the caller's. */
  readonly objectIn?: string;
  /** The calls on the object, or of the caller, that it decides. */
  readonly decides: readonly string[];
}

/** Every deadline by its name in the coverage. */
export const deadlines: Readonly<Record<string, Deadline>> = {
  'escrow expiry': {
    announcedBy: { 'escrow/create': ['/expires_at'] },
    objectIn: '/escrow_id',
    decides: ['escrow/release', 'escrow/refund', 'escrow/dispute', 'escrow/detail'],
  },
  'dispute ruling': {
    announcedBy: { 'escrow/dispute': ['/resolves_at', '/dispute/resolves_at'] },
    objectIn: '/escrow_id',
    decides: ['escrow/release', 'escrow/refund', 'escrow/detail'],
  },
  'faucet claim': {
    announcedBy: { 'faucet/register': ['/next_claim'], 'faucet/claimDaily': ['/next_claim'] },
    decides: ['faucet/claimDaily', 'faucet/status'],
  },
  'domain expiry': {
    announcedBy: { 'domains/register': ['/expires_at', '/expires'], 'domains/renew': ['/expires'] },
    objectIn: '/domain',
    decides: ['domains/lookup', 'domains/renew', 'domains/register', 'domains/transfer'],
  },
  'challenge expiry': {
    announcedBy: { 'casino/createChallenge': ['/expires_at'] },
    objectIn: '/challenge_id',
    decides: ['casino/acceptChallenge', 'casino/declineChallenge'],
  },
  'tournament start': {
    announcedBy: { 'casino/createTournament': ['/starts_at'] },
    objectIn: '/tournament_id',
    decides: ['casino/enterTournament', 'casino/playTournament', 'casino/tournament'],
  },
  'tournament end': {
    announcedBy: { 'casino/createTournament': ['/ends_at'] },
    objectIn: '/tournament_id',
    decides: ['casino/playTournament', 'casino/tournament'],
  },
  'swap expiry': {
    announcedBy: { 'wallet/openSwap': ['/expires_at'] },
    objectIn: '/order_id',
    decides: ['wallet/swapStatus'],
  },
};

/** The sides of a deadline, by how many milliseconds after it a call comes. */
export const sides: ReadonlyMap<number, string> = new Map([
  [-1, 'before'],
  [0, 'at'],
  [1, 'after'],
]);
