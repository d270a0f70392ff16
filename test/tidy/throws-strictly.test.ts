/** How tests ask for a message of what is thrown. */
import { describe, expect, it } from 'vitest';

const thrower = (thrown: unknown) => () => {
  // oxlint-disable-next-line only-throw-error -- a mistake that is not made
  throw thrown;
};

describe('toThrow with a message', () => {
  it('passes for an error that has it, alone', async () => {
    expect(thrower(new Error('at 2:3: wrong'))).toThrow(/2:3/);
    expect(() => expect(thrower(new Error('at 2:3: wrong'))).toThrow(/2:4/)).toThrow(/2:4/);
    await expect(Promise.reject(new Error('at 2:3'))).rejects.toThrow('2:3');
    expect(thrower(undefined)).toThrow();
  });

  it.each<unknown>([undefined, null, 0, false])('fails for a thrown %s', async (thrown) => {
    const failure = /expected an error with a message/;
    expect(() => expect(thrower(thrown)).toThrow(/wrong/)).toThrow(failure);
    expect(() => expect(thrower(thrown)).toThrow('wrong')).toThrow(failure);
    await expect(expect(Promise.reject(thrown as Error)).rejects.toThrow(/wrong/)).rejects.toThrow(failure);
  });

  it('that must not come passes for anything else', () => {
    expect(() => undefined).not.toThrow(/wrong/);
    expect(thrower(new Error('other'))).not.toThrow(/wrong/);
  });
});
