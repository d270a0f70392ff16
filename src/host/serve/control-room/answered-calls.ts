/**
 * Counts the requests of a served world by operation and status. Labels come from route tables alone, so that none has a character that
 * Prometheus wants escaped.
 */
import type { BoundRoute } from '../../../core/http/bound-route.ts';

/** How many requests each operation has answered with each status. */
export class AnsweredCalls {
  readonly #byRoute = new Map<BoundRoute | undefined, Map<number, number>>();

  add(route: BoundRoute | undefined, status: number): void {
    const counts = this.#byRoute.get(route) ?? new Map<number, number>();
    this.#byRoute.set(route, counts);
    counts.set(status, (counts.get(status) ?? 0) + 1);
  }

  /** One for each operation and status that occurred, in the order of their names. */
  counts(): readonly LabelledCount[] {
    const found = [...this.#byRoute].flatMap(([route, counts]) =>
      [...counts].map(([status, value]) => ({ labels: labelsOf(route, status), value })),
    );
    return found.toSorted((one, other) => (one.labels < other.labels ? -1 : 1));
  }
}

/** A value under labels as they are written: `{status="200"}`. */
export interface LabelledCount {
  readonly labels: string;
  readonly value: number;
}

/** A path that no service has counts under empty names. */
const labelsOf = (route: BoundRoute | undefined, status: number): string =>
  `{service="${route?.service ?? ''}",style="${route?.style ?? ''}",operation="${route?.row.operation ?? ''}",status="${status}"}`;
