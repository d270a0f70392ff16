/**
 * A checked target file: where a live deployment is, and what may be done to it. Uses no file and no network; every
 * mistake is a `FileMistake` with line, column and what was expected.
 */
import type { Tier } from '../../../core/http/limits/published-limits.ts';
import { present } from '../../../core/base/assert.ts';
import { withoutEnding } from '../../../core/base/digits.ts';
import { parseDuration, type DurationMs } from '../../../core/base/time.ts';
import { MistakeList } from '../../../core/base/mistake-list.ts';
import { shapeMistakes } from '../../../core/http/shape.ts';
import { noRules, parseTolerance, type CompareRules, type Tolerance } from '../compare/rules.ts';
import { SourceDocument, type Path } from '../../../simulation/scenario/document.ts';
import {
  TargetSchema,
  targetServices,
  type Allowance,
  type TargetService,
  type TargetSource,
} from './schema.ts';
import { ceilingDefaults, readBudget, readCeilings, type SpendingLimits } from './bounds.ts';
import type { FieldNames } from '../names/field-names.ts';
import type { ExistingAccount } from './existing-account.ts';
import { plainHost } from './plain-host.ts';
import { beside, caFileOf, readTransport, type TransportOptions } from './transport.ts';
import { readHeaders, type CarriedHeaders, type Environment } from './headers.ts';

/** The address of one service. */
export interface ServiceAddress {
  readonly isTls: boolean;
  /** As listed under `hosts`: lower case, IPv6 without brackets. */
  readonly host: string;
  readonly port: number;
  /** The prefix of every path, without a trailing slash. */
  readonly basePath: string;
}

/** A running clock has a factor (1 for `real`); a `sandbox` clock only moves by request. */
export type TargetClock =
  { readonly kind: 'sandbox' } | { readonly kind: 'running'; readonly factor: number };

/** A checked target file with its defaults; nothing outside it may be contacted or exceeded. */
export interface Target {
  readonly file: string;
  readonly name: string;
  /** Lower case; no other host is contacted. */
  readonly hosts: readonly string[];
  readonly allow: Allowance;
  readonly services: ReadonlyMap<TargetService, ServiceAddress>;
  readonly clock: TargetClock;
  /** True to pause a session after a 429 as Retry-After says. */
  readonly respectsLimits: boolean;
  /** The tier of all accounts, those that register among them. */
  readonly tier: Tier;
  /** The most requests a second that the target is ever sent. */
  readonly requestsPerSecondMax: number;
  readonly connectionsMax: number;
  /** What one run may spend. */
  readonly budget: SpendingLimits;
  readonly timeoutMs: DurationMs;
  /** A PEM file to trust besides the default authorities. Verification is never off. */
  readonly caFile: string | undefined;
  /** Differences that the user does not count. */
  readonly compare: CompareRules;
  /** Headers and authentication of every request; undefined for those of the request alone. */
  readonly carried: CarriedHeaders | undefined;
  readonly transport: TransportOptions;
  /** A CSV file with accounts that exist already, beside the target file. */
  readonly keysFile: string | undefined;
  /** The accounts of that file, once it is read; a run takes them instead of registering agents. */
  readonly accounts: readonly ExistingAccount[] | undefined;
  /** A YAML file with the target's names of fields, beside the target file. */
  readonly namesFile: string | undefined;
  /** The names of that file, once it is read. */
  readonly names: FieldNames | undefined;
}

const timeoutDefaultMs = 30_000;

const known = Object.keys(TargetSchema.properties);
/** Keys that tell a target from other files. */
export const targetKeys = { known, telling: known.filter((key) => key !== 'name') };
const mistakesIn = shapeMistakes(TargetSchema, 'the file');
const realClock: TargetClock = { kind: 'running', factor: 1 };

/**
 * Reads the text of a target file; `environment` has the variables that it may name. Throws `FileMistake`, also for a
 * variable that is not set. It has all other mistakes in `others`; values are checked once the shape is right.
 */
export function readTarget(file: string, text: string, environment: Environment = {}): Target {
  const document = new SourceDocument(file, text);
  document.requireMap('a target', targetKeys);
  const mistakes = new MistakeList();
  for (const { path, message, atKey } of mistakesIn(document.value))
    mistakes.keep(document.mistake(path, message, { atKey }));
  mistakes.throwFirst();
  const target = valuesOf(document, environment, mistakes);
  mistakes.throwFirst();
  return target;
}

