/** What the tables of routes know and no caller of a world can bring about, with the reason. Coverage does not count it. */

/** By `service/operation CODE`, or `service/style/operation CODE` where another style reaches it, why it is never answered. */
export const beyondReach: Readonly<Record<string, string>> = {
  'wallet/sendSigned CONFLICT':
    'a broadcast counts the nonce of its sender, and each transaction has another nonce, other coins or another reference block: none is sent twice',
  'escrow/B/create FORBIDDEN':
    'style B names no buyer: the caller is the sender, and only a buyer other than the caller is refused (gap S13)',
  'wallet/A/balance BAD_REQUEST': 'style A has neither a body nor a query to be wrong',
};

const open = 'rounds are there once a challenge is accepted, and these are challenges that are not';

/** By what their names begin with, fields of answers that are never there, and why. */
export const absentFields: Readonly<Record<string, string>> = {
  'casino/A/challenges /incoming/[]/challenger_round/': open,
  'casino/A/challenges /incoming/[]/challenged_round/': open,
  'casino/A/challenges /outgoing/[]/challenger_round/': open,
  'casino/A/challenges /outgoing/[]/challenged_round/': open,
  'casino/A/createChallenge /challenger_round/': open,
  'casino/A/createChallenge /challenged_round/': open,
  'casino/A/declineChallenge /challenger_round/': open,
  'casino/A/declineChallenge /challenged_round/': open,
  'casino/A/createTournament /leaderboard/[]/': 'a tournament that has just been made has no entrant',
};
