/** Synthetic identities by Faker: an agent's id, owner and framework, from the agent's own stream. */
import { base, en, Faker } from '@faker-js/faker';
import { nameHash } from '../../core/base/name-hash.ts';
import type { Stream } from '../../core/kernel/stream.ts';

/** A synthetic identity; no part of it decides how an agent behaves. Emails use example.invalid. */
export interface Persona {
  /** Unique within a run: two words and the agent's name. */
  readonly agentId: string;
  readonly owner: string;
  readonly email: string;
  /** The framework that the agent claims to use. */
  readonly framework: string;
  readonly purpose: string;
}

const frameworks = ['autogen', 'crewai', 'eliza', 'langchain', 'llamaindex', 'mastra', 'semantic-kernel'];

/** One generator, reseeded for every persona, because building one is expensive. */
const faker = new Faker({ locale: [en, base] });

/** The faucet takes ids of at most 64 characters. */
const agentIdLengthMax = 64;

/** The persona of one agent, named `group/number`; the same stream and name always give the same one. */
export function personaOf(stream: Stream, name: string): Persona {
  faker.seed(stream.word());
  const creature = faker.animal
    .type()
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, '-');
  const owner = faker.person.fullName();
  return {
    agentId: agentIdOf(`${faker.word.adjective().toLowerCase()}-${creature}`, name),
    owner,
    email: faker.internet.email({ firstName: owner.split(' ')[0] ?? 'agent', provider: 'example.invalid' }),
    framework: faker.helpers.arrayElement(frameworks),
    purpose: faker.company.buzzPhrase(),
  };
}

/** `aged-tiger_escrow-buyer-17`: the name makes it unique, so a long name cuts the words; no word has an underscore. */
function agentIdOf(words: string, name: string): string {
  const [group = '', number = ''] = name.split('/');
  const wordsLengthMax = agentIdLengthMax - `_${group}-${number}`.length;
  if (wordsLengthMax >= 0) return `${words.slice(0, wordsLengthMax)}_${group}-${number}`;
  return `${words}_${nameHash(group) >>> 0}-${number}`;
}
