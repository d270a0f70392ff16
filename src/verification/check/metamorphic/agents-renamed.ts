/**
 * The same run with its agents under other ids: the same answers under the other names. The new ids have the length, the
 * kinds of characters and the order of the old ones, so that neither forms nor sorting change.
 */
import { referencePattern, type ScriptedCall } from '../../../simulation/population/script.ts';
import { hasBehaviours } from './scripted.ts';
import { mappedTexts } from './mapped-texts.ts';
import type { RecordedRun, RunRelation, Variant } from './relation.ts';

/** Draws from a stream whose name has the agent's id in it. */
const drawn = 'its outcome is drawn from a stream that is named after the agent';

export const agentsRenamed: RunRelation = {
  about: 'with the agents renamed',
  unless: {
    'casino/bet': drawn,
    'casino/batch': drawn,
    'casino/deal': drawn,
    'casino/launch': drawn,
    'casino/playTournament': drawn,
    'casino/acceptChallenge': drawn,
    'wallet/swap': drawn,
    'wallet/swap CONFLICT': 'the price has moved by what is drawn so',
    'control/requestTier': drawn,
  },
  free: {
    'control/digest /body': 'a digest folds names',
  },
  generated: {
    'transaction hash': 'a transfer to an agent that is signed has the address of that agent in it',
    'EVM address': 'an address follows from the id (gap A8)',
    'base58 or bech32': 'an address follows from the id',
    'referral code': 'a code follows from the id (gap X12)',
    '64 hexadecimal digits': 'seeds of the casino follow from the id (FAI01)',
  },
  varied: renamed,
};

function renamed(run: RecordedRun): Variant | undefined {
  const { scenario, transcript } = run;
  if (hasBehaviours(scenario)) return undefined;
  const names = new Map(transcript.agentIds.map((id) => [id, newName(id)]));
  if (names.size === 0 || !isInOrder([...names]) || isTaken(run, [...names.values()])) return undefined;
  const backwards = new Map([...names].map(([id, name]) => [name, id]));
  const rename = replacing(names, '[A-Za-z0-9._-]');
  return {
    scenario: { ...scenario, calls: scenario.calls.map((call) => renamedIn(call, rename)) },
    isCompared: () => true,
    asInFirst: replacing(backwards, '[A-Za-z0-9]'),
  };
}

const letters = ['abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '0123456789'] as const;

/** The id with every letter and digit but the first one replaced by the next. */
const newName = (id: string): string => id.slice(0, 1) + Array.from(id.slice(1), nextOf).join('');

function nextOf(character: string): string {
  const row = letters.find((known) => known.includes(character));
  return row === undefined ? character : (row[(row.indexOf(character) + 1) % row.length] as string);
}

/** True where the new ids sort as the old ones do, and no two are the same. */
function isInOrder(names: readonly (readonly [string, string])[]): boolean {
  const sorted = names.toSorted(([one], [other]) => (one < other ? -1 : 1));
  return sorted.every(([, name], index) => index === 0 || (sorted[index - 1]?.[1] ?? '') < name);
}

/** True where a new id already stands in a request: it would mean another thing then. */
function isTaken({ scenario, transcript }: RecordedRun, names: readonly string[]): boolean {
  const text = JSON.stringify([scenario.calls, transcript.agentIds]).toLowerCase();
  return names.some((name) => text.includes(name.toLowerCase()));
}

/** Replaces whole names: those with none of the characters beside them. */
function replacing(names: ReadonlyMap<string, string>, beside: string): (text: string) => string {
  const longestFirst = [...names.keys()].toSorted((one, other) => other.length - one.length);
  const alternatives = longestFirst.map((name) => name.replaceAll('.', '\\.')).join('|');
  const pattern = new RegExp(`(?<!${beside})(?:${alternatives})(?!${beside})`, 'g');
  return (text) => text.replaceAll(pattern, (name) => names.get(name) ?? name);
}

function renamedIn(call: ScriptedCall, rename: (text: string) => string): ScriptedCall {
  const inText = (text: string): string => outsideReferences(text, rename);
  const { path, query, headers, body, raw } = call;
  return { ...call, ...mappedTexts({ path, query, headers, body, raw }, inText) };
}

/** The label and the field of a reference are no names of agents. */
function outsideReferences(text: string, rename: (text: string) => string): string {
  let [done, from] = ['', 0];
  for (const { 0: reference, index } of text.matchAll(referencePattern)) {
    done += rename(text.slice(from, index)) + reference;
    from = index + reference.length;
  }
  return done + rename(text.slice(from));
}
