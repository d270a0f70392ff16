/** Which service a request goes to. */
import type { ScenarioSource } from './source.ts';

/** In the paths of all styles. */
export const services = ['faucet', 'escrow', 'trading', 'domains', 'wallet', 'casino'] as const;

/** The paths of a service in its primary style, in style A, and in style B. */
const servicePath = new RegExp(`^/(?:api/)?(${services.join('|')})(?:-api)?/`);

/** Undefined for a path of no service, such as that of a tool. */
export const serviceOfPath = (path: string): string | undefined => servicePath.exec(path)?.[1];

/** True where half of the listed operations or more go to the service. */
export function isAbout({ operations = [] }: Pick<ScenarioSource, 'operations'>, service: string): boolean {
  const paths = operations.map(({ do: call }) => call.slice(call.indexOf(' ') + 1));
  return paths.filter((path) => serviceOfPath(path) === service).length * 2 >= paths.length;
}
