/** Answers that depend on nothing that happens: each time the same, and what the documents fix as they fix it. */
import { callOf, type Case } from '../case.ts';
import type { AuditedExchange, Body } from '../exchange.ts';

/** For whom an answer is always the same, and which of its fields are not part of it. */
interface Stable {
  readonly for: 'everyone' | 'caller';
  readonly except?: readonly string[];
}

const reads: Readonly<Record<string, Stable>> = {
  'wallet/primary/chains': { for: 'everyone' },
  'wallet/primary/depositPath': { for: 'everyone' },
  'wallet/primary/gossip': { for: 'everyone', except: ['live_agents'] },
  'wallet/primary/health': { for: 'everyone', except: ['time'] },
  'wallet/primary/referralCode': { for: 'caller' },
  'wallet/A/addresses': { for: 'caller' },
  'wallet/B/addresses': { for: 'caller' },
  'casino/A/supportedChains': { for: 'everyone' },
  'casino/A/games': { for: 'everyone', except: ['status'] },
  'casino/B/games': { for: 'everyone', except: ['status'] },
  'casino/A/gossip': { for: 'everyone', except: ['current_registered_agents'] },
  'casino/A/referralCode': { for: 'caller' },
  'casino/A/depositAddress': { for: 'caller' },
  'domains/A/valuation': { for: 'everyone' },
  'trading/A/markets': { for: 'everyone', except: ['mark_price', 'status'] },
};

/** Checks `answers-stable`. Give it successful exchanges that are no repeats. */
export class StableReads {
  readonly #case: Case;
  readonly #known = new Map<string, string>();

  constructor(file: Case) {
    this.#case = file;
  }

  answered(exchange: AuditedExchange, caller: string | undefined): void {
    const { answer, query, params, body } = exchange;
    const call = callOf(exchange);
    const stable = reads[call];
    if (stable === undefined) return;
    const whose = stable.for === 'caller' ? (caller ?? '') : '';
    const key = JSON.stringify([call, whose, params, query, body]);
    const reported = textOf(answer, stable.except ?? []);
    const before = this.#known.get(key);
    if (before === undefined) this.#known.set(key, reported);
    else if (before !== reported)
      this.#case.breaks('answers-stable', `${call} is answered in another way than before`);
  }
}

const textOf = (answer: Body, except: readonly string[]): string =>
  JSON.stringify(answer, (name, value: unknown) => (except.includes(name) ? undefined : value));
