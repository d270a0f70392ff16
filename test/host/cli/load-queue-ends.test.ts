/** Workers of a load over a Redis: what ends it and how it is reached. Nothing here is a measurement. */
import { describe, expect, it } from 'vitest';
import { pause } from './interrupting.ts';
import { constant, rate, resultIn, seconds, stage, workIn } from './load-queue.ts';
import { isRedisInstalled } from './redis.ts';
import { until } from './sweeping.ts';
import { isCi } from '../../ci.ts';

describe('orrery load --queue', () => {
  it.skipIf(!isRedisInstalled && !isCi)(
    'a coordinator that is killed ends the load, and the next one begins with nothing of it',
    async () => {
      const { done, coordinator, worker } = await stage(constant.replace(`${seconds}s`, '90s'));
      worker('--workers', '2');
      const first = coordinator();
      await until(() => done.length >= rate * 2);
      first.child.kill('SIGKILL');
      // No load of 90 s ends by itself before this one does.
      await until(async () => {
        const before = done.length;
        await pause(3_000);
        return done.length === before;
      });
      expect(done.length).toBeLessThan(rate * 60);
      const second = coordinator();
      const ended = done.length;
      await until(() => done.length > ended + rate);
      second.child.kill('SIGINT');
      const { code, stdout } = await second.outcome;
      expect(code).toBe(130);
      expect(resultIn(stdout)).toMatchObject({ stopped: 'interrupt' });
      expect(resultIn(stdout).requests.answered).toBe(done.length - ended);
    },
  );

  it.skipIf(!isRedisInstalled && !isCi)(
    'runs over rediss:// with an authority that it is told of',
    async () => {
      const short = constant.replace(`${seconds}s`, '3s');
      const { done, coordinator, worker } = await stage(short, {
        isTls: true,
        env: { NODE_EXTRA_CA_CERTS: 'ca.pem' },
      });
      const workers = [worker(), worker()];
      const { code, stdout, stderr } = await coordinator().outcome;
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(resultIn(stdout).requests.answered).toBe(done.length);
      for (const { outcome } of workers) expect(workIn((await outcome).stdout).leave).toBe('finished');
    },
  );

  it.skipIf(!isRedisInstalled && !isCi)(
    'refuses a rediss:// that no authority vouches for, in one line',
    async () => {
      const { redis, done, coordinator, worker } = await stage(constant, { isTls: true });
      for (const { outcome } of [coordinator(), worker()]) {
        const { code, stdout, stderr } = await outcome;
        expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
        const [refusal = '', ...others] = (
          JSON.parse(stderr) as { error: { message: string } }
        ).error.message.split('\n');
        expect(refusal).toContain(`--queue ${redis.url}: `);
        expect(refusal).toMatch(/certificate/);
        expect(others).toEqual([]);
      }
      expect(done).toEqual([]);
    },
  );
});
