/** Which values of requests and answers become references, and to which answer: feeds of answers and texts, in their order. */
import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../src/core/http/message.ts';
import { Origins } from '../../../../src/live/traffic/record/origins.ts';
import type { SentPlace } from '../../../../src/live/traffic/record/request-walk.ts';
import { SecretPlaceholders } from '../../../../src/live/traffic/record/secret-placeholders.ts';
import { SentValues } from '../../../../src/live/traffic/record/sent-values.ts';

const long = 'esc-0123abcd';
const longer = 'esc-0123abcd-77';
const noId: SentPlace = { noun: undefined, isPath: false };
const idOf = (noun: string, isPath = false): SentPlace => ({ noun, isPath });

/** Origins of a recording whose requests send all of these values, where an id may stand. */
function originsOf(...sent: (string | number)[]) {
  const values = new SentValues();
  for (const value of sent) values.add(value, idOf(''));
  const secrets = new SecretPlaceholders();
  const origins = new Origins(secrets, values);
  let n = 0;
  /** Learns an answer to a path, and gives the number of its record. */
  const learn = (answer: Json, path = '/faucet/x', own: readonly string[] = []): number => {
    origins.learn({ n, path, answer, isOwn: (short) => own.includes(short) });
    return (n += 1) - 1;
  };
  const sentAs = (value: string | number, place: SentPlace = noId): string | number =>
    origins.sent(value, place);
  return { origins, secrets, learn, sentAs };
}

describe('a long value', () => {
  it('is a reference to the first answer that gave it out, wherever it stands in a text', () => {
    const { learn, sentAs, origins } = originsOf(long);
    learn({ list: [{ ref: 'x' }, { 'a/b~c': long }] });
    learn({ ref: long });
    const reference = '${0:/list/1/a~1b~0c}';
    expect([sentAs(long), sentAs(`see ${long}.`), sentAs(`${long},${long}`)]).toEqual([reference, `see ${reference}.`, `${reference},${reference}`]);
    expect([sentAs(`${long}9`), sentAs(`9${long}`), sentAs(`x-${long}`)]).toEqual([`${long}9`, `9${long}`, `x-${reference}`]);
    expect(origins.count).toBe(5);
  }); // prettier-ignore

  it('is the longest of those that fit, whichever was given out first', () => {
    for (const order of [[long, longer], [longer, long]]) {
      const { learn, sentAs } = originsOf(long, longer);
      for (const ref of order) learn({ ref });
      const [short, whole] = [long, longer].map((value) => `\${${order.indexOf(value)}:/ref}`);
      expect([sentAs(longer), sentAs(long), sentAs(`${longer}/${long}`), sentAs(`${longer}8`)]).toEqual([whole, short, `${whole}/${short}`, `${short}-778`]);
    }
  }); // prettier-ignore

  it('that no request sends is none, nor one that a client has sent before, alone or within a text', () => {
    const { learn, sentAs } = originsOf(long);
    learn({ ref: 'other-4567' });
    expect(sentAs('other-4567')).toBe('other-4567');
    const brought = originsOf(long);
    expect(brought.sentAs(`for ${long}!`)).toBe(`for ${long}!`);
    brought.learn({ ref: long });
    expect(brought.sentAs(long)).toBe(long);
    const words = originsOf('abcdefg1', 'abcdefg2');
    words.sentAs('x.abcdefg1.y');
    words.learn({ one: 'abcdefg1', two: 'abcdefg2' });
    expect([words.sentAs('abcdefg1'), words.sentAs('abcdefg2')]).toEqual(['abcdefg1', '${0:/two}']);
  });

  it('under a name that every platform has alike stays as it is', () => {
    const { learn, sentAs } = originsOf(long);
    learn({ symbol: long });
    learn({ other: long });
    expect(sentAs(long)).toBe('${1:/other}');
    const alone = originsOf(long);
    alone.learn({ symbol: long });
    expect(alone.sentAs(long)).toBe(long);
  });

  it('in an answer repeats an earlier one', () => {
    const { learn, origins } = originsOf(long);
    learn({ ref: long });
    expect(origins.repeated({ a: [long, `(${long})`], b: 1, c: null, d: true, e: '$1' }, '', '/x')).toEqual({
      a: ['${0:/ref}', '(${0:/ref})'], b: 1, c: null, d: true, e: '$$1',
    }); // prettier-ignore
  });
});

