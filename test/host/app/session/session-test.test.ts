/** The text of a test that a session becomes. */
import { expect, it } from 'vitest';
import { sessionTest } from '../../../../src/host/app/session/session-test.ts';
import { joined, madeSession, scenarioOf, type Happened, type MadeParts } from './made-session.ts';

const key = 'sk_live_aaaaaaaaaaaaaaaaaaaaaaaa';

/** The lines within the test, without its first one, which makes the world, and its last, which closes it. */
function linesOf(happened: readonly Happened[], parts: MadeParts = {}, scenario?: string): string[] {
  const { text } = sessionTest(madeSession(happened, parts), scenario);
  const lines = text.split('\n');
  return lines.slice(lines.findIndex((line) => line.startsWith('it(')) + 1, -2);
}
const at = (time: string): string => `  world.advance('2026-03-01T${time}.000Z');`;
const whole = 'start: "2026-03-01T00:00:00.000Z", seed: "7", profile: "published"';

it('is whole text: imports, a reader of fields, requests by instant and the digest', () => {
  const escrow = { call: 'POST /escrow/escrow', key, status: 404 } as const;
  const executed = madeSession([
    joined('mine', key),
    { ...escrow, json: { amount: '1.00', receiver: 'other' } },
    { ...escrow, atMs: 1000, call: 'GET /escrow/escrow/esc_1', query: { a: '1' } },
  ]);
  expect(sessionTest(executed, undefined)).toEqual({
    requests: 3,
    leftOut: 0,
    text: `import { createWorld } from 'orrery-sim';
import { expect, it } from 'vitest';

const fieldOf = ({ body }: { body: unknown }, ...path: string[]): string =>
  String(path.reduce((value, key) => (value as Record<string, unknown>)[key], body));

it('gives the answers of the session', { timeout: 120_000 }, async () => {
  const world = await createWorld({ ${whole} });
  world.advance('2026-03-01T00:00:00.000Z');
  const answer0 = world.post("/faucet/register", { agent_id: "mine" }, { ip: "203.0.113.7" });
  expect(answer0.status).toBe(201);
  expect(world.post("/escrow/escrow", { amount: "1.00", receiver: "other" }, { key: fieldOf(answer0, "api_key"), ip: "203.0.113.7" }).status).toBe(404);
  world.advance('2026-03-01T00:00:01.000Z');
  expect(world.get("/escrow/escrow/esc_1", { key: fieldOf(answer0, "api_key"), query: { a: "1" }, ip: "203.0.113.7" }).status).toBe(404);
  world.advance('2026-03-01T01:00:00.000Z');
  expect(world.digest).toBe('the-digest');
});
`,
  });
});

it('has no reader of fields where no answer is referred to, and may have no request at all', () => {
  expect(sessionTest(madeSession([]), undefined)).toEqual({
    requests: 0,
    leftOut: 0,
    text: `import { createWorld } from 'orrery-sim';
import { expect, it } from 'vitest';

it('gives the answers of the session', { timeout: 120_000 }, async () => {
  const world = await createWorld({ ${whole} });
  world.advance('2026-03-01T01:00:00.000Z');
  expect(world.digest).toBe('the-digest');
});
`,
  });
});

it('leaves out a request whose body is no JSON, and then promises no digest', () => {
  const happened: Happened[] = [
    { call: 'GET /faucet/agents' },
    { call: 'POST /faucet/claim', text: '{no json', status: 400 },
    { call: 'GET /faucet/agents' },
  ];
  expect(sessionTest(madeSession(happened), undefined)).toMatchObject({ requests: 2, leftOut: 1 });
  const line = '  expect(world.get("/faucet/agents", { ip: "203.0.113.7" }).status).toBe(200);';
  expect(linesOf(happened).slice(1)).toEqual([at('00:00:00'), line, line, at('01:00:00')]);
});

it('promises no digest where a tool was called, since its test calls the path behind it', () => {
  const lines = linesOf([
    { call: 'GET /faucet/agents', tool: { name: 'agents', input: {} } },
    { call: 'GET /faucet/agents' },
  ]);
  expect(lines.at(-1)).toBe(at('01:00:00'));
});

