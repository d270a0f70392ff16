/** The faucet as the documents have it: registrations, claims and their times (FAU15 to FAU18, FAU20, FAU21). */
import { parseUsdc } from '../../../core/base/money.ts';
import { dayMs, type Instant } from '../../../core/base/time.ts';
import {
  amountIn,
  expectField,
  instant,
  isAsExpected,
  isElsewhere,
  isOk,
  micros,
  objects,
  outcomeOf,
  reads,
  text,
  type Case,
  type ExpectedOutcome,
  type Model,
} from '../case.ts';
import type { AuditedExchange, Body } from '../exchange.ts';
import { checkEarlyClaim, isEarlyClaim } from './early-claims.ts';

const welcomeMicros = 10_000_000;
const dailyMicros = 2_000_000;
const onceMicros = 1_000_000;

interface Grant {
  readonly isFunded: boolean;
  /** As the agent has sent it at registration. */
  readonly framework: string | undefined;
  hasClaimedOnce: boolean;
  hasClaimedDaily: boolean;
  nextClaimAtMs: Instant;
  claimedMicros: number;
}

/** Checks `faucet-pays-as-stated`, `faucet-on-time` and `registration-rules`; books the grants. */
export class FaucetModel implements Model {
  readonly service = 'faucet';
  readonly #case: Case;
  readonly #grants = new Map<string, Grant>();

  constructor(file: Case) {
    this.#case = file;
  }

