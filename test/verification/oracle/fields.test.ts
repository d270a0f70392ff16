/** Every field of every answer is declared. */
import { expect, it } from 'vitest';
import { answerFields } from '../../../src/verification/check/answer-fields.ts';
import { declaredFields } from '../../../src/verification/oracle/fields/declared-fields.ts';

const declared = declaredFields();

it('each field of each answer is predicted, constrained or free with a reason', () => {
  const fields = answerFields();
  expect(fields.filter((field) => !declared.has(field))).toEqual([]);
  expect([...declared.keys()].filter((field) => !fields.includes(field))).toEqual([]);
});
