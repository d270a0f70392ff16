import { mutantsOf } from '../mutant.ts';

/** The ledger, the journal, the kernel and what stands around them. */
export const coreMutants = [
  ...mutantsOf('ledger', [
    [
      'ledger-credits-less',
      'Ledger.#move',
      'this.balance(credit) + amount',
      'this.balance(credit) + amount - (amount > 2_000_000 ? 1 : 0)',
    ],
    ['ledger-debits-nothing', 'Ledger.#move', 'this.balance(debit) - amount', 'this.balance(debit)'],
    [
      'ledger-void-moves',
      'Ledger.void',
      'this.#resolve(pending, phase.void, atMs);',
      'const order = this.#resolve(pending, phase.void, atMs); this.#move(order.debit, order.credit, order.amount);',
    ],
    ['ledger-post-moves-nothing', 'Ledger.post', 'this.#move(order.debit, order.credit, order.amount);', ''],
    [
      'ledger-hold-left-behind',
      'Ledger.#resolve',
      'this.#hold(order, -amount);',
      'if (amount % 2 === 0) this.#hold(order, -amount);',
    ],
    ['ledger-resolved-twice', 'Ledger.#resolve', 'this.#transfers.resolvedBy[pending] = row;', ''],
    [
      'ledger-reserved-money-is-free',
      'Ledger.available',
      'this.balance(account) - this.reserved(account)',
      'this.balance(account)',
    ],
    [
      'ledger-share-rounded-down',
      'shareOf',
      'remainder * 2 >= denominator ? quotient + 1 : quotient',
      'quotient',
    ],
  ]),
  ...mutantsOf('journal', [
    ['journal-undoes-forwards', 'Journal.rollback', 'undos.toReversed()', 'undos'],
    ['journal-forgets-the-last', 'Journal.rollback', 'undos.toReversed()', 'undos.slice(0, -1).toReversed()'],
    ['table-insert-not-undone', 'Table.insert', 'this.#journal.record(() => this.#rows.delete(key));', ''],
    ['table-update-not-undone', 'Table.update', 'this.#journal.record(() => restore(row, before));', ''],
  ]),
  ...mutantsOf('kernel', [
    [
      'due-after-requests',
      'priority',
      '{ due: 0, delivery: 1, agent: 2, control: 3 }',
      '{ due: 3, delivery: 1, agent: 2, control: 0 }',
    ],
    ['due-only-once', 'SteppableClock.fire', 'this.#parts.onDue();', 'this.#parts.onDue(); return;'],
    ['held-clock-forgets', 'SteppableClock.release', 'this.fire();', ''],
    ['stepped-clock-forgets', 'SteppableClock.step', 'this.fire();', ''],
    [
      'called-off-all-the-same',
      'SteppableClock.schedule',
      '!this.#timers.remove(timer)',
      'timer !== undefined',
    ],
    ['random-of-the-machine', 'Stream.word', 'this.#next() * wordCount', 'Math.random() * 4_294_967_296'],
    [
      'clock-of-the-machine',
      'SteppableClock.nowMs',
      'this.#parts.kernel.nowMs + this.#offsetMs',
      'this.#parts.kernel.nowMs + this.#offsetMs + (Date.now() % 1000)',
    ],
    [
      'order-of-the-machine',
      'Referral.#payDue',
      'this.#purses.all()',
      '[...this.#purses.all()].toSorted(() => Math.random() - 0.5)',
    ],
  ]),
  ...mutantsOf('identity', [
    [
      'addresses-of-an-earlier-run',
      'AgentRegistry.#namesOf',
      `hash('sha256', \`\${this.#parts.seed}/address/\${agentId}\`)`,
      `(globalThis.addressesOfAgents ??= new Map()).get(agentId) ?? globalThis.addressesOfAgents.set(agentId, hash('sha256', \`\${this.#parts.seed}/address/\${agentId}\`)).get(agentId)`,
    ],
    [
      'key-of-the-next-agent',
      'AgentRegistry.add',
      'return this.#byHeader.insert(`Bearer ${agent.apiKey}`, agent);',
      'this.#byHeader.insert(`Bearer ${agent.apiKey}`, this.#byId.get("alice") ?? agent); return agent;',
    ],
    [
      'wrong-key-is-an-agent',
      'AgentRegistry.find',
      'this.#byHeader.get(`Bearer ${key}`)',
      'this.#byId.get("alice")',
    ],
    [
      'address-in-another-case',
      'AgentRegistry.add',
      'this.#byGivenName.insert(address, agent)',
      'this.#byGivenName.insert(address.toUpperCase(), agent)',
    ],
  ]),
];
