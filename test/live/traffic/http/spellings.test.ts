/** Secrets of the target file in an answer, in whatever spelling; and where a path leads. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noAnswer, type RawAnswer } from '../../../../src/live/traffic/http/answer-parser.ts';
import { redactAnswer, spellingsOf } from '../../../../src/live/traffic/http/redacted-answer.ts';
import { PathTemplates } from '../../../../src/live/traffic/plan/path-templates.ts';
import { PinnedAddresses } from '../../../../src/live/traffic/target/pinned-addresses.ts';
import { readTarget } from '../../../../src/live/traffic/target/target.ts';

/** An answer whose body stands between other bytes of the connection. */
function answer(head: string, body: string): RawAnswer {
  const [before, after] = ['secret-1 before', 'secret-1 after'];
  const bytes = Buffer.from(before + body + after);
  return { ...noAnswer(), head, bytes, start: before.length, end: before.length + Buffer.byteLength(body) };
} // prettier-ignore
const bodyOf = ({ bytes, start, end }: RawAnswer): string => bytes.toString('utf8', start, end);

describe('the spellings of a secret', () => {
  it('are those within JSON, an address and Basic authentication', () => {
    expect(spellingsOf(['a"b/cd e'])).toEqual(['a"b/cd e', String.raw`a\"b/cd e`, 'a%22b%2Fcd%20e', 'YSJiL2NkIGU=']);
    expect(spellingsOf(['plain1', 'plain1'])).toEqual(['plain1', 'cGxhaW4x']);
  }); // prettier-ignore

  it('are none of a text so short that it is a word', () => {
    expect([spellingsOf(['12345']), spellingsOf(['123456']).length, spellingsOf([])]).toEqual([[], 2, []]);
  });

  it('leave no answer, in head and body, and the rest stays', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z"\\/ é%]{6,12}$/), fc.string({ maxLength: 5 }), (secret, other) => {
        const body = JSON.stringify({ a: `x ${secret} y`, b: encodeURIComponent(secret), c: 'é' });
        const one = answer(`HTTP/1.1 200 OK\r\nX-Token: ${Buffer.from(secret).toString('base64')}\r\n`, body);
        redactAnswer(one, spellingsOf([secret, other]));
        expect(one.head).toBe('HTTP/1.1 200 OK\r\nX-Token: [redacted]\r\n');
        expect(bodyOf(one)).not.toContain(encodeURIComponent(secret));
      }),
      { numRuns: 40 },
    );
    const one = answer('head', '{"a":"é secret-1 and secret-1"}');
    redactAnswer(one, ['secret-1']);
    expect([bodyOf(one), one.start, one.head]).toEqual(['{"a":"é [redacted] and [redacted]"}', 0, 'head']);
  });

  it('beside the answer are of no concern', () => {
    const one = answer('head', '{}');
    const { bytes, start, end } = one;
    redactAnswer(one, ['secret-1', 'other']);
    expect([one.bytes === bytes, one.start, one.end]).toEqual([true, start, end]);
    redactAnswer(one, []);
    expect(one.bytes).toBe(bytes);
  });
});

describe('a path of a trace', () => {
  async function templates(services: string, hosts = '127.0.0.1, "::1", 203.0.113.7, shop.example') {
    const target = readTarget('t.yaml', `name: t\nhosts: [${hosts}]\nallow: writes\nservices: { ${services} }\n`);
    const addresses = await PinnedAddresses.resolve(target, () => Promise.resolve(['203.0.113.7']));
    return new PathTemplates(target, addresses, undefined);
  } // prettier-ignore
  const here =
    'faucet: "http://127.0.0.1:1/deep/f", escrow: "http://127.0.0.1:1/e", control: "http://127.0.0.1:1/base/_sim"';

  it('leads to its service, below the address of that', async () => {
    const routes = await templates(here);
    expect(['/faucet/x/y', '/faucet', '/escrow/escrow?a=b', '/other/x', '/_sim/clock'].map((path) => routes.routeTo(path)?.path)).toEqual(['/deep/f/x/y', '/deep/f', '/e/escrow?a=b', '/base/other/x', '/base/_sim/clock']);
    const [one, two] = [routes.routeTo('/faucet/a'), routes.routeTo('/escrow/b')];
    expect([one?.place === two?.place, one?.place.address, one?.place.port, routes.notes]).toEqual([true, '127.0.0.1', 1, []]);
    expect((await templates('faucet: "http://127.0.0.1:1/f"')).routeTo('/other')).toBeUndefined();
    expect((await templates('faucet: "http://127.0.0.1:1/f"')).routeTo('/escrow/x')).toBeUndefined();
  }); // prettier-ignore

  it('has an endpoint for each scheme, host and port', async () => {
    const routes = await templates('faucet: "http://shop.example:80/f", escrow: "https://shop.example:80/e", wallet: "http://shop.example:81/w", casino: "http://127.0.0.1:80/c"'); // prettier-ignore
    const places = ['faucet', 'escrow', 'wallet', 'casino'].map(
      (service) => routes.routeTo(`/${service}/x`)?.place,
    );
    expect(new Set(places).size).toBe(4);
    expect(places.map((place) => place?.address)).toEqual([
      '203.0.113.7',
      '203.0.113.7',
      '203.0.113.7',
      '127.0.0.1',
    ]);
  });

  it.each<[string, string, boolean]>([
    ['loopback alone', here, true],
    ['loopback in IPv6', 'faucet: "http://[::1]:1/f"', true],
    ['one that is elsewhere', `${here}, wallet: "http://shop.example/w"`, false],
  ])('with services of %s is on this machine: %s', async (_what, services, isHere) => {
    expect((await templates(services)).areLoopback).toBe(isHere);
  });
});
