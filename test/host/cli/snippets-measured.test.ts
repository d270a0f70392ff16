import { describe, expect, it } from 'vitest';
import { documents, executeMeasured, measures } from './snippets.ts';

const measured = documents.filter(measures);

describe('the documents that measure a rate', () => {
  it('README.md is one', () => expect(measured).toContain('README.md'));

  it.each(measured)('what %s measures is as it says, word for word', executeMeasured);
});
