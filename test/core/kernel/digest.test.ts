import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DigestLog } from '../../../src/core/kernel/digest-log.ts';
import { Digest } from '../../../src/core/kernel/digest.ts';

function ofBytes(text: string): string {
  const digest = new Digest();
  const bytes = Buffer.from(text, 'latin1');
  for (let at = 0; at < bytes.length; at += 4) digest.foldWord(bytes.readInt32LE(at));
  return digest.value();
}

function ofFolding(fold: (digest: Digest) => void): string {
  const digest = new Digest();
  fold(digest);
  return digest.value();
}

describe('the digest', () => {
  it.each([
    ['', '00000000000000000000000000000000'],
    ['Hell', '7f771597e65bee6ae65bee6ae65bee6a'],
    ['Hello Wo', 'db37ce0fe9a99ae0da8c411bda8c411b'],
    ['Hello World!', '6bee9883eb1be4f59dfb7172ae3fbea9'],
    ['Hello World! Hel', '82475db0161f88d8850474822a76794a'],
    ['Hello World! Hello World', '776c2a21a491f2be85e490296ce4db25'],
    ['Hello World! Hello World! He', '846027381e604d1d88f1ce28caafed7d'],
    ['Hello World! Hello World! Hello ', '4855a598c76f875e7760fe307dcc7b58'],
    ['Hello World! Hello World! Hello Worl', '436b1e30e43564f7ad455aa64d1f128a'],
  ])('is MurmurHash3_x86_128 of the bytes %j, as published', (text, expected) => {
    expect(ofBytes(text)).toBe(expected);
  });

  it('may be read at any time without changing what follows', () => {
    const words = [1, -2, 3, 2 ** 31, -(2 ** 31), 6, 7];
    const read = new Digest();
    for (const word of words) {
      read.foldWord(word);
      read.value();
    }
    expect(read.value()).toBe(ofFolding((digest) => words.forEach((word) => digest.foldWord(word))));
  });

  it('distinguishes any two safe integers, to the last bit and the sign', () => {
    const integers = [0, 1, -1, 2 ** 32, -(2 ** 32), 2 ** 32 + 1, 2 ** 53 - 1, 2 ** 53 - 2, -(2 ** 53 - 1)];
    const values = integers.map((integer) => ofFolding((digest) => digest.foldInteger(integer)));
    expect(new Set(values).size).toBe(integers.length);
  });

  it('folds an integer as two words of two’s complement', () => {
    expect(ofFolding((digest) => digest.foldInteger(-(2 ** 40) + 5))).toBe(
      ofFolding((digest) => [5, -256].forEach((word) => digest.foldWord(word))),
    );
  });

  it.each([0.5, Number.NaN, 2 ** 53, Number.POSITIVE_INFINITY])('refuses to fold %d', (value) => {
    expect(() => new Digest().foldInteger(value)).toThrow(`a digest folds safe integers, not ${value}`);
  });

  it('folds a text as its length and its units, two a word, the first one low', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(65_535), { maxLength: 9 }), (units) => {
        const text = String.fromCharCode(...units);
        const words = units.flatMap((unit, index) =>
          index % 2 === 0 ? [unit + 65_536 * (units[index + 1] ?? 0)] : [],
        );
        expect(ofFolding((digest) => digest.foldText(text))).toBe(
          ofFolding((digest) => [text.length, ...words].forEach((word) => digest.foldWord(word))),
        );
      }),
    );
  });

  it('distinguishes texts with equal letters but different boundaries', () => {
    const texts = [[''], ['', ''], ['ab', 'c'], ['a', 'bc'], ['abc'], ['acb'], ['abc\0'], ['äbc'], ['😀']];
    const values = texts.map((parts) =>
      ofFolding((digest) => parts.forEach((part) => digest.foldText(part))),
    );
    expect(new Set(values).size).toBe(texts.length);
  });
});

describe('the digest log', () => {
  function logOf(events: number, different: number): DigestLog {
    const log = new DigestLog({ intervalEvents: 4, checkpointCountMax: 8 });
    for (let event = 1; event <= events; event += 1) {
      log.digest.foldInteger(event === different ? -event : event);
      log.eventFolded(event);
    }
    return log;
  }

  it('keeps a bounded number of checkpoints that cover the whole run evenly', () => {
    for (const events of [3, 4, 32, 36, 100, 1000]) {
      const log = logOf(events, 0);
      const expected = Math.floor(events / log.intervalEvents);
      expect(log.checkpoints().length).toBeLessThanOrEqual(8);
      expect(log.checkpoints().map(({ event }) => event)).toEqual(
        Array.from({ length: expected }, (_, index) => (index + 1) * log.intervalEvents),
      );
    }
  });

  it('narrows the first difference between two runs to one interval', () => {
    const left = logOf(100, 0);
    const right = logOf(100, 50).checkpoints();
    const first = left.checkpoints().find(({ digest }, index) => digest !== right[index]?.digest);
    expect(left.intervalEvents).toBe(16);
    expect(first?.event).toBe(64);
  });

  it('keeps up to 4096 checkpoints, 1024 events apart, unless it is told otherwise', () => {
    const log = new DigestLog();
    const run = (from: number, to: number): void => {
      for (let event = from; event <= to; event += 1024) log.eventFolded(event);
    };
    run(1024, 4096 * 1024);
    expect([log.intervalEvents, log.checkpoints().length]).toEqual([1024, 4096]);
    log.eventFolded(4096 * 1024 + 1);
    expect(log.checkpoints().length).toBe(4096);
    log.eventFolded(4097 * 1024);
    expect([log.intervalEvents, log.checkpoints().length]).toEqual([2048, 2048]);
  });

  it('is refused without whole events between checkpoints, and with less than two of them', () => {
    for (const intervalEvents of [0, -1, 0.5, Number.NaN])
      expect(() => new DigestLog({ intervalEvents })).toThrow('checkpoints are whole events apart');
    expect(() => new DigestLog({ checkpointCountMax: 1 })).toThrow('at least two checkpoints');
    expect(new DigestLog({ intervalEvents: 1, checkpointCountMax: 2 }).intervalEvents).toBe(1);
  });
});
