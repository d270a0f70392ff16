/** The interface of a platform in a test or a script. */
import type { Profile } from '../../core/base/profile.ts';
import type { Response } from '../../core/http/message.ts';
import type { PolicyChoices } from '../../core/policy/policies.ts';
import type { ScenarioObject } from '../../simulation/scenario/scenario-object.ts';
import type { GroupSource } from '../../simulation/scenario/schema.ts';
import type { RunScenario } from './run/loaded-scenario.ts';

/**
 * The settings of a world, each with a default. An unknown policy, option or start throws before a world exists.
 */
export interface CreateWorld {
  /** `1` unless given; the same seed and requests give the same answers. */
  readonly seed?: string | number;
  readonly profile?: Profile;
  readonly policies?: PolicyChoices;
  /** An instant in UTC such as `2026-01-01T00:00:00Z`. */
  readonly start?: string;
}

/**
 * What a call sends beside method, path and body. Due events of the present instant run before the call; the clock
 * does not move.
 */
export interface CallOptions {
  /** The API key of the caller. */
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** The client's IP address; some limits are counted by it. */
  readonly ip?: string;
}

/** The settings of a world in which the agents of a scenario live. */
export interface InhabitedWorld extends RunScenario {
  /** A scenario file, the name of a shipped one, or an object. */
  readonly scenario: string | ScenarioObject;
  /** Runs ahead first: a duration from the start such as `12d`, or an instant. */
  readonly at?: string;
}

/** A point in the past or present of a world. */
export interface WorldPoint {
  readonly branch: string;
  /** RFC 3339, virtual. */
  readonly now: string;
  /** Events of the digest so far. */
  readonly event: number;
  readonly digest: string;
}

/** What two branches of a world differ in. */
export interface BranchComparisonResult {
  readonly a: WorldPoint;
  readonly b: WorldPoint;
  /** Both have the same digest. */
  readonly same: boolean;
  /** The first request at which they part, and in what; null in place of a request that one of them does not have. */
  readonly parted: {
    readonly field: string;
    readonly a: PartedRequest | null;
    readonly b: PartedRequest | null;
  } | null;
  /** How many agents have another balance, and the first 100 of them; null for one that is not registered. */
  readonly differing: number;
  readonly balances: readonly {
    readonly agent: string;
    readonly a: string | null;
    readonly b: string | null;
  }[];
}

/** A request as one of two branches had it. */
export interface PartedRequest {
  /** The number of its event in the digest. */
  readonly event: number;
  /** RFC 3339, virtual. */
  readonly at: string;
  /** Empty for a client from outside. */
  readonly agent: string;
  readonly service: string;
  readonly operation: string;
  /** `POST /faucet/claim`. */
  readonly call: string;
  readonly status: number;
  readonly code: string;
  /** A hash of the body of the answer. */
  readonly answer: string;
}

/** Agents that join a world: a behaviour and how many of it, as a line of a scenario's `population`. */
export type JoiningAgents = Omit<GroupSource, 'agent' | 'addresses'>;

/** An agent of a world, from its scenario or added. */
export interface WorldAgent {
  /** `escrow-seller/3`: its group and its number there. */
  readonly name: string;
  readonly behaviour: string;
  /** How the platform knows it once it has arrived. */
  readonly agentId: string;
}

/** The agents that live in a world. */
export interface WorldAgents {
  readonly count: number;
  /** Those of a group, or all of them. */
  list(group?: string): readonly WorldAgent[];
  /**
   * Lets agents join at the present instant; gives those that have. `agent` is a shipped behaviour, one of the scenario, or a
   * path such as `./my-agent.ts`. Rejects for one that there is not and for a wrong parameter, and no agent joins then.
   */
  add(agent: string, options?: JoiningAgents): Promise<readonly WorldAgent[]>;
}

/** One whole platform under a virtual clock that stands still until it is advanced. */
export interface OwnWorld {
  readonly seed: string;
  /** RFC 3339, virtual. */
  readonly now: string;
  /** The digest of all events so far, as `orrery run` prints it. */
  readonly digest: string;
  readonly policyHash: string;
  /** The difference between balances and transfers, in micro-USDC: 0 unless Orrery is broken. */
  readonly driftMicros: number;
  /** The last point of each branch. */
  readonly branches: readonly WorldPoint[];
  readonly agents: WorldAgents;
  get(path: string, options?: CallOptions): Response;
  post(path: string, body?: unknown, options?: CallOptions): Response;
  put(path: string, body?: unknown, options?: CallOptions): Response;
  delete(path: string, options?: CallOptions): Response;
  /** Moves the clock by a duration such as `24h`, or to an instant, and runs what falls due. Says how many events ran. */
  advance(byOrTo: string): number;
  /** Names the present. Throws for a name that is taken. */
  checkpoint(name: string): WorldPoint;
  /**
   * Goes back to a checkpoint, an instant or the number of an event: the world is executed again, and its digest must be
   * the one it was. What followed stays in its branch. Throws for the future and for an unknown name, and changes nothing then.
   */
  rewind(to: string | number, options?: { readonly branch?: string }): WorldPoint;
  /** Goes on in a new branch from the present on; the present branch ends here. */
  branch(name: string): WorldPoint;
  /** Goes to the last point of another branch. */
  switchTo(branch: string): WorldPoint;
  /** Compares two branches at their last points; the second one is the present branch unless given. Throws for an unknown name. */
  compare(a: string, b?: string): BranchComparisonResult;
}
