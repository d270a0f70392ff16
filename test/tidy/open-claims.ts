/**
 * Why a claim of the documents is not proved over real HTTP. A single claim may have a reason of its own; else the reason
 * of its kind says it, for as long as such claims are open.
 */
export const reasonOfClaim: Readonly<Record<string, string>> = {
  LIM07:
    'proved in process: a million requests, one after the other over one socket, take minutes. The same day window is proved over HTTP by LIM04, LIM29, LIM32 and LIM35',
  AUT02:
    'contradicts AUT08, AUT19, AUT23, AUT24 and AUT29; the endpoint tables win (gap A1), so it cannot hold',
  LIM47: 'pools and an uptime commitment are promises of an operator: no answer can show them',
  WAL04:
    'proved in process: no answer can show that nothing was kept; the heap of a served world is searched for every word of a mnemonic, and what observers see',
  GAM76:
    'contradicts GAM77 (gap C6): two of its three samples fit no 2.5% edge; the formula wins, and the audit reports the samples',
};

/** By the letters a claim begins with. */
export const reasonOfKind: Readonly<Record<string, string>> = {
  GAM: 'proved in process, exactly: every draw of the shipped play is walked, or every hand, which no number of answers can replace. That a served bet pays what that play says is proved over HTTP by FAI and CAS claims',
};
