/**
 * Why a claim of the documents is not proved over real HTTP. A single claim may have a reason of its own; else the reason
 * of its kind says it, for as long as such claims are open.
 */
export const reasonOfClaim: Readonly<Record<string, string>> = {
  LIM07:
    'proved in process: a million requests, one after the other over one socket, take minutes. The same day window is proved over HTTP by LIM04, LIM32 and LIM44',
  LIM17: 'proved in process, on a stand-in behind the same gate: the wallet is not mounted yet',
  LIM34: 'proved in process, on a stand-in behind the same gate: the wallet is not mounted yet',
  LIM35: 'proved in process, on a stand-in behind the same gate: the wallet is not mounted yet',
  LIM36: 'proved in process, on a stand-in behind the same gate: the wallet is not mounted yet',
  AUT02:
    'contradicts AUT08, AUT19, AUT23, AUT24 and AUT29; the endpoint tables win (gap A1), so it cannot hold',
  AUT27: 'a promise about callers: the wallet that they would send keys to is not mounted yet',
  LIM47: 'pools and an uptime commitment are promises of an operator: no answer can show them',
};

/** By the letters a claim begins with. */
export const reasonOfKind: Readonly<Record<string, string>> = {
  AUT: 'the routes of wallet or casino that it speaks of are not mounted yet',
  CAS: 'the casino calls that it speaks of are not mounted yet',
  CHA: 'challenges are not mounted yet',
  ERR: 'the wallet is not mounted yet',
  FAI: 'the casino calls that it speaks of are not mounted yet',
  GAM: 'the games or the measurement of their edge that it speaks of are not there yet',
  KEL: 'the casino calls that it speaks of are not mounted yet',
  REF: 'the referral calls of wallet and casino are not mounted yet',
  STA: 'leaderboards and sessions of the casino are not mounted yet',
  TOU: 'tournaments are not mounted yet',
  VER: 'the routes of wallet or casino that it speaks of are not mounted yet',
  WAL: 'the wallet is not mounted yet',
};
