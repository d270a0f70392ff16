/** What an engine cannot do is refused before anything is sent, with what to do instead. */
import { describe, expect, it } from 'vitest';
import { Forbidden } from '../../../../src/live/traffic/target/permit.ts';
import { refuseTransports } from '../../../../src/live/traffic/target/refuse-transport.ts';
import { targetWith } from './target-with.ts';

describe('an engine', () => {
  const engines = ['autocannon', 'k6', 'a closed loop'] as const;
  const refused = (
    name: (typeof engines)[number],
    lines: string,
    withCertificate = false,
  ): string | undefined => {
    const target = targetWith(lines);
    const clientCertificate = withCertificate ? { cert: 'c', key: 'k' } : undefined;
    try {
      refuseTransports({ ...target, transport: { ...target.transport, clientCertificate } }, name);
      return undefined;
    } catch (error) {
      if (!(error instanceof Forbidden)) throw error;
      return error.message;
    }
  };
  const other = { autocannon: '--engine open', k6: '--engine open', 'a closed loop': 'another shape' };
  const messages = (lines: string, withCertificate = false) =>
    engines.map((name) => {
      const message = refused(name, lines, withCertificate);
      const end = `; expected ${other[name]}, or a target file without it`;
      if (message !== undefined)
        expect([message.startsWith(`t.yaml: ${name} `), message.endsWith(end)]).toEqual([true, true]);
      return message?.slice(`t.yaml: ${name} `.length, -end.length);
    });

  it('takes every target file without a special way', () => {
    expect(messages('headers: { X-A: a }\nauth: { scheme: none }')).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it.each([
    ['keys: k.csv', ['takes no accounts from keys', 'takes no accounts from keys', undefined]],
    ['proxy: "http://127.0.0.1"', Array.from({ length: 3 }, () => 'takes no proxy from a target file')],
    ['http2: true', Array.from({ length: 3 }, () => 'cannot be held to HTTP/2')],
    ['redirects: same-host', Array.from({ length: 3 }, () => 'cannot keep redirects on the same host')],
    [
      'headers: { accept-encoding: gzip }',
      [
        'decodes no answers, and headers has Accept-Encoding',
        undefined,
        'decodes no answers, and headers has Accept-Encoding',
      ],
    ],
  ])('that cannot go the way of %s is refused, with what to do instead', (lines, expected) => {
    expect(messages(lines)).toEqual(expected);
  });

  it('without client certificates is refused where the file has one', () => {
    expect(messages('', true)).toEqual([
      'sends no client certificate',
      undefined,
      'sends no client certificate',
    ]);
  });
});
