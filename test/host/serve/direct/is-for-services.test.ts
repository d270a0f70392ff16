/** Which paths are answered at once and whole is said by their beginning, and has to stay true of every route. */
import { expect, it } from 'vitest';
import { isForServices } from '../../../../src/host/serve/direct/is-for-services.ts';
import { newSandbox } from '../serving.ts';

it('every route of a service is one, and no control call or endpoint of tools', () => {
  const { routes } = newSandbox().world.router;
  expect(routes.length).toBeGreaterThan(100);
  for (const { template, row, service } of routes) {
    const isWhole = row.transport === undefined && service !== 'control';
    expect(isForServices(template.replaceAll(/:\w+/g, 'x')), template).toBe(isWhole);
  }
});