  answered(exchange: AuditedExchange, caller: string | undefined): void {
    const { operation } = exchange;
    if (operation === 'register') this.#registered(exchange);
    if (operation === 'publicAgents') this.#listed(exchange);
    if (operation === 'claimDaily' && caller === undefined) this.#unkeyed(exchange);
    if (caller !== undefined && isEarlyClaim(this.#case, exchange))
      checkEarlyClaim(this.#case, exchange, this.#grantOf(caller, exchange.atMs).nextClaimAtMs);
    // What limits or keys have refused makes no agent one of the faucet's.
    if (caller === undefined || isElsewhere(exchange)) return;
    if (operation === 'claimDaily') this.#claimedDaily(exchange, caller);
    if (operation === 'claimOnce') this.#claimedOnce(exchange, caller);
    if (operation === 'status') this.#shown(exchange, caller);
    if (operation === 'agentDetail') this.#detail(exchange, caller);
  }

  #registered(exchange: AuditedExchange): void {
    const { body, answer, atMs, style } = exchange;
    const agentId = text(body, 'agent_id');
    if (agentId === undefined || !isOk(exchange)) return;
    const isFunded = style === 'B';
    const grant: Grant = {
      isFunded,
      framework: isFunded ? text((body?.['metadata'] ?? {}) as Body, 'framework') : undefined,
      hasClaimedOnce: false,
      hasClaimedDaily: false,
      nextClaimAtMs: isFunded ? this.#firstClaimAt(atMs) : atMs,
      claimedMicros: isFunded ? welcomeMicros : 0,
    };
    this.#grants.set(agentId, grant);
    if (!isFunded) return;
    this.#case.books.move(agentId, welcomeMicros);
    this.#case.houses.move('faucet:pool', -welcomeMicros);
    const paid = amountIn(answer, 'amount', welcomeMicros);
    expectField(this.#case, 'faucet-pays-as-stated', paid);
    const next = { name: 'next_claim', seen: instant(answer, 'next_claim'), wanted: grant.nextClaimAtMs };
    expectField(this.#case, 'faucet-on-time', next);
  }

  /** A first claim may name its agent in place of a key (gap A2). */
  #unkeyed(exchange: AuditedExchange): void {
    const agent = text(exchange.body, 'agent_id') ?? '';
    if (agent === '' || !reads(this.#case, 'faucet.firstClaim', 'keyless')) return;
    if (isOk(exchange) && exchange.headers['authorization'] !== undefined)
      this.#case.breaks('keys-needed', `a claim of ${agent} is taken with a key that is none`);
    const hasClaimed = this.#grants.get(agent)?.hasClaimedDaily;
    if (hasClaimed === true && isOk(exchange))
      this.#case.breaks('keys-needed', `a later claim of ${agent} needs a key`);
    if (!isElsewhere(exchange)) return this.#claimedDaily(exchange, agent);
    const isFirst = hasClaimed === false;
    const isPlain = exchange.headers['authorization'] === undefined && !exchange.isRaw;
    if (isFirst && isPlain && outcomeOf(exchange) === 'UNAUTHORIZED')
      this.#case.breaks('keys-needed', `the first claim of ${agent} needs a key`);
  }

  #firstClaimAt(atMs: Instant): Instant {
    return reads(this.#case, 'faucet.firstNextClaim', 'at-once') ? atMs : this.#nextClaimAt(atMs);
  }

  #nextClaimAt(atMs: Instant): Instant {
    const isCalendar = reads(this.#case, 'faucet.claimDay', 'calendar');
    return isCalendar ? (Math.floor(atMs / dayMs) + 1) * dayMs : atMs + dayMs;
  }

  /** The claim of style A, once. */
  #mayClaimOnce({ isFunded, hasClaimedOnce }: Grant): boolean {
    const isBlocked = isFunded && reads(this.#case, 'faucet.crossStyle', 'blocked');
    return !isBlocked && !hasClaimedOnce;
  }

  #claimedDaily(exchange: AuditedExchange, caller: string): void {
    const grant = this.#grantOf(caller, exchange.atMs);
    const outcome: ExpectedOutcome = exchange.atMs >= grant.nextClaimAtMs ? 'OK' : 'FAUCET_CLAIMED';
    const allowsBadRequest = exchange.body?.['agent_id'] !== undefined;
    if (!isAsExpected(this.#case, exchange, { outcome, property: 'faucet-on-time', allowsBadRequest }))
      return;
    grant.hasClaimedDaily = true;
    grant.nextClaimAtMs = this.#nextClaimAt(exchange.atMs);
    this.#paid(exchange, { caller, grant, field: 'amount', wanted: dailyMicros });
    const next = {
      name: 'next_claim',
      seen: instant(exchange.answer, 'next_claim'),
      wanted: grant.nextClaimAtMs,
    };
    expectField(this.#case, 'faucet-on-time', next);
  }

  #claimedOnce(exchange: AuditedExchange, caller: string): void {
    const grant = this.#grantOf(caller, exchange.atMs);
    const outcome: ExpectedOutcome = this.#mayClaimOnce(grant) ? 'OK' : 'FAUCET_CLAIMED';
    if (!isAsExpected(this.#case, exchange, { outcome, property: 'faucet-pays-as-stated' })) return;
    grant.hasClaimedOnce = true;
    this.#paid(exchange, { caller, grant, field: 'amount_usdc', wanted: onceMicros });
  }

  #paid(
    { answer }: AuditedExchange,
    claim: { caller: string; grant: Grant; field: string; wanted: number },
  ): void {
    const { caller, grant, field, wanted } = claim;
    this.#case.books.move(caller, wanted);
    this.#case.houses.move('faucet:pool', -wanted);
    grant.claimedMicros += wanted;
    expectField(this.#case, 'faucet-pays-as-stated', amountIn(answer, field, wanted));
  }

  #shown(exchange: AuditedExchange, caller: string): void {
    if (!isOk(exchange)) return;
    const { answer, atMs, style } = exchange;
    const grant = this.#grantOf(caller, atMs);
    const mayOnce = this.#mayClaimOnce(grant);
    const name = style === 'A' ? 'eligible' : 'can_claim';
    const wanted = style === 'A' ? mayOnce : atMs >= grant.nextClaimAtMs;
    expectField(this.#case, 'faucet-on-time', { name, seen: answer[name], wanted });
    if (style !== 'B') return;
    const seconds = Math.ceil(Math.max(0, grant.nextClaimAtMs - atMs) / 1000);
    const left = { name: 'next_claim_in_seconds', seen: answer['next_claim_in_seconds'], wanted: seconds };
    expectField(this.#case, 'faucet-on-time', left);
    const next = { name: 'next_claim', seen: instant(answer, 'next_claim'), wanted: grant.nextClaimAtMs };
    expectField(this.#case, 'faucet-on-time', next);
    this.#holdsPool(micros(answer, 'pool_balance') ?? 0);
  }

  /** The pool has less by what was claimed, and by nothing else (gap X19). */
  #holdsPool(reportedMicros: number): void {
    const opening = parseUsdc(this.#case.setting.policies['faucet.pool']) ?? 0;
    const wanted = opening - this.#claimedMicros();
    expectField(this.#case, 'faucet-pays-as-stated', {
      name: 'pool_balance',
      isMicros: true,
      seen: reportedMicros,
      wanted,
    });
  }

  #claimedMicros(): number {
    return [...this.#grants.values()].reduce((sum, { claimedMicros }) => sum + claimedMicros, 0);
  }

  #detail(exchange: AuditedExchange, caller: string): void {
    const named = this.#case.resolve(exchange.params['id'] ?? '');
    const outcome: ExpectedOutcome = named === undefined ? 'NOT_FOUND' : 'OK';
    if (!isAsExpected(this.#case, exchange, { outcome, property: 'registration-rules' })) return;
    if (named !== undefined) {
      const reported = { name: 'agent_id', seen: exchange.answer['agent_id'], wanted: named };
      expectField(this.#case, 'registration-rules', reported);
    }
    const shows = exchange.answer['balance_usdc'] !== null && exchange.answer['balance_usdc'] !== undefined;
    expectField(this.#case, 'keys-isolated', {
      name: 'balance shown',
      seen: shows,
      wanted: named === caller,
    });
  }

  #listed(exchange: AuditedExchange): void {
    if (!isOk(exchange)) return;
    const total = this.#claimedMicros();
    expectField(this.#case, 'faucet-pays-as-stated', amountIn(exchange.answer, 'total_claimed', total));
    const shown = objects(exchange.answer, 'agents');
    const activity = shown.map((row) => Number(row['activity']));
    const isSorted = activity.every((count, index) => index === 0 || count <= (activity[index - 1] ?? 0));
    expectField(this.#case, 'lists-complete', { name: 'most active first', seen: isSorted, wanted: true });
    this.#holdsAgents(exchange.answer, shown);
  }

  /** The 20 most active, each once, with what each has claimed; frameworks of all (gap F7). */
  #holdsAgents(answer: Body, shown: readonly Body[]): void {
    const field = (name: string, seen: unknown, wanted: unknown): void =>
      expectField(this.#case, 'lists-complete', { name, seen, wanted });
    if (this.#case.unknownRegistrations.size > 0) return;
    const registered = [...this.#case.agents.keys()].filter((id) => this.#grants.has(id));
    field('agents', new Set(shown.map((row) => row['agent_id'])).size, Math.min(20, registered.length));
    for (const row of shown) {
      const agent = text(row, 'agent_id') ?? '';
      const claimed = this.#grants.get(agent)?.claimedMicros;
      const name = `claimed by ${agent}`;
      expectField(this.#case, 'lists-complete', {
        name,
        seen: micros(row, 'total_claimed'),
        wanted: claimed,
        isMicros: true,
      });
    }
    const frameworks = [...this.#grants.values()].flatMap(({ framework }) => framework ?? []);
    for (const name of new Set(frameworks)) {
      const seen = ((answer['frameworks'] ?? {}) as Body)[name];
      field(`framework ${name}`, seen, frameworks.filter((each) => each === name).length);
    }
  }

  #grantOf(agentId: string, atMs: Instant): Grant {
    let grant = this.#grants.get(agentId);
    if (grant === undefined) {
      grant = {
        isFunded: false,
        framework: undefined,
        hasClaimedOnce: false,
        hasClaimedDaily: false,
        nextClaimAtMs: atMs,
        claimedMicros: 0,
      };
      this.#grants.set(agentId, grant);
    }
    return grant;
  }
}
