import { describe, expect, it } from 'vitest';
import { documents, executeDocument, measures } from './snippets.ts';

const measured = documents.filter(measures);

describe('the documents that measure a rate', () => {
  it('README.md is one', () => expect(measured).toContain('README.md'));

  it.each(measured)('%s does what it says, word for word', executeDocument);
});
