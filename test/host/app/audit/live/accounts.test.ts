/** The accounts of a live audit: existing ones, or fresh ones of the faucet or the casino. */
import { describe, expect, it, vi } from 'vitest';
import { accountsOf } from '../../../../../src/host/app/audit/live/accounts.ts';
import { drawnPlayer } from '../../../../../src/host/app/audit/live/drawn-habits.ts';
import { LiveSender } from '../../../../../src/host/app/audit/live/live-sender.ts';
import { CallMistake } from '../../../../../src/host/app/process/exit.ts';
import { present } from '../../../../../src/core/base/assert.ts';
import { PinnedAddresses } from '../../../../../src/live/traffic/target/pinned-addresses.ts';
import { readTarget } from '../../../../../src/live/traffic/target/target.ts';
import { answerJson, toyServer, type Asked } from '../../../../live/traffic/toy-server.ts';

type Answers = (asked: Asked, index: number) => readonly [status: number, body: object];

const players = [0, 1, 2].map((number) =>
  drawnPlayer({ seed: 's', number, stakeMicros: undefined, budgetMicros: 1_000_000, betsPerSeed: 10 }),
);
const idOf = (player: number, attempt: number): string | undefined =>
  players[player]?.persona(attempt).agentId;

async function siteWith(services: readonly string[], answers: Answers) {
  const toy = await toyServer((asked, response, index) => {
    const [status, body] = answers(asked, index);
    answerJson(response, body, status);
  });
  const listed = services.map((name) => `${name}: "http://127.0.0.1:${toy.port}"`).join(', ');
  const target = readTarget('toy.yaml', `name: toy\nhosts: [127.0.0.1]\nallow: writes\nservices: { ${listed} }`);
  const sender = new LiveSender({
    target, addresses: await PinnedAddresses.resolve(target), callsPerSecond: 1e6, budgetMicros: 0, requestsMax: undefined, ca: undefined, signal: new AbortController().signal,
  });
  const casino = present(target.services.get('casino'), 'the target has a casino');
  const asked = () => toy.asked.map(({ method, url, text, headers }) => `${method} ${url} ${text} ${headers.authorization ?? '-'}`);
  return { site: { target, casino, sender }, toy, asked };
} // prettier-ignore

const [first, second] = players;
const both = [present(first, 'a player'), present(second, 'a player')];

describe('existing accounts', () => {
  it('are those of the environment, for as many players as there are', async () => {
    vi.stubEnv('ORRERY_API_KEY', ',k1,,k2,k3');
    const { site, toy } = await siteWith(['casino'], () => [200, {}]);
    const accounts = [{ agentId: 'a', apiKey: 'other', fields: {} }];
    const found = accountsOf({ ...site, target: { ...site.target, accounts } }, both);
    vi.unstubAllEnvs();
    expect(await Promise.all(found.map((account) => account()))).toEqual([
      { apiKey: 'k1', headers: first?.headers },
      { apiKey: 'k2', headers: second?.headers },
    ]);
    expect(toy.asked).toEqual([]);
  });

  it('are those of the target file, of which there may be fewer than players', async () => {
    vi.stubEnv('ORRERY_API_KEY', '');
    const { site } = await siteWith(['casino'], () => [200, {}]);
    const accounts = [{ agentId: 'a', apiKey: 'k1', fields: {} }];
    const found = accountsOf({ ...site, target: { ...site.target, accounts } }, players);
    vi.unstubAllEnvs();
    expect(await Promise.all(found.map((account) => account()))).toEqual([
      { apiKey: 'k1', headers: first?.headers },
    ]);
  });
});

describe('fresh accounts', () => {
  it('are of the faucet, under the name of the player, and claim once', async () => {
    const { site, asked } = await siteWith(['faucet', 'casino'], (_asked, index) => [200, index === 0 ? { api_key: 'k1' } : {}]); // prettier-ignore
    const found = accountsOf(site, both);
    expect(found).toHaveLength(2);
    expect(await found[0]?.()).toEqual({ apiKey: 'k1', headers: first?.headers });
    expect(asked()).toEqual([
      `POST /api/v1/agents/register {"agent_id":"${idOf(0, 0)}"} -`,
      'POST /api/v1/faucet/claim {} Bearer k1',
    ]);
  });

  it('try the other claim, and another name where one is taken', async () => {
    const { site, asked } = await siteWith(['faucet', 'casino'], ({ url }, index) => {
      if (!url.endsWith('register')) return [404, {}];
      return index < 2 ? [409, {}] : [201, { api_key: 'k1' }];
    });
    expect(await accountsOf(site, both)[1]?.()).toEqual({ apiKey: 'k1', headers: second?.headers });
    expect(asked()).toEqual([
      ...[0, 1, 2].map((attempt) => `POST /api/v1/agents/register {"agent_id":"${idOf(1, attempt)}"} -`),
      'POST /api/v1/faucet/claim {} Bearer k1',
      'POST /claim {} Bearer k1',
    ]);
  });

  it('are of the casino where there is no faucet', async () => {
    const { site, asked } = await siteWith(['casino'], () => [200, { api_key: 'k1' }]);
    expect(await accountsOf(site, both)[0]?.()).toEqual({ apiKey: 'k1', headers: first?.headers });
    expect(asked()).toEqual(['POST /auth/register {} -']);
  });

  const refusal = (why: string): CallMistake =>
    new CallMistake(
      `toy.yaml:1:1: the target gives no account (${why}); expected ORRERY_API_KEY to hold the key of one`,
    );
  it.each<[string, number, object, string]>([
    ['another status', 403, { api_key: 'k1' }, 'status 403'],
    ['no key', 200, {}, 'status 200'],
    ['a key that is no text', 200, { api_key: 7 }, 'status 200'],
    ['an empty key', 200, { api_key: '' }, 'status 200, a key that no header can hold'],
    ['a key with a line end', 200, { api_key: 'k\n' }, 'status 200, a key that no header can hold'],
    ['a key with a space before it', 200, { api_key: ' k' }, 'status 200, a key that no header can hold'],
    ['a key that is too long', 200, { api_key: 'k'.repeat(4097) }, 'status 200'],
  ])('are refused for the first player and missing for others: %s', async (_what, status, body, why) => {
    const { site } = await siteWith(['casino'], () => [status, body]);
    const found = accountsOf(site, both);
    await expect(found[0]?.()).rejects.toThrow(refusal(why));
    expect(await found[1]?.()).toBeUndefined();
  });

  it('are refused after twenty names that are taken', async () => {
    const { site, toy } = await siteWith(['casino'], () => [409, {}]);
    await expect(accountsOf(site, both)[0]?.()).rejects.toThrow(refusal('status 409'));
    expect(toy.asked).toHaveLength(20);
  });

  it('are refused with the reason where no answer came', async () => {
    const { site } = await siteWith(['casino'], () => [200, {}]);
    const nowhere = { ...site, casino: { ...site.casino, port: 1 } };
    await expect(accountsOf(nowhere, both)[0]?.()).rejects.toThrow(/^toy\.yaml:1:1: the target gives no account \((?!status).+\);/);
  }); // prettier-ignore

  it('have a key of at most 4096 characters', async () => {
    const apiKey = `!${'~'.repeat(4095)}`;
    const { site } = await siteWith(['casino'], () => [200, { api_key: apiKey }]);
    expect(await accountsOf(site, both)[0]?.()).toEqual({ apiKey, headers: first?.headers });
  });
});
