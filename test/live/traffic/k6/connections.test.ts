/** Whether k6 could connect is asked before it runs, because k6 does not say why it could not. */
import { expect, it } from 'vitest';
import { checkConnections } from '../../../../src/live/traffic/k6/k6-replay.ts';
import { Forbidden } from '../../../../src/live/traffic/target/permit.ts';
import { readTarget } from '../../../../src/live/traffic/target/target.ts';
import { toyServer } from '../toy-server.ts';
import { callOf } from './exported.ts';

const checked = (services: string) =>
  checkConnections({
    ...callOf([{ n: 0, at: 0 }], 1),
    target: readTarget('t.yaml', `name: t\nhosts: [127.0.0.1]\nservices: { ${services} }\n`),
  });

it('asks nothing of addresses without TLS', async () => {
  const { port, connectionsMost } = await toyServer();
  await expect(checked(`faucet: "http://127.0.0.1:${port}"`)).resolves.toBeUndefined();
  expect(connectionsMost()).toBe(0);
});

it('names the address that speaks no TLS, behind others too', async () => {
  const { port } = await toyServer();
  const said = checked(`faucet: "http://127.0.0.1:${port}", escrow: "https://127.0.0.1:${port}"`);
  const error = await said.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(Forbidden);
  expect(String(error)).toMatch(new RegExp(`^Forbidden: t\\.yaml: 127\\.0\\.0\\.1:${port}: \\S`));
});
