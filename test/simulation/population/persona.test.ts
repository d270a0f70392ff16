import { describe, expect, it } from 'vitest';
import { Streams } from '../../../src/core/kernel/stream.ts';
import { personaOf, type Persona } from '../../../src/simulation/population/persona.ts';

const streams = new Streams('7');
const persona = (number: number, seed = streams): Persona =>
  personaOf(seed.stream(`agents/a/${number}/persona`), `a/${number}`);

describe('personas', () => {
  const town = Array.from({ length: 10_000 }, (_, number) => persona(number));

  it('of 10,000 agents have ids that the faucet takes, no two the same', () => {
    for (const { agentId } of town) expect(agentId).toMatch(/^[A-Za-z0-9._-]{1,64}$/);
    expect(new Set(town.map(({ agentId }) => agentId)).size).toBe(10_000);
  });

  it('of 10,000 agents have owners, purposes, frameworks, and undeliverable email addresses', () => {
    for (const { email, owner, framework, purpose } of town) {
      expect(email).toMatch(/^[^@\s]+@example\.invalid$/);
      expect([owner.length > 2, framework.length > 3, purpose.length > 5]).toEqual([true, true, true]);
    }
    expect(new Set(town.map(({ framework }) => framework)).size).toBe(7);
    expect(new Set(town.map(({ owner }) => owner)).size).toBeGreaterThan(5000);
  });

  it('are the same each time, in any order of creation', () => {
    const backwards = [9, 500, 3, 9, 0].map((number) => persona(number));
    expect(backwards).toEqual([9, 500, 3, 9, 0].map((number) => town[number]));
  });

  it('are others under another seed', () => {
    const same = Array.from(
      { length: 50 },
      (_, number) => persona(number, new Streams('8')).owner === town[number]?.owner,
    );
    expect(same.filter(Boolean).length).toBeLessThan(5);
  });
});
