/** Calls that one reading of an open point refuses: with a success under it, or with that refusal under another, they are answered wrong. */
import { callOf, isOk, type Case } from '../case.ts';
import type { AuditedExchange, Body } from '../exchange.ts';
import { isExample } from './known-addresses.ts';

interface RefusedCall {
  readonly policy: string;
  readonly option: string;
  readonly call: string;
  readonly what: string;
  readonly concerns: (sent: Body, answer: Body) => boolean;
  /** The field that a refusal for this reason names first, where nothing else refuses it in such a call. */
  readonly field?: string;
}

const isEvm = (chain: unknown): boolean => chain === 'ethereum' || chain === 'base';
const isNative = (token: unknown): boolean => token === 'native' || /^0xe{40}$/i.test(String(token));
const onChain =
  (...chains: string[]) =>
  ({ chain }: Body): boolean =>
    chains.includes(String(chain));
const send = 'wallet/primary/sendSigned';
const swaps = ['wallet/primary/quote', 'wallet/primary/openSwap'] as const;

const refused: readonly RefusedCall[] = [
  { policy: 'wallet.history', option: 'four', call: 'wallet/primary/chainTransactions', what: 'a history of this chain', concerns: onChain('tron', 'monero') },
  { policy: 'wallet.moneroBalance', option: 'key', call: 'wallet/primary/chainBalance', what: 'monero without a view key', concerns: ({ chain, view_key: key }) => chain === 'monero' && key === undefined, field: 'view_key' },
  // No mnemonic that is made up here gives the addresses of a published one.
  { policy: 'wallet.signer', option: 'own', call: send, what: 'a key of another wallet', concerns: ({ chain }, { from }) => isExample(chain, from) },
  { policy: 'wallet.bitcoinSend', option: 'refused', call: send, what: 'bitcoin with a key', concerns: onChain('bitcoin') },
  { policy: 'wallet.monero', option: 'refused', call: send, what: 'monero', concerns: onChain('monero') },
  { policy: 'wallet.tokenElsewhere', option: 'reject', call: send, what: 'a token on a chain without tokens', concerns: ({ chain, token }) => !isEvm(chain) && chain !== 'tron' && typeof token === 'string' && token !== '' && !isNative(token), field: 'token' },
  ...swaps.flatMap((call): RefusedCall[] => [
    { policy: 'wallet.nativeToken', option: 'contracts', call, what: 'a native asset that is named', concerns: (sent) => isNative(sent['from_token']) || isNative(sent['to_token']) },
    { policy: 'wallet.swapChains', option: 'tokens', call, what: 'a chain without token contracts', concerns: (sent) => [sent['from_chain'], sent['to_chain']].some((chain) => chain === 'bitcoin' || chain === 'monero') },
  ]),
]; // prettier-ignore

/** Checks `answers-fixed`. Give it successful exchanges that are no repeats. */
export function checkRefusedByReading(file: Case, exchange: AuditedExchange): void {
  if (!isOk(exchange)) return;
  const call = callOf(exchange);
  const sent = { ...exchange.query, ...exchange.body };
  for (const { policy, option, call: of, what, concerns } of refused)
    if (of === call && file.setting.policies[policy] === option && concerns(sent, exchange.answer))
      file.breaks('answers-fixed', `${call}: ${what} is answered OK; ${policy} is ${option}`);
}

/** Checks `forms-admitted`. Give it refusals with BAD_REQUEST that are no repeats, of calls whose fields are of their form. */
export function checkAdmittedByReading(file: Case, exchange: AuditedExchange): void {
  const sent = { ...exchange.query, ...exchange.body };
  const message = String(exchange.answer['error']);
  for (const { policy, option, call, what, concerns, field } of refused)
    if (
      call === callOf(exchange) &&
      file.setting.policies[policy] !== option &&
      field !== undefined &&
      message.startsWith(`${field} `) &&
      concerns(sent, exchange.answer)
    )
      file.breaks(
        'forms-admitted',
        `${call}: ${what} is refused with ${JSON.stringify(message)}; ${policy} is not ${option}`,
      );
}