/** The target with every value checked; what is wrong has another value, and its mistake is kept. */
function valuesOf(document: SourceDocument, environment: Environment, mistakes: MistakeList): Target {
  const source = document.value as TargetSource;
  const hosts = source.hosts.map(plainHost);
  const services = servicesOf(source, { hosts, document, mistakes });
  const checked = <Value>(read: () => Value, instead: Value): Value => mistakes.attempt(read, instead);
  return {
    file: document.file,
    name: source.name,
    hosts,
    allow: source.allow ?? 'reads',
    services,
    clock: checked(() => clockOf(source, services, document), realClock),
    respectsLimits: source.limits !== 'ignore',
    tier: source.tier ?? 'free',
    ...checked(() => readCeilings(source, document), ceilingDefaults),
    budget: checked(() => readBudget(source, document), { micros: undefined, requests: undefined }),
    timeoutMs: checked(() => timeoutOf(source, document), timeoutDefaultMs),
    caFile: checked(() => caFileOf(source, document), undefined),
    transport: readTransport(source, { hosts, document, mistakes }),
    carried: checked(() => readHeaders(source, document, environment), undefined),
    compare: checked(() => rulesOf(source, document), noRules),
    keysFile: checked(() => keysFileOf(source, services, document), undefined),
    accounts: undefined,
    namesFile: source.names === undefined ? undefined : beside(document, source.names),
    names: undefined,
  };
}

interface Addressing {
  readonly hosts: readonly string[];
  readonly document: SourceDocument;
  readonly mistakes: MistakeList;
}

/** An address that is wrong is kept as a mistake, and its service is there with another one. */
function servicesOf(
  source: TargetSource,
  addressing: Addressing,
): ReadonlyMap<TargetService, ServiceAddress> {
  const { document, mistakes } = addressing;
  const services = new Map<TargetService, ServiceAddress>();
  if (source.sandbox !== undefined) {
    const root = addressOf(source.sandbox, ['sandbox'], addressing);
    for (const service of targetServices) {
      services.set(service, { ...root, basePath: `${root.basePath}/${pathPartOf(service)}` });
    }
  }
  for (const service of targetServices) {
    const text = source.services?.[service];
    if (text !== undefined) services.set(service, addressOf(text, ['services', service], addressing));
  }
  if (services.size === 0)
    mistakes.keep(document.mistake([], '"services" is missing; expected addresses by name'));
  return services;
}

/** The first part of a path that leads to the service. */
export const pathPartOf = (service: TargetService): string => (service === 'control' ? '_sim' : service);

const noAddress: ServiceAddress = { isTls: false, host: '', port: 0, basePath: '' };

function addressOf(text: string, path: Path, { hosts, document, mistakes }: Addressing): ServiceAddress {
  const wrong = (message: string): ServiceAddress => {
    mistakes.keep(document.mistake(path, message));
    return noAddress;
  };
  if (!URL.canParse(text)) return wrong(`"${text}" is no address; expected one that can be called`);
  const url = new URL(text);
  const host = plainHost(url.hostname);
  if (!hosts.includes(host))
    return wrong(`the host ${host} is not among hosts; expected one of ${hosts.join(', ')}`);
  const isTls = url.protocol === 'https:';
  const port = url.port === '' ? (isTls ? 443 : 80) : Number(url.port);
  return { isTls, host, port, basePath: withoutEnding(url.pathname, '/') };
}

function clockOf(
  { clock = 'real' }: TargetSource,
  services: ReadonlyMap<TargetService, ServiceAddress>,
  document: SourceDocument,
): TargetClock {
  if (clock === 'real') return realClock;
  if (clock === 'sandbox') {
    if (services.has('control')) return { kind: 'sandbox' };
    throw document.mistake(
      ['clock'],
      'clock is "sandbox"; expected the address of an orrery serve under "sandbox" as well',
    );
  }
  const factor = Number(clock.slice(0, -1));
  if (factor > 0) return { kind: 'running', factor };
  throw document.mistake(['clock'], `clock is "${clock}"; expected a factor above 0`);
}

function timeoutOf({ timeout }: TargetSource, document: SourceDocument): DurationMs {
  if (timeout === undefined) return timeoutDefaultMs;
  const timeoutMs = parseDuration(timeout);
  if (timeoutMs !== undefined && timeoutMs >= 1 && timeoutMs <= 3_600_000) return timeoutMs;
  throw document.mistake(['timeout'], `timeout is "${timeout}"; expected whole milliseconds from 1ms to 1h`);
}

/** A sandbox is reset: accounts of its past are gone. */
function keysFileOf(
  { keys }: TargetSource,
  services: ReadonlyMap<TargetService, ServiceAddress>,
  document: SourceDocument,
): string | undefined {
  if (keys === undefined) return undefined;
  if (!services.has('control')) return beside(document, keys);
  throw document.mistake(
    ['keys'],
    'keys is given for an orrery serve with control calls; expected one of them',
    {
      atKey: true,
    },
  );
}

function rulesOf({ compare }: TargetSource, document: SourceDocument): CompareRules {
  if (compare === undefined) return noRules;
  const { ignore = [], unordered = [], tolerance = {} } = compare;
  const bounds = Object.entries(tolerance).map(([field, most]): [string, Tolerance] => {
    const path = ['compare', 'tolerance', field];
    if (!field.startsWith('/'))
      throw document.mistake(
        path,
        `"${field}" is no field; expected the end of a JSON pointer such as /price`,
        {
          atKey: true,
        },
      );
    if (typeof most === 'number') return [field, { kind: 'amount', most }];
    return [field, present(parseTolerance(most), 'the schema has checked the form')];
  });
  return { ignore, unordered, tolerance: new Map(bounds) };
}