const request = (happened: Omit<Happened, 'call'> & Partial<Pick<Happened, 'call'>>): string => {
  const lines = linesOf([joined('mine', key), { call: 'PUT /x', ...happened }]);
  return (
    lines
      .at(-3)
      ?.replace(/^ {2}expect\(world\./, '')
      .replace(/\.status\)\.toBe\(200\);$/, '') ?? ''
  );
};
const ip = 'ip: "203.0.113.7"';

it.each<[string, Parameters<typeof request>[0], string]>([
  ['a GET without a body', { call: 'GET /x' }, `get("/x", { ${ip} })`],
  ['a DELETE, of which a body is not said', { call: 'DELETE /x', json: [1] }, `delete("/x", { ${ip} })`],
  ['a POST without a body', { call: 'POST /x' }, `post("/x", undefined, { ${ip} })`],
  ['a PUT without a body', {}, `put("/x", undefined, { ${ip} })`],
  ['a body that was read', { body: { a: 1 } }, `put("/x", { a: 1 }, { ${ip} })`],
  ['an empty object', { json: {} }, `put("/x", {}, { ${ip} })`],
  ['a list', { json: [1, 'b', [], true, null] }, `put("/x", [1, "b", [], true, null], { ${ip} })`],
  [
    'names that need quotes and names that need none',
    { json: { a1_Z: 1, _b: 2, '1a': 3, 'a-b': 4, 'a b': 5, '': 6 } },
    `put("/x", { a1_Z: 1, _b: 2, "1a": 3, "a-b": 4, "a b": 5, "": 6 }, { ${ip} })`,
  ],
  [
    'an integer as a name',
    { json: { 5: 'a', b: { c: null } } },
    `put("/x", { "5": "a", b: { c: null } }, { ${ip} })`,
  ],
  ['a query', { query: { a: '1', b: '' } }, `put("/x", undefined, { query: { a: "1", b: "" }, ${ip} })`],
  [
    'the key of an earlier answer, and another header',
    { key, headers: { 'x-forwarded-for': '198.51.100.1' } },
    `put("/x", undefined, { key: fieldOf(answer0, "api_key"), headers: { "x-forwarded-for": "198.51.100.1" }, ${ip} })`,
  ],
  [
    'an authorization that is no bearer',
    { headers: { authorization: 'Basic eDp5', 'content-type': 'application/json' } },
    `put("/x", undefined, { headers: { authorization: "[redacted]" }, ${ip} })`,
  ],
  [
    'no header but the type',
    { headers: { 'content-type': 'text/plain' } },
    `put("/x", undefined, { ${ip} })`,
  ],
  ['quotes and a backslash', { json: { a: '`"\\' } }, `put("/x", { a: "\`\\"\\\\" }, { ${ip} })`],
  ['a dollar', { json: { a: '$5 and ${b}' } }, `put("/x", { a: "$5 and \${b}" }, { ${ip} })`],
  ['dollars side by side', { json: { a: '$$x$' } }, `put("/x", { a: "$$x$" }, { ${ip} })`],
  ['a reference alone', { json: { a: key } }, `put("/x", { a: fieldOf(answer0, "api_key") }, { ${ip} })`],
  [
    'a reference within a text',
    { json: { a: `is ${key}, yes` } },
    `put("/x", { a: \`is \${fieldOf(answer0, "api_key")}, yes\` }, { ${ip} })`,
  ],
  [
    'a reference at the end of a text',
    { json: { a: `is ${key}` } },
    `put("/x", { a: \`is \${fieldOf(answer0, "api_key")}\` }, { ${ip} })`,
  ],
  [
    'a reference among signs that a template would read',
    { json: { a: `\`\\$ ${key} \`\\$` } },
    `put("/x", { a: \`\\\`\\\\\\$ \${fieldOf(answer0, "api_key")} \\\`\\\\\\$\` }, { ${ip} })`,
  ],
  [
    'two references side by side',
    { json: { a: `${key} ${key}` } },
    `put("/x", { a: \`\${fieldOf(answer0, "api_key")} \${fieldOf(answer0, "api_key")}\` }, { ${ip} })`,
  ],
])('says %s', (_what, happened, line) => expect(request(happened)).toBe(line));