describe('a short id', () => {
  it('belongs to what it is an id of: by the name of its field, the object around it, or the path', () => {
    const { learn, sentAs } = originsOf('7', '8', '9');
    learn({ order_id: '7', escrow: { id: '8' }, rows: [{ id: 9 }] }, '/faucet/agents');
    expect([sentAs('7', idOf('order')), sentAs('8', idOf('escrow')), sentAs(9, idOf('row'))]).toEqual(['${0:/order_id}', '${0:/escrow/id}', '${0:/rows/0/id}']);
    // An id of another thing that no answer has given out is the only one of that value.
    expect([sentAs('7', idOf('')), sentAs('7', noId)]).toEqual(['${0:/order_id}', '7']);
    const own = originsOf('7');
    own.learn({ id: '7' }, '/faucet/agents');
    expect([own.sentAs('7', idOf('agent')), own.sentAs('7', idOf('order'))]).toEqual(['${0:/id}', '${0:/id}']);
  }); // prettier-ignore

  it('of two things with one number is that of its noun, and without a noun the first', () => {
    const { learn, sentAs } = originsOf(1);
    learn({ agent_id: 1 });
    learn({ order_id: 1 });
    learn({ order_id: 1 });
    expect([sentAs(1, idOf('agent')), sentAs(1, idOf('order')), sentAs(1, idOf('')), sentAs(1, idOf('other'))]).toEqual(['${0:/agent_id}', '${1:/order_id}', '${0:/agent_id}', '${0:/agent_id}']);
  }); // prettier-ignore

  it('that a client sent first, as an id of the same thing, is its own', () => {
    const { learn, sentAs, origins } = originsOf(5);
    expect([sentAs(5, idOf('order')), sentAs(1.5, idOf('order'))]).toEqual([5, 1.5]);
    learn({ order_id: 5, agent_id: 5 });
    expect([sentAs(5, idOf('order')), sentAs(5, idOf('agent'))]).toEqual([5, '${0:/agent_id}']);
    expect(origins.count).toBe(1);
  });

  it('that no request sends where an id may stand, or under a name that says nothing, is none', () => {
    const { learn, sentAs } = originsOf(5);
    learn({ order_id: 6, amount: 5 }, '/faucet/orders');
    expect([sentAs(6, idOf('order')), sentAs(5, idOf('order')), sentAs(5, idOf('amount'))]).toEqual([
      6, 5, 5,
    ]);
  });

  it('of an unnamed field counts behind the path of its answer alone, and not where the request had it', () => {
    const { learn, sentAs } = originsOf('k9', 'k8', 'k7');
    learn({ value: 'k9', other: 'k8' }, '/faucet/tickets', ['k8']);
    learn({ value: 'k9' }, '/faucet/tickets');
    expect([sentAs('k9', idOf('ticket', true)), sentAs('k8', idOf('ticket', true)), sentAs('k9', idOf('ticket'))]).toEqual(['${0:/value}', 'k8', 'k9']);
    sentAs('k7', idOf('ticket', true));
    learn({ value: 'k7' }, '/faucet/tickets');
    expect(sentAs('k7', idOf('ticket', true))).toBe('k7');
  }); // prettier-ignore

  it('in an answer repeats an earlier one of the same thing, but not in a message of JSON-RPC', () => {
    const { learn, origins } = originsOf(3);
    learn({ order_id: 3 });
    const repeated = (value: Json, path = '/x'): Json => origins.repeated(value, '', path);
    expect([repeated({ order_id: 3, agent_id: 3, amount: 3 }), repeated({ order: { id: 3 } }), repeated({ id: 3 }, '/orders')]).toEqual([
      { order_id: '${0:/order_id}', agent_id: 3, amount: 3 }, { order: { id: '${0:/order_id}' } }, { id: '${0:/order_id}' },
    ]);
    expect(repeated({ jsonrpc: '2.0', id: 3 }, '/orders')).toEqual({ jsonrpc: '2.0', id: 3 });
    const rpc = originsOf(4);
    rpc.learn({ jsonrpc: '2.0', id: 4, result: { order_id: 4 } }, '/orders');
    expect(rpc.sentAs(4, idOf('order'))).toBe('${0:/result/order_id}');
  }); // prettier-ignore
});

describe('a secret', () => {
  it('is a reference to the answer that gave it out, or gone', () => {
    const { learn, sentAs, secrets, origins } = originsOf();
    const [known, unknown] = [secrets.of('known-secret-1'), secrets.of('other-secret-2')];
    expect([origins.hasSecret(known), sentAs(`Bearer ${known}`)]).toEqual([false, 'Bearer [redacted]']);
    learn({ deep: { api_key: known } });
    expect([origins.hasSecret(known), origins.hasSecret(unknown)]).toEqual([true, false]);
    expect(sentAs(`Bearer ${known} and ${unknown}, $1`)).toBe(
      'Bearer ${0:/deep/api_key} and [redacted], $$1',
    );
    // What is gone is no reference.
    expect(origins.count).toBe(1);
  });

  it('beside a long value keeps its place', () => {
    const { learn, sentAs, secrets } = originsOf(long);
    const secret = secrets.of('known-secret-1');
    learn({ api_key: secret, ref: long });
    expect(sentAs(`${long} ${secret} ${long}`)).toBe('${0:/ref} ${0:/api_key} ${0:/ref}');
  });
});

it('a dollar of a client is doubled, in texts with references and without', () => {
  const { learn, sentAs } = originsOf(long);
  learn({ ref: long });
  expect([sentAs('$'), sentAs('$$ ${0:/x}'), sentAs(`$${long}$`)]).toEqual(['$$', '$$$$ $${0:/x}', '$$${0:/ref}$$']); // prettier-ignore
});
