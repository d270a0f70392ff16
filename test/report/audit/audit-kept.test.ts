/** Every part of an audit's report, for few and many games, broken rounds and drawn verdicts. */
import { describe } from 'vitest';
import { describeKept } from '../../kept-digests.ts';
import { auditInputs, auditPage, auditWriters } from './audit-writers.ts';

const parts = Object.entries(auditWriters).flatMap(([writer, write]) =>
  Object.entries(auditInputs).map(([input, views]) => ({
    name: `${writer} of ${input}`,
    made: () => views.map(write),
  })),
);

/** The page joins the parts: few views show it. */
const pages = Object.entries(auditInputs).map(([input, views]) => ({
  name: `page of ${input}`,
  made: () => views.slice(0, 2).map(auditPage),
}));

describe('an audit', () => {
  describeKept(new URL('audit-kept.json', import.meta.url), [...parts, ...pages]);
});
