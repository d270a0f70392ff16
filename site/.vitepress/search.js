/**
 * The words of a text for the search: whole names such as `ledger_drift_micros`, `--fail-above` and `limits.burst`, and their
 * parts. VitePress copies the text of the function into the site, so that it uses nothing from outside.
 * @param {string} text
 * @returns {string[]}
 */
export const tokenize = (text) =>
  text.split(/[^\p{L}\p{N}._-]+/u).flatMap((word) => {
    const parts = word.split(/[._-]+/).filter((part) => part !== '');
    const whole = word.replaceAll(/^[._]{1,9}|[._-]{1,9}$/g, '');
    return parts.length === 0 || whole === parts[0] ? parts : [whole, ...parts];
  });

/** How a question is searched for: the beginning of a word is enough, a whole name counts more than its parts. */
export const searchOptions = { fuzzy: 0.1, prefix: true, boost: { title: 4, text: 2, titles: 1 } };
