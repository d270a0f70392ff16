/** A redirect on a connection: the same one where it stays open, another where it is closed, and the requests behind it wait. */
import { expect, it } from 'vitest';
import { connected, endpointAt, heldServer, okay, until } from './connected.ts';

const follows = { followsRedirects: true } as const;
const moved = (close = ''): string =>
  `HTTP/1.1 307 X\r\nlocation: /moved\r\ncontent-length: 0\r\n${close}\r\n`;

it.each([
  ['stays open', '', '0 /moved', '0 /2'],
  ['is closed', 'connection: close\r\n', '1 /moved', '1 /2'],
])('where the connection %s, the redirect and what follows are asked for over it', async (_what, close, first, second) => {
  const server = await heldServer();
  const { connection, heard, opened } = connected(endpointAt(server.port, follows), [1, 2]);
  await opened;
  await until(() => server.asked.length === 1);
  server.sockets[0]?.write(moved(close));
  await until(() => server.asked.length === 2);
  // The second request is not sent while the first has no answer.
  expect([server.asked, heard, connection.owed]).toEqual([['0 /1', first], ['opened'], 2]);
  const socket = server.sockets.at(-1);
  socket?.write(okay('one'));
  await until(() => server.asked.length === 3);
  expect(server.asked[2]).toBe(second);
  socket?.write(okay('two'));
  await until(() => heard.length === 3);
  expect([heard, server.sockets.length, connection.owed]).toEqual([['opened', '1: 200 one', '2: 200 two'], close === '' ? 1 : 2, 0]);
}); // prettier-ignore

it('redirects of one request are followed five times, and of the next one as often', async () => {
  const server = await heldServer();
  const { heard, opened } = connected(endpointAt(server.port, follows), [1, 2]);
  await opened;
  for (let hop = 1; hop <= 5; hop += 1) {
    await until(() => server.asked.length === hop);
    server.sockets[0]?.write(moved());
  }
  await until(() => server.asked.length === 6);
  server.sockets[0]?.write(moved());
  await until(() => heard.length === 2);
  expect(heard).toEqual(['opened', '1: 307 ']);
  await until(() => server.asked.length === 7);
  server.sockets[0]?.write(moved());
  await until(() => server.asked.length === 8);
  expect(server.asked.slice(5)).toEqual(['0 /moved', '0 /2', '0 /moved']);
});
