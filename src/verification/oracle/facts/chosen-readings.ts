/**
 * What shows which reading of an open point a platform has, where no model of a service would notice another one: one rule for each policy.
 */
import { callOf, isOk, objects, outcomeOf, text, type Case } from '../case.ts';
import type { AuditedExchange, Body } from '../exchange.ts';
import { formRules } from './form-rules.ts';
import { formNameOf } from './forms.ts';
import { tradingReadings } from './trading-readings.ts';

const bodyOf = (value: unknown): Body => (typeof value === 'object' && value !== null ? (value as Body) : {});

/** What is wrong with an answer under an option; undefined where nothing is. */
type Rule = (option: string, exchange: AuditedExchange) => string | undefined;

const hasLimit = (exchange: AuditedExchange): boolean =>
  exchange.method === 'GET' && formRules[formNameOf(exchange) ?? '']?.['limit'] !== undefined;

/** What service, docs, referral and version of a response say (VER13, VER16); undefined where they are right. */
function infoMistake(info: Body, service: string): string | undefined {
  const wanted = { service: service === '' ? 'platform' : service, version: '1.0.0' };
  for (const [field, value] of Object.entries(wanted))
    if (info[field] !== value) return `_info: ${field} is ${JSON.stringify(info[field])}; expected ${value}`;
  const empty = ['docs', 'referral'].find((field) => (text(info, field) ?? '') === '');
  return empty === undefined ? undefined : `_info: ${empty} says nothing`;
}

const chainsOfBoth = ['polygon', 'arbitrum'];

const rules: Readonly<Record<string, Rule>> = {
  ...tradingReadings,
  // VER13, VER15, gap X10; a message of JSON-RPC is none of the platform's own objects.
  'http.info': (option, { service, route, answer }) => {
    if (service === 'control' || route.endsWith('/mcp')) return undefined;
    const isThere = typeof answer['_info'] === 'object';
    if (isThere !== (option === 'on')) return `_info is ${isThere ? 'there' : 'not there'}`;
    return isThere ? infoMistake(bodyOf(answer['_info']), service) : undefined;
  },
  // Gap X13.
  'lists.limitAbove': (option, exchange) => {
    const isLong = Number(exchange.query['limit']) > 100 && hasLimit(exchange);
    return isLong && option === 'reject' && isOk(exchange) ? 'a limit above 100 is taken' : undefined;
  },
  // Gap S18.
  'mcp.tools': (option, { operation, answer }) => {
    if (operation !== 'message') return undefined;
    const names = objects(bodyOf(answer['result']), 'tools').map(({ name }) => String(name));
    const wrong = names.find((name) => /_[ab]$/.test(name) !== (option === 'styles'));
    return wrong === undefined ? undefined : `a tool is called ${wrong}`;
  },
  // Gap E4: a claim that comes early, not one that is made once alone.
  'faucet.repeatClaim': (option, exchange) => {
    const isEarly = exchange.operation === 'claimDaily' && outcomeOf(exchange) === 'FAUCET_CLAIMED';
    return isEarly && option === 'rate-limit' ? 'an early claim is FAUCET_CLAIMED' : undefined;
  },
  // Gaps W3, X15.
  'wallet.replayedMnemonic': (option, exchange) => {
    const isMade = callOf(exchange) === 'wallet/primary/create' && isOk(exchange);
    return isMade && option === 'anew' && exchange.answer['mnemonic'] === undefined
      ? 'a wallet is made without a mnemonic'
      : undefined;
  },
  // Gap W1.
  'wallet.everyChain': (option, exchange) => {
    if (callOf(exchange) !== 'wallet/A/addresses' || !isOk(exchange)) return undefined;
    const chains = bodyOf(exchange.answer['addresses']);
    const wrong = chainsOfBoth.find((chain) => (chains[chain] !== undefined) !== (option === 'eight'));
    return wrong === undefined ? undefined : `${wrong} is ${option === 'eight' ? 'not shown' : 'shown'}`;
  },
  // Gap W2.
  'wallet.signer': (option, exchange) =>
    option === 'stateless' &&
    callOf(exchange) === 'wallet/primary/sendSigned' &&
    text(exchange.answer, 'code') === 'FORBIDDEN'
      ? 'keys of any address may sign'
      : undefined,
  // Gap N2: the third and fourth place are hyphens in `xn--` and its kind.
  'domains.labels': (option, exchange) => {
    const { service, operation, body } = exchange;
    const name = text(body, 'domain') ?? '';
    const isReserved =
      service === 'domains' && operation === 'register' && /^[a-z0-9]{2}--[a-z0-9]+\./.test(name);
    return isReserved && option === 'unreserved' && isOk(exchange) ? `${name} is registered` : undefined;
  },
  // Gap C14.
  'casino.videoPokerDeal': (option, { operation, service, answer, status }) => {
    if (service !== 'casino' || operation !== 'deal' || status !== 200) return undefined;
    const isFree = answer['amount'] === 0;
    return isFree === (option === 'free') ? undefined : `the deal takes ${String(answer['amount'])}`;
  },
};

/** Checks `answers-fixed`. Give it every exchange that is no repeat. */
export function checkReadings(file: Case, exchange: AuditedExchange): void {
  const { setting } = file;
  if (exchange.service === '' && exchange.route === '' && exchange.status !== 404) return;
  for (const [policy, rule] of Object.entries(rules)) {
    const option = setting.policies[policy] ?? '';
    const wrong = rule(option, exchange);
    if (wrong !== undefined)
      file.breaks('answers-fixed', `${callOf(exchange)}: ${wrong}; ${policy} is ${option}`);
  }
}
