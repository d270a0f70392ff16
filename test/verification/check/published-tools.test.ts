/** Tools against the calls that they stand for: the platform's own are right, and each change of one is told. */
import { expect, it } from 'vitest';
import { toolsOf } from '../../../src/core/http/mcp/tool.ts';
import { resolvePolicies, type Policies } from '../../../src/core/policy/policies.ts';
import { clientRoutes } from '../../../src/verification/check/answer-fields.ts';
import { publishedToolsMistake } from '../../../src/verification/check/published-tools.ts';

const policies = resolvePolicies('published') as Policies;
const routes = clientRoutes();
const tools = ['faucet', 'escrow'].flatMap((service) =>
  Array.from(
    toolsOf(routes, service, policies).values(),
    ({ name, description, inputSchema, outputSchema }) => {
      return { name, description, inputSchema, outputSchema };
    },
  ),
);
type Tool = (typeof tools)[number];

const told = (name: string, change: (tool: Tool) => object): string | undefined =>
  publishedToolsMistake(tools.map((tool) => (tool.name === name ? { ...tool, ...change(tool) } : tool)));
const input = ({ inputSchema }: Tool) => inputSchema as { properties?: object; required?: string[] };

it('the tools of the platform are published as their calls are', () => {
  expect(publishedToolsMistake(tools)).toBeUndefined();
  expect(publishedToolsMistake([])).toBeUndefined();
});

it.each(tools.map(({ name }) => name))('the tool %s has a description', (name) => {
  for (const description of ['', undefined, 7])
    expect(told(name, () => ({ description }))).toBe(`the tool ${name}: it has no description`);
});

/** A claim that needs no call of its own has no declared answer. */
const compared = tools.filter(({ name }) => name !== 'faucet_claim_once');
/** Of these the documents name no field of the request. */
const withoutForms = ['faucet_claim', 'faucet_referrals', 'escrow_list'];

it.each(compared.map((tool) => [tool.name, tool] as const))(
  'a change of the tool %s is told',
  (name, own) => {
    const wrong = expect.stringMatching(new RegExp(`^the tool ${name}: .*publish`));
    const strange = { type: 'object', properties: { strange: { type: 'string' } } };
    expect(told(name, () => ({ outputSchema: strange }))).toEqual(wrong);
    const { properties = {}, required } = input(own);
    const fields = withoutForms.includes(name)
      ? []
      : Object.keys(properties).filter((field) => field !== 'id');
    for (const field of fields) {
      const changed = { ...properties, [field]: { type: 'boolean' } };
      const inputSchema = { ...own.inputSchema, properties: changed, required };
      expect(
        told(name, () => ({ inputSchema })),
        field,
      ).toEqual(wrong);
    }
  },
);

it.each(['agent_get', 'escrow_get', 'escrow_release', 'escrow_refund', 'escrow_dispute'])(
  'the tool %s needs an id',
  (name) => {
    const without = (tool: Tool, part: 'required' | 'properties') => ({
      inputSchema:
        part === 'required'
          ? { ...tool.inputSchema, required: (input(tool).required ?? []).filter((field) => field !== 'id') }
          : { ...tool.inputSchema, properties: { other: {} } },
    });
    expect(told(name, (tool) => without(tool, 'required'))).toBe(
      `the tool ${name}: its input does not need an id`,
    );
    expect(told(name, (tool) => without(tool, 'properties'))).toBe(`the tool ${name}: its input has no id`);
  },
);
