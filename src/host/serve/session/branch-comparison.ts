/** Two branches of a world side by side: both are executed again, up to the first event at which they part and to their ends. */
import { nameHash } from '../../../core/base/name-hash.ts';
import { refuse, type Outcome } from '../../../core/base/refusal.ts';
import type { HttpExchange } from '../../../core/http/exchange.ts';
import type { Request, Response } from '../../../core/http/message.ts';
import type { Micros } from '../../../core/base/money.ts';
import type { BranchDifference, DifferingBalance, PartingRow } from '../../../platform/control/branches.ts';
import type { World, WorldObserver } from '../../../platform/world/world.ts';
import { differingField } from '../../../report/compare/differing-field.ts';
import type { ServedWorld } from '../served-world.ts';
import type { SessionEntry } from './entry.ts';
import { Reexecution } from './reexecution.ts';
import type { Line } from './lines.ts';

/** Balances that are listed; the others are counted. */
const balancesMax = 100;

/** Call `step` until it returns true, then `result`. The served world is not touched. */
export class BranchComparison {
  readonly #lines: readonly [Line, Line];
  readonly #sides: readonly [Reexecution, Reexecution];
  readonly #isOver = [false, false];
  readonly #rows: readonly [PartingRow[], PartingRow[]] = [[], []];
  /** Both worlds are the same up to this event. */
  readonly #fromEvent: number;
  #parted: BranchDifference['parted'] = null;

  /** The lines as they are now: the one that is served may go on meanwhile. */
  constructor({ base, feed }: ServedWorld, lines: readonly [Line, Line]) {
    const [one, two] = lines;
    this.#lines = [copyOf(one), copyOf(two)];
    this.#fromEvent = commonEvent(...this.#lines);
    const side = (index: 0 | 1): Reexecution => {
      const { entries, end } = this.#lines[index];
      const observer = this.#observer(index);
      return new Reexecution(base, feed.number, { entries, atMs: end.atMs, expected: end }, observer);
    };
    this.#sides = [side(0), side(1)];
  }

  /** A slice of the side that is behind in time. */
  step(): boolean {
    const [one, two] = this.#sides;
    const takesFirst = this.#isOver[1] || (!this.#isOver[0] && one.served.nowMs <= two.served.nowMs);
    const index = takesFirst ? 0 : 1;
    if (this.#sides[index].step()) this.#isOver[index] = true;
    return this.#isOver.every(Boolean);
  }

  /** CONFLICT for a world that could not be executed to where it was. */
  result(): Outcome<BranchDifference> {
    for (const { divergedAt } of this.#sides)
      if (divergedAt !== undefined)
        return refuse(
          'CONFLICT',
          `executed again, the world differs at event ${divergedAt}; expected behaviours that use nothing but their agent`,
        );
    const [one, two] = this.#rows;
    if (this.#parted === null && (one.length > 0 || two.length > 0)) this.#parted = partingOf(one[0], two[0]);
    const balances = differingBalances(this.#sides[0].served.world, this.#sides[1].served.world);
    return {
      a: this.#lines[0].end,
      b: this.#lines[1].end,
      parted: this.#parted,
      differing: balances.length,
      balances: balances.slice(0, balancesMax),
    };
  }

  #observer(index: 0 | 1): WorldObserver {
    return {
      answered: (request, response, exchange) =>
        this.#noted(index, rowOf(this.#sides[index], { request, response, exchange })),
      happened: () => undefined,
    };
  }

  #noted(index: 0 | 1, row: PartingRow): void {
    if (this.#parted !== null || row.event <= this.#fromEvent) return;
    this.#rows[index].push(row);
    const [one, two] = [this.#rows[0][0], this.#rows[1][0]];
    if (one === undefined || two === undefined) return;
    if (differingField(one, two) !== null) this.#parted = partingOf(one, two);
    for (const rows of this.#rows) rows.shift();
  }
}

const copyOf = (line: Line): Line => ({ ...line, entries: [...line.entries] });

const eventAt = (entry: SessionEntry | undefined, { end }: Line): number => entry?.event ?? end.event;

/** The event before which the branches had the same from outside, and so were the same world. */
function commonEvent(one: Line, two: Line): number {
  const index = one.entries.findIndex((entry, place) => entry !== two.entries[place]);
  const place = index < 0 ? one.entries.length : index;
  return Math.min(eventAt(one.entries[place], one), eventAt(two.entries[place], two));
}

interface Answered {
  readonly request: Request;
  readonly response: Response;
  readonly exchange: HttpExchange;
}

function rowOf({ served }: Reexecution, { request, response, exchange }: Answered): PartingRow {
  const { route, code } = exchange;
  return {
    event: served.world.eventNumber,
    atMs: served.nowMs,
    agent: served.population.members[request.agent ?? -1]?.name ?? '',
    service: route?.service ?? '',
    operation: route?.row.operation ?? '',
    call: `${request.method} ${request.path}`,
    status: response.status,
    code: code ?? '',
    answer: (nameHash(JSON.stringify(response.body)) >>> 0).toString(16).padStart(8, '0'),
  };
}

const partingOf = (
  a: PartingRow | undefined,
  b: PartingRow | undefined,
): NonNullable<BranchDifference['parted']> => ({
  field: differingField(a, b) ?? 'at',
  a: a ?? null,
  b: b ?? null,
});

function differingBalances(one: World, two: World): DifferingBalance[] {
  const [left, right] = [balancesOf(one), balancesOf(two)];
  return [...new Set([...left.keys(), ...right.keys()])].flatMap((agentId) => {
    const [a, b] = [left.get(agentId) ?? null, right.get(agentId) ?? null];
    return a === b ? [] : [{ agentId, a, b }];
  });
}

const balancesOf = ({ agents, ledger }: World): Map<string, Micros> =>
  new Map([...agents.all()].map(({ agentId, account }) => [agentId, ledger.available(account)]));
