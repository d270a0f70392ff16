import { bugsOf } from './bug.ts';

const ledger = 'core/ledger/ledger';

/** The ledger, the journal, the kernel and what stands around them. */
export const coreBugs = [
  ...bugsOf('ledger', [
    ['ledger-credits-less', ledger, 'const to = this.balance(credit) + amount;', 'const to = this.balance(credit) + amount - (amount > 2_000_000 ? 1 : 0);'],
    ['ledger-debits-nothing', ledger, 'const from = this.balance(debit) - amount;', 'const from = this.balance(debit);'],
    ['ledger-void-moves', ledger, 'this.#resolve(pending, phase.void, atMs);', 'const order = this.#resolve(pending, phase.void, atMs); this.#move(order.debit, order.credit, order.amount);'],
    ['ledger-post-moves-nothing', ledger, 'const order = this.#resolve(pending, phase.post, atMs);\n        this.#move(order.debit, order.credit, order.amount);', 'this.#resolve(pending, phase.post, atMs);'],
    ['ledger-hold-left-behind', ledger, 'this.#hold(order, -amount);', 'if (amount % 2 === 0) this.#hold(order, -amount);'],
    ['ledger-resolved-twice', ledger, 'this.#transfers.resolvedBy[pending] = row;', ''],
    ['ledger-reserved-money-is-free', ledger, 'return this.balance(account) - this.reserved(account);', 'return this.balance(account);'],
    ['ledger-share-rounded-down', 'core/base/money', "return remainder * 2 >= denominator ? quotient + 1 : quotient;", 'return quotient;'],
  ]),
  ...bugsOf('journal', [
    ['journal-undoes-forwards', 'core/base/journal', 'undos.toReversed()', 'undos'],
    ['journal-forgets-the-last', 'core/base/journal', 'undos.toReversed())', 'undos.slice(0, -1).toReversed())'],
    ['table-insert-not-undone', 'core/base/table', 'this.#journal.record(() => this.#rows.delete(key));', ''],
    ['table-update-not-undone', 'core/base/table', 'this.#journal.record(() => restore(row, before));', ''],
  ]),
  ...bugsOf('kernel', [
    ['due-after-requests', 'core/kernel/event-queue', 'due: 0, delivery: 1, agent: 2, control: 3', 'due: 3, delivery: 1, agent: 2, control: 0'],
    ['due-only-once', 'platform/world/service-clock', 'timer?.item();\n            this.#parts.onDue();\n        }\n        this.#setAlarm();', 'timer?.item();\n            this.#parts.onDue();\n            break;\n        }'],
    ['held-clock-forgets', 'platform/world/service-clock', 'this.#heldAtMs = null;\n        this.fire();', 'this.#heldAtMs = null;'],
    ['stepped-clock-forgets', 'platform/world/service-clock', 'this.#callOffAlarm();\n        this.fire();', 'this.#callOffAlarm();'],
    ['called-off-all-the-same', 'platform/world/service-clock', 'if (!this.#timers.remove(timer))\n                return;', 'if (timer !== undefined)\n                return;'],
    ['random-of-the-machine', 'core/kernel/stream', 'return (this.#generator ?? this.#start()).int32() >>> 0;', 'return (Math.random() * 4294967296) >>> 0;'],
    ['clock-of-the-machine', 'platform/world/service-clock', 'return this.#heldAtMs ?? this.#parts.kernel.nowMs + this.#offsetMs;', 'return this.#heldAtMs ?? this.#parts.kernel.nowMs + this.#offsetMs + (Date.now() % 1000);'],
  ]),
  ...bugsOf('kernel', [
    [
      'order-of-the-machine',
      'platform/services/referral/referral',
      'for (const purse of this.#purses.all())',
      'for (const purse of [...this.#purses.all()].toSorted(() => Math.random() - 0.5))',
    ],
  ]),
  ...bugsOf('identity', [
    // What a module remembers outlives the run: the next one in the process is told the addresses of another seed.
    ['addresses-of-an-earlier-run', 'platform/services/identity/agents', 'const digits = hash(\'sha256\', `${this.#parts.seed}/address/${agentId}`);', 'const known = (globalThis.addressesOfAgents ??= new Map()); if (!known.has(agentId)) known.set(agentId, hash(\'sha256\', `${this.#parts.seed}/address/${agentId}`)); const digits = known.get(agentId);'],
    ['key-of-the-next-agent', 'platform/services/identity/agents', 'return this.#byHeader.insert(`Bearer ${agent.apiKey}`, agent);', 'this.#byHeader.insert(`Bearer ${agent.apiKey}`, this.#byId.get("alice") ?? agent);\n        return agent;'],
    ['wrong-key-is-somebody', 'platform/services/identity/agents', 'return key === undefined ? undefined : this.#byHeader.get(`Bearer ${key}`);', 'return key === undefined ? undefined : this.#byId.get("alice");'],
    ['address-in-another-case', 'platform/services/identity/agents', 'this.#byGivenName.insert(address, agent);', 'this.#byGivenName.insert(address.toUpperCase(), agent);'],
  ]),
]; // prettier-ignore
