import { describe, expect, it } from 'vitest';
import { share } from '../../campaigns.ts';
import { documents, executeDocument, measures, snippetsOf } from './snippets.ts';

describe('the documents', () => {
  it('have snippets that are marked as runnable', () => {
    expect(documents.length).toBeGreaterThanOrEqual(4);
    expect(documents.flatMap(snippetsOf).length).toBeGreaterThanOrEqual(10);
  });

  const unmeasured = documents.filter((file) => !measures(file));
  it.each(share('documents', unmeasured))('%s does what it says, word for word', executeDocument);

  // The measurements are in snippets-measured.test.ts, which runs alone.
  it.each(documents.filter(measures))(
    '%s does what it says, word for word, but measures nothing',
    executeDocument,
  );
});
