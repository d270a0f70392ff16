/** A comparison with targets that answer anything: behaviours may break, the comparison ends and says so. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { conformView } from '../../../src/host/app/conform/conform-view.ts';
import { conformText } from '../../../src/live/conform/text.ts';
import { Forbidden } from '../../../src/live/traffic/target/permit.ts';
import { differencesCsv, groupsCsv } from '../../../src/report/differences/csv.ts';
import { differencesHtml } from '../../../src/report/differences/html.ts';
import { differencesJunit } from '../../../src/report/differences/junit.ts';
import { strangeJson } from '../../verification/audit/strange-values.ts';
import { toyServer } from '../traffic/toy-server.ts';
import { prepared, smallPopulation } from './conforming.ts';

const fields = [
  'balance', 'next_claim', 'escrow_id', 'escrows', 'amount', 'status', 'price', 'positions', 'expires_at', 'wallets', 'mnemonic',
  'result', 'seed_hash', 'payout', 'games', 'limit', 'retry_after', 'agent_id', 'now', 'policy_hash',
]; // prettier-ignore

const dates = [
  'Tue, 01 Jan 9998 00:00:00 GMT', 'Sat, 01 Jan 275760 00:00:00 GMT', 'Thu, 01 Jan 1970 00:00:00 GMT', 'Mon, 01 Jan 0001 00:00:00 GMT', 'x',
]; // prettier-ignore

const answers = fc.record({
  status: fc.constantFrom(200, 201, 200, 404, 429, 500),
  body: fc.oneof(
    fc.array(fc.tuple(fc.constantFrom(...fields), strangeJson), { maxLength: 12 })
      .map((pairs) => `{"api_key":"key"${pairs.map(([name, json]) => `,"${name}":${json}`).join('')}}`),
    strangeJson,
  ),
  date: fc.option(fc.constantFrom(...dates), { nil: undefined, freq: 3 }),
  header: fc.constantFrom('0', '-1', '1e999', 'NaN', '60', '9'.repeat(30)),
}); // prettier-ignore

const services = ['faucet', 'escrow', 'trading', 'wallet', 'casino', 'api'];

it('ends, with a result that can be written, whatever the answers and the clock of the target are', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(answers, { minLength: 1, maxLength: 12 }), async (list) => {
      const { port } = await toyServer((_asked, response, index) => {
        const { status, body, date, header } = list[index % list.length]!;
        // The first answer says what time it is.
        if (date !== undefined && index > 0) response.setHeader('date', date);
        for (const name of ['retry-after', 'x-ratelimit-remaining', 'x-ratelimit-reset']) response.setHeader(name, header);
        response.writeHead(status, { 'content-type': 'application/json' }).end(body);
      });
      const addresses = services.map((service) => `${service}: "http://127.0.0.1:${port}/${service}"`).join(', ');
      const text = `name: here\nhosts: [127.0.0.1]\nallow: writes\nclock: 36000x\ntimeout: 2s\nservices: { ${addresses} }\nrequestsPerSecond: 1000\n`;
      const conform = await prepared({ text, sources: [smallPopulation], runMs: 700, searchMs: 1, causesMax: 1 });
      const result = await conform.run().catch((error: unknown) => error as Error);
      if (result instanceof Error) expect(result).toBeInstanceOf(Forbidden);
      else {
        const view = conformView({ result, evidence: conform.evidence }, 'orrery conform');
        const written = differencesHtml(view, { script: '' }) + groupsCsv(view) + differencesCsv(view) + differencesJunit(view);
        expect(conformText(result) + JSON.stringify(result) + written).toMatch(/requests/);
      }
    }),
    { numRuns: 2, endOnFailure: true, verbose: 2 },
  );
}); // prettier-ignore
