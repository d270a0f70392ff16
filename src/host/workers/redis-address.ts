/** The address of a queue: what it has to be, and how it is shown. */

/** Something is wrong with the queue's address, or with what answers there; one line. */
export class QueueMistake extends Error {
  override readonly name = 'QueueMistake';
}

/** Throws `QueueMistake` for what is no address of a Redis. */
export function assertRedisAddress(url: string): void {
  const isAddress = URL.canParse(url) && ['redis:', 'rediss:'].includes(new URL(url).protocol);
  if (!isAddress || new URL(url).hostname === '')
    throw new QueueMistake(
      `--queue ${shownAddress(url)}: expected an address such as redis://127.0.0.1:6379`,
    );
}

/** The address without user, password and parameters. */
export function shownAddress(url: string): string {
  // What stands before a colon is a protocol, and with `user:password@host` nothing is a host.
  if (!URL.canParse(url) || new URL(url).host === '')
    return url.includes('@') ? `…@${url.slice(url.lastIndexOf('@') + 1)}` : url;
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname === '/' ? '' : pathname}`;
}
