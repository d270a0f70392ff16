/** What the routes of the services declare: callers, limits and refusals as in a table, and forms that hold together. */
import { expect, it } from 'vitest';
import { profiles } from '../../../src/core/base/profile.ts';
import type { Binding, PolicyChoice, Row } from '../../../src/core/http/route.ts';
import { resolvePolicies, type Policies } from '../../../src/core/policy/policies.ts';
import { platformServices } from '../../../src/platform/world/platform.ts';
import { declaredRoutes } from './declared-routes.ts';

interface Route {
  readonly name: string;
  readonly row: Row;
  readonly binding: Binding<unknown, unknown>;
}

const routes: readonly Route[] = platformServices.flatMap(({ name: service, routes: tables }) =>
  tables
    .flatMap(({ rows }): readonly Row[] => rows)
    .flatMap((row) =>
      Object.entries(row.styles).map(([style, [method, path, binding]]) => {
        return { name: `${service} ${style} ${method} ${path}`, row, binding };
      }),
    ),
);

/** As a key of `declaredRoutes`. */
function declarationOf({ access, success, limits, refusals, secret, tool }: Row): string {
  const { row, rowWhen, bucketOf, operation, endpoint, register } = limits;
  const choice = ({ policy, is }: PolicyChoice): string => `${policy}=${is}`;
  const parts = [
    typeof access === 'string' ? access : `key unless ${choice(access.keyUnless)}`,
    `${success}`,
    row && `row ${row.name}${rowWhen === undefined ? '' : ` if ${choice(rowWhen)}`}`,
    bucketOf && 'by name',
    operation && `operation ${operation.name}`,
    endpoint && `endpoint ${endpoint.name}`,
    register && (register === true ? 'register' : `register unless ${choice(register.unless)}`),
    secret && `secret ${secret.field} withheld if ${choice(secret.withheldWhen)}`,
    tool && `tool ${tool}`,
  ];
  return `${parts.filter((part) => part !== undefined).join(', ')}; ${refusals.join(' ')}`;
}

it('declare callers, limits, tools and refusals as in the table', () => {
  const declared: Record<string, string[]> = {};
  for (const { name, row } of routes) (declared[declarationOf(row)] ??= []).push(name);
  expect(declared).toEqual(declaredRoutes);
});

it('say what they are for', () => {
  for (const { name, row } of routes) expect(row.about, name).toMatch(/^[A-Z].*[^.]$/);
});

type Schema = Readonly<Record<string, unknown>>;

/** The schema and every one within it. */
function* schemasIn(schema: unknown): Generator<Schema> {
  if (typeof schema !== 'object' || schema === null) return;
  if (!Array.isArray(schema)) yield schema as Schema;
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'properties' || key === 'patternProperties')
      yield* Object.values(value as Schema).flatMap((inner) => [...schemasIn(inner)]);
    else if (!['enum', 'const', 'default'].includes(key)) yield* schemasIn(value);
  }
}

const policies = profiles.map((profile) => resolvePolicies(profile) as Policies);

/** What a call is read by, under all choices of a profile, and what it is answered with. */
function formsOf(binding: Route['binding']) {
  const { body, query, params, answer } = binding;
  const chosen = policies.map((choices) => binding.under?.(choices) ?? {});
  const read = [{ body, query, params }, ...chosen].flatMap((parts) => Object.values(parts));
  return { read: read.flatMap((form) => [...schemasIn(form)]), answered: [...schemasIn(answer)] };
}

const isText = (value: unknown): boolean => typeof value === 'string' && /^\S/.test(value);
const types = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];

/** Each keyword, and what its value has to be wherever it stands. */
const keywords: Readonly<Record<string, (value: unknown) => boolean>> = {
  type: (type) => types.includes(type as string),
  description: isText,
  // The whole text has the form, not a part of it.
  pattern: (pattern) => /^\^.+\$$/s.test(pattern as string),
  enum: (values) => (values as unknown[]).length > 0 && !(values as unknown[]).includes(''),
  anyOf: (choices) => (choices as unknown[]).length > 1,
  const: (value) => value !== '',
};

it('are read and answered with forms whose keywords all say something', () => {
  for (const { name, binding } of routes) {
    const { read, answered } = formsOf(binding);
    for (const schema of [...read, ...answered])
      for (const [keyword, holds] of Object.entries(keywords))
        if (Object.hasOwn(schema, keyword))
          expect(holds(schema[keyword]), `${name}: ${JSON.stringify(schema)}`).toBe(true);
  }
});

const isBoundedText = (schema: Schema): boolean =>
  ['maxLength', 'pattern', 'enum', 'const', 'format'].some((name) => Object.hasOwn(schema, name));

it('read no text without a bound', () => {
  for (const { name, binding } of routes)
    for (const schema of formsOf(binding).read)
      if (schema['type'] === 'string')
        expect(isBoundedText(schema), `${name} ${JSON.stringify(schema)}`).toBe(true);
});

it('answer with objects whose fields are declared, and name no others as documented, drawn or prose', () => {
  for (const { name, binding } of routes) {
    const { answered } = formsOf(binding);
    const fields = new Set(answered.flatMap(({ properties = {} }) => Object.keys(properties as object)));
    for (const { type, required = [], properties = {}, ...rest } of answered) {
      if (type === 'object')
        expect(Object.keys(properties as object).length + Object.keys(rest).length, name).toBeGreaterThan(0);
      expect(Object.keys(properties as object), name).toEqual(expect.arrayContaining(required as string[]));
      if (type === 'array') expect(rest, name).toHaveProperty('items');
    }
    for (const listed of [binding.documented, binding.drawn, binding.prose])
      for (const path of listed ?? []) {
        const words = path.split('/').filter((word) => word !== '' && word !== '*');
        expect(words.length, name).toBeGreaterThan(0);
        for (const word of words) expect(fields, `${name}: ${path}`).toContain(word);
      }
  }
});
