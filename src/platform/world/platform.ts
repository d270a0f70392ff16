/**
 * The list of services: each entry has the function that creates the service, its prefixes, its routes and its parts
 * that hold pending transfers. A new service is a new entry. The order of the entries changes no result.
 */
import type { Mount } from '../../core/http/route.ts';
import type { Row, RouteTable } from '../../core/http/route.ts';
import type { AccountId } from '../../core/ledger/ledger.ts';
import { casinoHolders, casinoRoutes, createCasino, type Casino } from '../services/casino/casino.ts';
import { Domains } from '../services/domains/domains.ts';
import { domainRows } from '../services/domains/routes.ts';
import { Escrows } from '../services/escrow/escrows.ts';
import { escrowRows } from '../services/escrow/routes.ts';
import { Faucet } from '../services/faucet/faucet.ts';
import { faucetRows } from '../services/faucet/routes.ts';
import type {
  GameHours,
  MarketHours,
  PendingHolder,
  Platform,
  RegisteredAgent,
  ServiceClock,
} from '../services/ports.ts';
import { tradingRoutes } from '../services/trading/routes.ts';
import { Trading } from '../services/trading/trading.ts';
import { walletRoutes } from '../services/wallet/routes.ts';
import { Wallet } from '../services/wallet/wallet.ts';

/** The services by name. */
export interface Services {
  readonly faucet: Faucet;
  readonly escrow: Escrows;
  readonly domains: Domains;
  readonly casino: Casino;
  readonly trading: Trading;
  readonly wallet: Wallet;
}

/** The arguments of a service's `create`. */
export interface ServiceContext {
  readonly platform: Platform;
  /** The service's own clock. */
  readonly clock: ServiceClock;
  /** The account that all money comes from. */
  readonly issuer: AccountId;
  /** Closed markets and games, by the fault plan. */
  readonly hours: GameHours & MarketHours;
  /** A service calls it for every agent that it registers. */
  readonly joined: (agent: RegisteredAgent) => void;
  /** Another service, created first if necessary. Asserts that no two services need each other. */
  service<Name extends keyof Services>(name: Name): Services[Name];
}

/** One service of the platform: how to create and mount it. Tests may add or replace entries. */
export interface ServiceEntry<Service = object> {
  readonly name: string;
  /** The path prefix of each style. */
  readonly prefixes: Mount['prefixes'];
  readonly routes: readonly RouteTable<Service>[];
  /**
   * Set where the service has an MCP endpoint: /mcp below the prefix of style A, without /api/v1 (MCP01, MCP02, MCP05
   * to MCP07).
   */
  readonly hasMcp?: true;
  create(context: ServiceContext): Service;
  /** The parts that reserve money; a transfer that none of them claims counts as unexplained. */
  pendingHolders(service: Service): readonly PendingHolder[];
}

const entry = <Name extends keyof Services>(
  name: Name,
  parts: Omit<ServiceEntry<Services[Name]>, 'name'>,
): ServiceEntry<Services[Name]> & { readonly name: Name } => ({ name, ...parts });

/** One table for a service whose operations are all its own. */
const own = <Service extends object>(rows: readonly Row[]): RouteTable<Service>[] => [
  { rows, operations: (service) => service },
];

/** The six services. Their order changes no result. */
export const platformServices = [
  entry('faucet', {
    prefixes: { A: '/faucet', B: '/faucet' },
    routes: own(faucetRows),
    hasMcp: true,
    create: (context) => new Faucet(context),
    pendingHolders: () => [],
  }),
  entry('escrow', {
    prefixes: { A: '/escrow', B: '/escrow' },
    routes: own(escrowRows),
    hasMcp: true,
    create: (context) => new Escrows(context),
    pendingHolders: (escrows) => [escrows],
  }),
  entry('domains', {
    prefixes: { A: '/domains', B: '/api/domains-api' },
    routes: own(domainRows),
    create: (context) => new Domains(context),
    pendingHolders: () => [],
  }),
  entry('casino', {
    prefixes: { A: '/casino', B: '/api/casino-api', short: '/casino' },
    routes: casinoRoutes,
    create: createCasino,
    pendingHolders: casinoHolders,
  }),
  entry('trading', {
    prefixes: { A: '/trading', B: '/api/trading-api' },
    routes: tradingRoutes,
    create: (context) => new Trading(context),
    pendingHolders: (trading) => [trading],
  }),
  entry('wallet', {
    prefixes: { primary: '/wallet', A: '/wallet', B: '/api/wallet-api' },
    routes: walletRoutes,
    create: (context) => new Wallet({ ...context, prices: context.service('trading').marketData }),
    pendingHolders: (wallet) => [wallet],
  }),
] as const;

/** The services; each has its own clock and faults. */
export const serviceNames = platformServices.map(({ name }) => name);
