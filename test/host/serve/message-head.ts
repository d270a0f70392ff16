/** What a request says before its body, as the server has read it. */
import type { MessageHead } from '../../../src/host/serve/connection.ts';

/** A POST to the server at 10.0.0.5, whose Host header is `headers.host`. */
export function messageHead(headers: MessageHead['headers'], more: Partial<MessageHead> = {}): MessageHead {
  const rawHeaders = headers.host === undefined ? [] : ['Host', headers.host];
  const socket = { localAddress: '10.0.0.5', remoteAddress: '10.0.0.9' };
  return { method: 'POST', url: '/', httpVersion: '1.1', headers, rawHeaders, socket, ...more };
}
