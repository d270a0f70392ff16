/** Parts of requests that may be of another form, and what is said of a path that is asked for with each method. */
import { checkEndpoint } from '../../../src/verification/oracle/models/endpoints.ts';
import { caseOf, exchangeOf } from './said.ts';

export const methods = ['GET', 'POST', 'PUT', 'DELETE'];
export const params = [{}, {}, { pair: 'BTC-USDC' }, { symbol: 'ETH-PERP' }, { pair: 'xBTC-USDC' }, { pair: 'BTC-USDCx' }, { pair: 'BTC-USDC', symbol: 'x' }, { id: 'x' }]; // prettier-ignore
export const queries = [{}, {}, { limit: '7' }, { limit: '17' }, { page: '1' }, { page: '0' }, { limit: '171' }, { limit: '1x' }, { limit: 'x1' }, { limit: '1', other: '1' }]; // prettier-ignore
export const bodies = [undefined, undefined, {}, { x: 1 }, ...['ping', 'tools/list', 'tools/call', 'other'].flatMap((method) => [7, 'a', null].map((id) => ({ jsonrpc: '2.0', id, method }))), { jsonrpc: '1.0', id: 1, method: 'ping' }]; // prettier-ignore

/** What is said of a path that is asked for with each method, of a call that is known or is not. */
export function pathSaid(path: string, call: string, unknownMethod: string): string[] {
  const { file, said } = caseOf({ setting: { faults: [], policies: { 'errors.unknownMethod': unknownMethod } } });
  for (const method of methods)
    for (const [heard, status] of [[call, 200], [call, 201], [call, 300], [call, 404], ['', 404], ['', 405], ['', 429], ['', 200]] as const) {
      const answerHeaders: Record<string, string> = status === 405 ? { allow: 'POST, GET' } : {};
      checkEndpoint(file, exchangeOf(heard, { method, path, status, answerHeaders }));
    }
  return said;
} // prettier-ignore
