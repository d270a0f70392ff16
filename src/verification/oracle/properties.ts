/** Everything a checked run is held to: a row a property. What breaks one is reported under its name. */
import { formatInstant } from '../../core/base/time.ts';

export const properties = {
  'invariants-hold': 'nothing that cannot happen happens: no assertion fails inside the platform',
  'money-conserved': 'debits and credits add up over all accounts, to the micro',
  'no-negative-balance': 'no account goes below zero but those that stand for the world outside',
  'holds-explained': "every reservation of money is some service's, for its amount, and its time is not over",
  'books-agree': 'margins, holdings and native assets add up to the accounts behind them',
  'balances-explained': 'every change of a balance follows from a request or from a deadline, to the micro',
  'house-accounts':
    'a request changes accounts of one service alone, a read none, and what leaves agents is in them (gap X19)',
  'refusals-leave-no-trace': 'a request that is refused moves no money',
  'errors-leave-no-trace': 'a 5xx leaves the whole effect or none',
  'no-unexplained-errors': 'a 5xx has its cause in the fault plan',
  'faults-as-planned':
    'while a planned fault lasts nothing succeeds that it stops, and no market is closed without a cause',
  'plans-as-documented':
    'a fault or network of a scenario is accepted exactly where it is as documented, and built as written',
  'network-as-planned':
    'requests and answers are lost, delayed and doubled by the plan of the network, and no client waits longer than its timeout',
  'served-as-run':
    'a served world that is reset, gets its faults and its time by control calls, and is rewound, has the digest of the run',
  'control-as-documented':
    'a control call refuses what is not of its form, and answers what it was asked for',
  'keys-needed':
    'a call that needs a key is refused without one, and with one it is not (AUT01 to AUT03, AUT11, AUT12)',
  'keys-isolated': 'a key acts for the agent it was issued to and for no other (AUT05)',
  'limits-never-exceeded': 'no window, wherever it is laid, admits more than its limit (LIM01, LIM14)',
  'limits-bind-late-enough': 'a request within all limits is admitted (LIM01, LIM14)',
  'limit-headers': 'limit, remaining and reset describe the quota that binds (LIM21 to LIM23)',
  'retry-after': 'a 429 says when one more request is admitted (ERR12, LIM24)',
  'idempotent-repeats': 'a repeat under an Idempotency-Key gets the same answer and has no effect (gap X15)',
  'routes-served': 'every documented call is served under its path, and its success has its status (gap X11)',
  'answers-fit-schema': 'every answer fits the schema of its route',
  'input-within-bounds': 'a limit of none and an amount below a micro are refused (gaps X13, X17)',
  'errors-well-formed': 'an error has a message and the code of its status (ERR01)',
  'refusals-possible':
    'a call is refused with a code that the documents give it a cause for, in whatever state (ERR01)',
  'secrets-not-told': 'no key that was sent is told again, and a mnemonic once',
  'faucet-pays-as-stated': 'the faucet pays 10.00 at registration, 2.00 a day and 1 once (FAU15 to FAU17)',
  'faucet-on-time': 'a claim is refused before its time and not after (FAU20, FAU21)',
  'registration-rules': 'an id is registered once, under a form that is allowed (FAU09)',
  'lists-complete': 'a list holds what there is, newest first, as far as its limit goes',
  'escrow-terms': 'fee, net and expiry of an escrow are what was asked for (ESC17, ESC22, ESC31)',
  'escrow-lifecycle':
    'an escrow is resolved once, by whom and when the documents say (ESC29, ESC32, ESC34, ESC35, ESC37, ESC38)',
  'escrow-record': 'the record of an escrow says what became of it',
  'domain-terms': 'price and expiry of a name are what the documents say (DOM11, DOM13, gap N1)',
  'domain-lifecycle': 'a name has one holder until its very expiry (ERR09, gap N7)',
  'domain-record': 'lookups and lists say whose a name is, and until when',
  'order-terms': 'an order is filled at a fair price, with a fee of 0.1% (TRD13)',
  'order-lifecycle':
    'an order is open, filled or cancelled, and cancelled by its owner alone (TRD32 to TRD35)',
  'position-value': 'size, margin and profit of a position follow from its trades and the mark price',
  'funding-direction': 'at a positive rate longs pay shorts, the worth times the rate (gap T8)',
  'liquidation-on-time': 'no position outlives its maintenance margin (gap T9)',
  'bet-payouts': 'a bet pays its stake times the multiplier of its outcome (GAM01, GAM03)',
  'bet-limits': 'no stake above the Kelly limit, none below it is refused (KEL01, KEL02)',
  'bet-records': 'history and statistics add up to the bets that were placed (CAS30, CAS33, STA05)',
  'fairness-commitments':
    'what was committed to is what was used: seeds, nonces, draws (FAI01, FAI02, FAI04, gap C20)',
  'challenge-lifecycle':
    'a challenge is settled once, by its outcome, and takes from both alike (CHA07, CHA08)',
  'tournament-lifecycle': 'a tournament starts, takes entries and ends on time (TOU07, TOU08)',
  'contests-pay-out': 'a contest pays out exactly what came in (gap C23)',
  'withdrawal-terms': 'a withdrawal takes what was asked for and a fee of 0.50 (CAS07, CAS08)',
  'deposits-credited': 'a deposit is credited once, at its second confirmation (gap C26)',
  'send-lifecycle': 'a send is pending, then confirmed or failed, and then no more (WAL57, WAL58)',
  'swap-terms': 'a swap takes what was given and pays what it says (WAL39)',
  'swap-lifecycle':
    'a swap order that is paid in time is swapped or given back; another expires (WAL15, gap W13)',
  'wallet-addresses': 'the addresses of a new wallet are those of its mnemonic (gap W4)',
  'chain-balances': 'an address of a chain has what came in less what went out (gaps W2, W22)',
  'wallet-balances': 'the wallet shows the balance of the platform (WAL42, gap W2)',
  'referral-shares':
    'referrers earn their share of each fee, three levels deep, and no more (REF01 to REF05, REF08, REF09, gap X5)',
  'styles-agree': 'what one style has done, the other shows',
  'answers-agree': 'what one answer says of a record, every later one repeats (gap X1)',
  'answers-echo': 'a success repeats what was asked for',
  'balances-reported': 'every balance in an answer is the one in the ledger (WAL42, gap X18)',
  'answers-stable': 'what depends on nothing that happens is answered alike each time',
  'lists-ordered': 'a list is in order of time, newest first, and as long as it says (gaps X12, X13)',
  'answers-fixed':
    'a field that the documents fix, or that follows from others of its answer, has that value',
  'texts-whole': 'no text of an answer is empty or lacks a part, but for what agents have written or sent',
  'records-final': 'what is over stays as it is, and an id names one thing',
  'prices-agree': 'in one instant a pair has one price, whatever the call and the style (TRD14, gap T7)',
  'forms-required':
    'a request that is not of the documented form is refused with 400, before all else (gap E11)',
  'forms-admitted': 'a request of the documented form is refused with 400 only for what it means (gap E11)',
  'ends-reached': 'once what went wrong has healed, whatever is due comes to its end, under every reading',
  'agents-renamed': 'agents under other ids get the same answers, under the other names',
  'strangers-added': 'agents who act on their own objects alone change no answer to others',
  'called-as-tools':
    'a call of a tool does and answers what the call of REST does that it stands for (MCP03)',
  'clients-served': 'a client that waits for Retry-After without another request is served (ERR12)',
} as const satisfies Readonly<Record<string, string>>;

/** The name under which a violation is reported; part of the JSON results of `check` and of stored findings. */
export type PropertyName = keyof typeof properties;

/** One property that does not hold, and where that was seen. */
export interface Violation {
  readonly property: PropertyName;
  readonly message: string;
  /** Epoch milliseconds. */
  readonly atMs: number;
  /** `service/style/operation` of the response in which it was seen; absent where it was seen between responses. */
  readonly call?: string;
}

/** The message with the response in which it was seen and its instant, where it does not name the call itself. */
export function sentenceOf({ message, atMs, call }: Violation): string {
  const [service = '', , operation = ''] = call?.split('/') ?? [];
  const names = [call ?? '', `${service}/${operation}`];
  if (operation === '' || names.some((name) => message.includes(name))) return message;
  return `${call} at ${formatInstant(atMs)}: ${message}`;
}
