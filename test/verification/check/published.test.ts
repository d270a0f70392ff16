/** What a call publishes of its request and its answer is neither narrower nor wider than what is documented. */
import { expect, it } from 'vitest';
import { Type } from 'typebox';
import { clientRoutes } from '../../../src/verification/check/answer-fields.ts';
import { LaxAnswers } from '../../../src/verification/check/published-answers.ts';
import { unlikeForms } from '../../../src/verification/check/published-forms.ts';
import { publishedMistake, type WatchedRoute } from '../../../src/verification/check/published.ts';

const routes = clientRoutes();

it('every route publishes the documented forms of its request and the declared fields of its answer', () => {
  const wrong = routes.flatMap((route) => {
    const mistake = publishedMistake(route, false);
    return mistake === undefined ? [] : [`${route.method} ${route.template}: ${mistake}`];
  });
  expect(wrong).toEqual([]);
});

it('a request schema that admits more, or less, is told', () => {
  const agentId = Type.String({ minLength: 1, maxLength: 64 });
  const named = (properties: Parameters<typeof Type.Object>[0]) =>
    unlikeForms(Type.Object({ referrer: Type.Optional(agentId), ...properties }), 'faucet/A/register', false);
  expect(named({ agent_id: agentId })).toBeUndefined();
  expect(named({ agent_id: Type.String() })).toBe(
    'it publishes that agent_id may be ""; expected text 1 64 !',
  );
  expect(named({ agent_id: agentId, other: Type.String() })).toContain('it does not publish that');
  expect(named({ agent_id: Type.Optional(agentId) })).toBe('it publishes that agent_id may be left out');
});

it('an answer schema that takes any type is told, once in a run', () => {
  const [route] = routes.filter(({ template }) => template === '/faucet/agents') as [WatchedRoute];
  const { service, style, row, method, template, binding } = route;
  const answer = Type.Object({});
  const lax = {
    service,
    style,
    row,
    method,
    template,
    binding: { ...binding, answer },
  } as unknown as WatchedRoute;
  const run = new LaxAnswers();
  expect(run.mistake(lax, { total_agents: 3 })).toBe(
    'it publishes that /total_agents may be of another type',
  );
  expect(run.mistake(lax, { total_agents: 3 })).toBeUndefined();
  expect(new LaxAnswers().mistake(route, { total_agents: 3, agents: [] })).toBeUndefined();
});

it('a schema that lets a parameter of a bet be left out is told', () => {
  const [route] = routes.filter(({ template }) => template.endsWith('/kelly/optimal')) as [WatchedRoute];
  const { body } = route;
  expect(unlikeForms(body as object, 'casino/A/kellyOptimal', false)).toBeUndefined();
  const text = JSON.stringify(body);
  const lax = JSON.parse(text.replaceAll(/"picks"(?!:),?/g, '').replaceAll(',]', ']')) as object;
  expect(text).toContain('"picks"');
  expect(unlikeForms(lax, 'casino/A/kellyOptimal', false)).toContain('"game":"keno"');
});
