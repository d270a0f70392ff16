/** From method and path to a route: fixed paths before parameters, percent-encoding, and what is no route at all. */
import { describe, expect, it } from 'vitest';
import { Router } from '../../../src/core/http/router.ts';
import { open, type Member, type Stage } from '../../conformance/harness.ts';

function scene(overrides = {}): { stage: Stage; alice: Member; id: string } {
  const stage = open(overrides);
  const { alice } = stage.pair();
  return { stage, alice, id: alice.lock('bob', 1) };
}

describe('paths', () => {
  it('a fixed path goes before a parameter', () => {
    const { alice } = scene();
    expect(alice.get('/escrow/api/v1/escrow/list').list('escrows')).toHaveLength(1);
    expect(alice.get('/escrow/api/v1/escrow/lists').verdict).toEqual([404, 'NOT_FOUND']);
  });

  it('a parameter is percent-decoded, once', () => {
    const { stage, alice, id } = scene();
    const encoded = id.replaceAll(/./g, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
    expect(alice.get(`/escrow/escrow/${encoded}`).body['escrow_id']).toBe(id);
    expect(alice.get(`/escrow/escrow/${encoded.replaceAll('%', '%25')}`).status).toBe(404);
    stage.joinB('a.b');
    expect(alice.get('/faucet/api/v1/agents/a%2Eb').body['agent_id']).toBe('a.b');
    expect(alice.get('/faucet/api/v1/agents/%61lice').body['balance_usdc']).toBe(9);
  });

  const nowhere = [
    '',
    '/',
    '*',
    'escrow/escrows',
    '/escrow',
    '/escrow/',
    '/escrow/escrows/',
    '/escrow//escrows',
    '/ESCROW/escrows',
    '/escrow/Escrows',
    '/escrow/escrows/x',
    '/escrow/escrows%',
    '/escrow/escrow/%E0%A4%A',
    '/escrow/escrow/%',
    '/escrow/escrow/../escrows',
    '/escrow/escrow/x/release/y',
    '/_sim',
    '/__proto__',
    '/constructor',
    `/escrow/escrow/${'x'.repeat(257)}`,
    `/escrow/${'x/'.repeat(10_000)}`,
    '/escrow/escrow/\u0000',
  ];

  it.for(nowhere)('%j leads nowhere: 404, never a fault', (path) => {
    const { alice } = scene();
    for (const method of ['GET', 'POST', 'PUT', 'DELETE'] as const) {
      expect(alice.send({ method, path }).verdict).toEqual([404, 'NOT_FOUND']);
    }
  });

  it('an empty parameter names nothing', () => {
    const { alice } = scene();
    expect(alice.get('/escrow/escrow/').verdict).toEqual([404, 'NOT_FOUND']);
    expect(alice.get('/faucet/api/v1/agents/').verdict).toEqual([404, 'NOT_FOUND']);
  });
});

describe('methods', () => {
  it('an unlisted one is unknown, with or without a key (policy errors.unknownMethod: 404)', () => {
    const { stage, alice, id } = scene();
    for (const caller of [alice, stage.anonymous()]) {
      for (const path of ['/escrow/escrows', `/escrow/escrow/${id}`, '/faucet/register']) {
        const { verdict, headers } = caller.send({ method: 'PUT', path });
        expect(verdict).toEqual([404, 'NOT_FOUND']);
        expect(headers).not.toHaveProperty('allow');
      }
    }
    expect(alice.send({ method: 'HEAD' as 'GET', path: '/escrow/escrows' }).status).toBe(404);
  });

  it('an unlisted one is told which are listed (policy errors.unknownMethod: 405)', () => {
    const { alice, id } = scene({ 'errors.unknownMethod': '405' });
    const cases = {
      '/escrow/escrow': 'POST',
      '/escrow/escrows': 'GET',
      [`/escrow/escrow/${id}`]: 'GET',
      [`/escrow/escrow/${id}/release`]: 'POST',
      // As OpenAPI matches paths: GET finds an escrow called "create", which is another path there.
      '/escrow/api/v1/escrow/create': 'POST',
    };
    for (const [path, allow] of Object.entries(cases)) {
      const { status, headers, body } = alice.send({ method: 'DELETE', path });
      expect([status, headers['allow'], body['code']]).toEqual([405, allow, 'NOT_FOUND']);
      expect(headers).toHaveProperty('x-ratelimit-remaining');
    }
    expect(alice.send({ method: 'DELETE', path: '/none' }).status).toBe(404);
    expect(alice.get('/escrow/escrow/esc_unknown').status).toBe(404);
  });
});

describe('the table of routes', () => {
  it('answers on every address that it lists, and lists each once', () => {
    const { stage } = scene();
    const { routes } = stage.world.router;
    expect(new Set(routes.map(({ method, template }) => `${method} ${template}`)).size).toBe(routes.length);
    for (const route of routes) {
      const found = stage.world.router.find(route.method, route.template.replaceAll(/:\w+/g, 'x'));
      expect(found?.route).toBe(route);
      expect(routes[route.index]).toBe(route);
    }
    expect(new Set(routes.map(({ nameHash }) => nameHash)).size).toBe(routes.length);
  });

  it('has schemas that all compile, though a run compiles only those of the routes that it calls', () => {
    const { stage } = scene();
    for (const { template, checkBody, checkQuery, checkParams } of stage.world.router.routes) {
      for (const check of [checkBody, checkQuery, checkParams])
        expect(() => check?.accepts({}), template).not.toThrow();
    }
  });

  it('refuses an address that is mounted twice, with parameters or without', () => {
    const { stage } = scene();
    const style = (path: string) =>
      ({ A: ['GET', path, { read: () => undefined, write: () => ({}) }] }) as const;
    const { row } = stage.world.router.routes[0]!;
    for (const path of ['/here', '/here/:id']) {
      const mount = { service: 'x', prefixes: {}, rows: [{ ...row, styles: style(path) }], operations: {} };
      const twice = (): Router => new Router([mount, { ...mount, service: 'y' }], stage.world.policies);
      expect(twice, path).toThrow(/mounted once|already declared/);
    }
  });
});
