/** What a page of the web can make a browser send does not reach a served world, byte for byte. */
import { describe, expect, it } from 'vitest';
import { hostRefusal } from '../../../src/host/serve/named-host.ts';
import { exchange, serving, statusesIn } from './serving.ts';

const register = '/faucet/register';
let count = 0;

/** A registration as a page would send it, with these lines in its head; agents have names of their own. */
function registration(lines: readonly string[], target = register): string {
  const body = JSON.stringify({ agent_id: `agent-${(count += 1)}` });
  const head = [`POST ${target} HTTP/1.1`, ...lines, `content-length: ${body.length}`, 'connection: close'];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

const local = 'host: localhost';
const json = 'content-type: application/json';

describe('a served world', () => {
  it.each<[string, string[], string?]>([
    ['an origin elsewhere', [local, json, 'origin: https://evil.example']],
    ['an origin elsewhere, without a content type', [local, 'origin: https://evil.example']],
    ['an origin elsewhere, as a form', [local, 'content-type: text/plain', 'origin: https://evil.example']],
    ['an origin that is none', [local, json, 'origin: null']],
    ['an origin with a user', [local, json, 'origin: http://localhost@evil.example']],
    ['an origin that begins as this machine does', [local, json, 'origin: http://localhost.evil.example']],
    ['an origin that ends as this machine does', [local, json, 'origin: http://evillocalhost']],
    ['an origin of another scheme', [local, json, 'origin: file://']],
    ['a page from elsewhere, by Sec-Fetch-Site', [local, json, 'sec-fetch-site: cross-site']],
    ['another host', ['host: evil.example', json]],
    ['another host with its origin', ['host: evil.example', json, 'origin: http://evil.example']],
    ['another address', ['host: 10.9.8.7', json]],
    ['a host that begins as this machine does', ['host: 127.0.0.1.evil.example', json]],
    ['another host as the target', [local, json], `http://evil.example${register}`],
    ['this host as the target and another as the host', ['host: evil.example', json], `http://localhost${register}`],
  ])('refuses a change that comes with %s', async (_what, lines, target) => {
    const { port, sandbox } = await serving();
    const answer = await exchange(port, registration(lines, target));
    expect(statusesIn(answer)).toEqual([403]);
    expect(answer).toContain('"code":"FORBIDDEN"');
    expect(answer.toLowerCase()).not.toContain('access-control-allow');
    expect([sandbox.world.agents.count, sandbox.world.requestCount]).toEqual([0, 0]);
  }); // prettier-ignore

  it.each<[string, string[], string?]>([
    ['two hosts', [local, 'Host: evil.example', json]],
    ['the same host twice', [local, local, json]],
    ['a host with a user', ['host: evil.example@localhost', json]],
    ['a host with a path', ['host: localhost/evil', json]],
    ['a host with a query', ['host: localhost?evil', json]],
    ['an empty host', ['host:', json]],
    ['a list of hosts', ['host: localhost, evil.example', json]],
    ['a port that is no number', ['host: localhost:80a', json]],
    ['a port that is too large', ['host: localhost:99999', json]],
    ['port 0', ['host: localhost:0', json]],
    ['an empty port', ['host: localhost:', json]],
    ['two ports', ['host: localhost:1:2', json]],
    ['an address that is none', ['host: [::zz]', json]],
    ['a user in the target', [local, json], `http://evil.example@localhost${register}`],
    ['a target and a host that differ', [local, json], `http://127.0.0.1${register}`],
  ])('does not understand %s', async (_what, lines, target) => {
    const { port, sandbox } = await serving();
    expect(statusesIn(await exchange(port, registration(lines, target)))).toEqual([400]);
    expect([sandbox.world.agents.count, sandbox.world.requestCount]).toEqual([0, 0]);
  }); // prettier-ignore

  it.each<[string, string[], string?]>([
    ['no origin', [local, json]],
    ['no content type', [local]],
    ['a page of its own', [local, json, 'origin: http://localhost:4010', 'sec-fetch-site: same-origin']],
    ['a page of another server here', ['host: 127.0.0.1:4010', json, 'origin: http://app.localhost:5173']],
    ['an address in brackets', ['host: [::1]:4010', json]],
    ['a name with a dot at its end', ['host: localhost.', json]],
    ['a target in absolute form', ['host: LOCALHOST', json], `http://localhost${register}`],
  ])('takes a change that comes with %s', async (_what, lines, target) => {
    const { port, sandbox } = await serving();
    expect(statusesIn(await exchange(port, registration(lines, target)))).toEqual([201]);
    expect(sandbox.world.agents.count).toBe(1);
  }); // prettier-ignore

  it('answers to the name of --host; listening everywhere, to any name but from this machine', () => {
    const asked = (host: string, place: { host: string; localAddress: string; remoteAddress: string }) => {
      const { localAddress, remoteAddress } = place;
      const socket = { localAddress, remoteAddress };
      const message = { rawHeaders: ['Host', host], headers: { host }, url: '/', httpVersion: '1.1', socket };
      return hostRefusal(message, { host: place.host })?.code;
    };
    const named = { host: 'Build.Example', localAddress: '10.0.0.5', remoteAddress: '10.0.0.9' };
    expect([asked('build.example:4010', named), asked('10.0.0.5', named)]).toEqual([undefined, undefined]);
    expect([asked('evil.example', named), asked('10.0.0.6', named)]).toEqual(['FORBIDDEN', 'FORBIDDEN']);
    const open = { ...named, host: '0.0.0.0' };
    expect(asked('orrery.internal', open)).toBe(undefined);
    expect(asked('evil.example', { ...open, remoteAddress: '::ffff:127.0.0.1' })).toBe('FORBIDDEN');
  });
});
