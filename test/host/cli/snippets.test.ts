import { describe, expect, it } from 'vitest';
import { documents, executeDocument, measures, snippetsOf } from './snippets.ts';

describe('the documents', () => {
  it('have snippets that are marked as runnable', () => {
    expect(documents.length).toBeGreaterThanOrEqual(4);
    expect(documents.flatMap(snippetsOf).length).toBeGreaterThanOrEqual(10);
  });

  it.each(documents.filter((file) => !measures(file)))(
    '%s does what it says, word for word',
    executeDocument,
  );
});
