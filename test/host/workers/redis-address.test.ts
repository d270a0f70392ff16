import { describe, expect, it } from 'vitest';
import { assertRedisAddress, QueueMistake, shownAddress } from '../../../src/host/workers/redis-address.ts';

function refusal(url: string): unknown {
  try {
    return assertRedisAddress(url);
  } catch (error) {
    return error;
  }
}

describe('the address of a queue', () => {
  it.each([
    'redis://127.0.0.1:6379',
    'rediss://queue.example/2',
    'redis://user:secret@host',
    'redis://[::1]:1',
  ])('%s is one', (url) => expect(refusal(url)).toBeUndefined());

  it.each([
    ['http://127.0.0.1:6379', 'http://127.0.0.1:6379'],
    ['redis:///2', 'redis:///2'],
    ['redis:', 'redis:'],
    ['rediss://', 'rediss://'],
    ['127.0.0.1:6379', '127.0.0.1:6379'],
    ['localhost', 'localhost'],
    ['', ''],
    ['https://user:secret@host/x?password=secret#secret', 'https://host/x'],
    ['//a:secret@b@host name', '…@host name'],
  ])('%j is none, and is shown without its password', (url, shown) => {
    const error = refusal(url);
    expect(error).toBeInstanceOf(QueueMistake);
    expect(String(error)).toBe(
      `QueueMistake: --queue ${shown}: expected an address such as redis://127.0.0.1:6379`,
    );
  });

  it.each([
    ['redis://host', 'redis://host'],
    ['redis://host/', 'redis://host'],
    ['redis://user:secret@host:6380/2?family=6', 'redis://host:6380/2'],
    ['http://host/', 'http://host'],
    ['no address', 'no address'],
    ['secret@no address', '…@no address'],
    ['user:secret@host:6379', '…@host:6379'],
    ['user:secret@no address', '…@no address'],
    ['redis:', 'redis:'],
  ])('%s is shown without user, password and parameters', (url, shown) => {
    expect(shownAddress(url)).toBe(shown);
  });
});
