/** Which values a control call may have, field by field, and what is said of every other one. */
import { describe, expect, it } from 'vitest';
import { controlMistakes, isCertainFund } from '../../../src/verification/oracle/models/control-forms.ts';
import { describeKept, type KeptSubject } from '../../kept-digests.ts';
import { bodies, operationOf, variantsOf } from './control-bodies.ts';

it('the calls of each form are accepted', () => {
  for (const [name, body] of Object.entries(bodies)) expect([name, controlMistakes(operationOf(name), body)]).toEqual([name, []]);
  expect(controlMistakes('clock', {})).toBeUndefined();
}); // prettier-ignore

const fieldsOf: Readonly<Record<string, readonly string[]>> = {
  requestTier: ['api_key', 'tier', 'at_once'],
  deposit: ['api_key', 'address', 'amount', 'chain'],
  fund: ['chain', 'address', 'amount', 'asset'],
};

describe('a control call', () => {
  describeKept(
    new URL('control-values.json', import.meta.url),
    Object.entries(bodies).flatMap(([name, body]): KeptSubject[] =>
      fieldsOf[operationOf(name)]!.map((field) => ({
        name: `with another ${field}: ${name}`,
        made: () => variantsOf(body, field).map((each) => [controlMistakes(operationOf(name), each), name.startsWith('fund') && isCertainFund(each)]),
      })),
    ),
  );
}); // prettier-ignore
