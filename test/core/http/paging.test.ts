/** Pages of a list: together they are the whole list, newest first, each row once. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allRows, newestFirst, pageOf, pageView, readPage } from '../../../src/core/http/paging.ts';
import type { Policies } from '../../../src/core/policy/policies.ts';

describe('pages', () => {
  it('are the whole list, newest first, and then nothing', () => {
    fc.assert(
      fc.property(fc.nat({ max: 25 }), fc.integer({ min: 1, max: 7 }), (count, limit) => {
        const rows = Array.from({ length: count }, (_, n) => n);
        const pages = Math.ceil(count / limit);
        const all = Array.from({ length: pages + 1 }, (_, index) =>
          newestFirst(rows, { limit, page: index + 1 }),
        );
        expect(all.flatMap((page) => page.rows)).toEqual(rows.toReversed());
        expect(all.at(-1)?.rows).toEqual([]);
        for (const [index, page] of all.entries()) {
          expect([page.page, page.total]).toEqual([index + 1, count]);
          if (index < pages - 1) expect(page.rows).toHaveLength(limit);
        }
        expect(newestFirst(rows, { limit: allRows, page: 1 }).rows).toEqual(rows.toReversed());
      }),
      { numRuns: 40 },
    );
  });

  it('keep their place where rows are converted, and show it', () => {
    const page = newestFirst([1, 2, 3], { limit: 2, page: 1 });
    expect(pageOf(page, String)).toEqual({ rows: ['3', '2'], total: 3, page: 1 });
    expect(pageView(page)).toEqual({ total: 3, page: 1 });
  });

  it('are asked for by number, the first where none is', () => {
    const policies = {} as unknown as Policies;
    expect([readPage({}, 20, policies), readPage({ page: '3', limit: '7' }, 20, policies)]).toEqual([{ limit: 20, page: 1 }, { limit: 7, page: 3 }]);
  }); // prettier-ignore
});
