import { expect } from 'vitest';
import type { Response } from '../../src/core/http/message.ts';

/** Fails with the whole answer where its status is another one: thousands of answers are not written out to be held right. */
export function expectStatus({ status, body }: Pick<Response, 'status' | 'body'>, wanted: number): void {
  if (status !== wanted) expect(status, JSON.stringify(body)).toBe(wanted);
}
