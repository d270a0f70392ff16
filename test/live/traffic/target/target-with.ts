/** Target files with some more lines, for tests of what these lines say. */
import { readTarget, type Target } from '../../../../src/live/traffic/target/target.ts';

const first = ['name: here', 'hosts: [127.0.0.1, "::1", shop.example]'];

export function targetWith(lines: string, environment: Record<string, string> = {}, file = 't.yaml'): Target {
  const services = lines.includes('services:') ? [] : ['services: { faucet: "http://127.0.0.1:1" }'];
  return readTarget(file, [...first, ...services, lines].join('\n'), environment);
}
export const refusal =
  (lines: string, environment: Record<string, string> = {}) =>
  (): Target =>
    targetWith(lines, environment);
