import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pathMistake } from '../../../src/live/traffic/http/sendable-path.ts';
import { wireText } from '../../../src/live/traffic/http/wire-request.ts';

const sent = (path: string): string | undefined =>
  wireText(
    {
      method: 'GET',
      path,
      query: undefined,
      headers: undefined,
      ownHeaders: '',
      body: undefined,
      isJson: false,
    },
    'host',
  );

describe('a path', () => {
  it.each([
    '/f/../admin', '/f/..', '/f/.', '/f/./x', '/f/%2e%2e/x', '/f/.%2E/x', '/f/%252e%252e/x', '/f/%25252e./x', '/f/..;/x', '/f/..;a=b/x',
    '/f/a%2fb', '/f/a%2Fb', '/f/a%252fb', '/f\\..\\x', '/f/%5c..', '/f/%255c', '//host/x', '/f//x', '/f/x//', 'http://host/x', 'f/x', '',
    '/f/\r\nx', '/f/\u0000', '/f/%0d%0ax', '/f/%00', '/f/\u007f', '/f/%c0%ae%c0%ae/x', '/f/%c1%9cx', '/f/%ff', '*',
  ])('%j is not sent', (path) => {
    expect(pathMistake(path)).toMatch(/^it /);
    expect(sent(path)).toBeUndefined();
  }); // prettier-ignore

  it.each([
    '/', '/f', '/f/', '/f/x.y/..x/x../...', '/f/%20', '/f/a b', '/f/é', '/f/%c3%a9', '/f/x;y', '/f/%', '/f/%zz', '/f/100%', '/f/a:b@c',
  ])('%j is sent', (path) => {
    expect(pathMistake(path)).toBeUndefined();
    expect(sent(path)).toMatch(/^GET \/[\x21-\x7e]* HTTP\/1\.1\r\n/);
  }); // prettier-ignore

  it('that is sent stays below its address, however often it is decoded and resolved', () => {
    const part = fc.constantFrom('.', '..', '%2e', '%2E', '%252e', '/', '%2f', '\\', '%5c', 'a', ';', '%', '25', '2e', '?', '#', '@', ':', '\t', 'é');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }).map((parts) => `/base/x/${parts.join('')}`), (path) => {
        const target = sent(path)?.split(' ')[1];
        if (target === undefined) return;
        let seen = target;
        for (let round = 0; round < 4; round += 1) {
          const { origin, pathname } = new URL(seen.replaceAll('\\', '/').replaceAll(/;[^/]*/g, ''), 'http://host');
          expect([origin, pathname.startsWith('/base/x/')]).toEqual(['http://host', true]);
          seen = seen.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
            .replaceAll(/[?#]/g, '_');
        }
      }),
      { numRuns: 3000 },
    );
  }); // prettier-ignore
});
