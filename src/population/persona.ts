/** Made-up identities: an agent's id, its owner and its framework, by Faker from the agent's own stream. */
import { base, en, Faker } from '@faker-js/faker';
import type { Stream } from '../kernel/stream.ts';

export interface Persona {
  /** Unique within a run: a word or two and the agent's number. */
  readonly agentId: string;
  readonly owner: string;
  readonly email: string;
  /** What the agent says it is built with. */
  readonly framework: string;
  readonly purpose: string;
}

const frameworks = ['autogen', 'crewai', 'eliza', 'langchain', 'llamaindex', 'mastra', 'semantic-kernel'];

/** One generator, seeded anew for every persona: building one costs far more than seeding it. */
const faker = new Faker({ locale: [en, base] });

/** The persona of one agent; the same stream and number always give the same one. */
export function personaOf(stream: Stream, number: number): Persona {
  faker.seed(stream.word());
  const creature = faker.animal
    .type()
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, '-');
  const owner = faker.person.fullName();
  return {
    agentId: `${faker.word.adjective().toLowerCase()}-${creature}-${number}`.slice(0, 64),
    owner,
    email: faker.internet.email({ firstName: owner.split(' ')[0] ?? 'agent', provider: 'example.invalid' }),
    framework: faker.helpers.arrayElement(frameworks),
    purpose: faker.company.buzzPhrase(),
  };
}