it('refers to a field by each part of its path, whatever is in its name', () => {
  const issued = 'sk_live_bbbbbbbbbbbbbbbbbbbbbbbb';
  const lines = linesOf([
    { call: 'GET /x', answer: { 'a/b~c}d$e#f': [{ api_key: issued }] } },
    { call: 'GET /x', key: issued },
  ]);
  expect(lines[4]).toBe(
    `  expect(world.get("/x", { key: fieldOf(answer0, "a/b~c}d$e#f", "0", "api_key"), ${ip} }).status).toBe(200);`,
  );
});

it('names only the answers that are referred to', () => {
  const other = 'sk_live_cccccccccccccccccccccccc';
  const lines = linesOf([joined('one', other), joined('two', key), { call: 'GET /faucet/balance', key }]);
  const join = (name: string): string => `world.post("/faucet/register", { agent_id: "${name}" }, { ${ip} })`;
  expect(lines.slice(2, 6)).toEqual([
    `  expect(${join('one')}.status).toBe(201);`,
    `  const answer1 = ${join('two')};`,
    '  expect(answer1.status).toBe(201);',
    `  expect(world.get("/faucet/balance", { key: fieldOf(answer1, "api_key"), ${ip} }).status).toBe(200);`,
  ]);
});

it('lets agents join that did, and calls where they did not', () => {
  const add = {
    call: 'POST /_sim/agents',
    json: { agent: 'escrow-seller', count: 2, with: { every: '3h' } },
  } as const;
  expect(linesOf([{ ...add, status: 201 }]).slice(1, 3)).toEqual([
    at('00:00:00'),
    `  await world.agents.add('escrow-seller', { count: 2, with: { every: "3h" } });`,
  ]);
  expect(linesOf([{ ...add, status: 409 }]).slice(1, 3)).toEqual([
    at('00:00:00'),
    `  expect(world.post("/_sim/agents", { agent: "escrow-seller", count: 2, with: { every: "3h" } }, { ${ip} }).status).toBe(409);`,
  ]);
  expect(linesOf([{ call: 'POST /faucet/register', json: {}, status: 201 }])[2]).toBe(
    `  expect(world.post("/faucet/register", {}, { ${ip} }).status).toBe(201);`,
  );
});

const firstLine = (parts: MadeParts, scenario?: string): string[] =>
  linesOf([], parts, scenario).slice(0, -2);

it.each([
  ['published', { 'errors.order': 'limiter-first' }, ''],
  ['published', { 'errors.order': 'auth-first' }, ', policies: { "errors.order": "auth-first" }'],
  ['consistent', {}, ''],
  [
    'consistent',
    { 'errors.order': 'auth-first', 'errors.faucetClaimedStatus': '400' },
    ', policies: { "errors.order": "auth-first", "errors.faucetClaimedStatus": "400" }',
  ],
] as const)('makes a world of the profile %s with what %o changes of it', (profile, policies, changed) => {
  expect(firstLine({ profile, policies })).toEqual([
    `  const world = await createWorld({ start: "2026-03-01T00:00:00.000Z", seed: "7", profile: "${profile}"${changed} });`,
  ]);
});

it('makes a world of a scenario by its name, with the policies that are not those of the scenario', async () => {
  const scenario = await scenarioOf({ policies: { 'errors.order': 'auth-first' } });
  const line = (changed: string): string =>
    `  const world = await createWorld({ scenario: "./small.yaml", seed: "7", profile: "published"${changed} });`;
  const made = (policies: Record<string, string>): string[] =>
    firstLine({ scenario, policies }, './small.yaml');
  expect(made({ 'errors.order': 'auth-first' })).toEqual([line('')]);
  expect(made({})).toEqual([line(', policies: { "errors.order": "limiter-first" }')]);
});

it('resets a world of a scenario to the start of the session where it is another one', async () => {
  const parts = { scenario: await scenarioOf({ start: '2026-02-01T00:00:00Z' }) };
  expect(firstLine(parts, './small.yaml')).toEqual([
    `  const world = await createWorld({ scenario: "./small.yaml", seed: "7", profile: "published" });`,
    `  world.post('/_sim/reset', { start: '2026-03-01T00:00:00.000Z' });`,
  ]);
});
