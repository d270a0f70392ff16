/** A name in a scenario or a call that leads to some other file shows nothing of what is in it. */
import { describe, expect, it } from 'vitest';
import { readTarget } from '../../../src/live/traffic/target/target.ts';
import { mistakeIn } from './files.ts';

const foreign: readonly [string, string][] = [
  ['a list of users', 'root:x:0:0:hunter2:/root:/bin/bash\ndaemon:x:1:1:hunter2\n'],
  ['a line of text', 'hunter2'],
  ['a list', '- hunter2\n- hunter2\n'],
  ["somebody else's settings", 'name: hunter2\ngithub.com:\n  hunter2: hunter2\n'],
  ['settings of JSON', '{"hunter2": "hunter2"}'],
  ['a key', '-----BEGIN PRIVATE KEY-----\nhunter2+/=\n-----END PRIVATE KEY-----\n'],
  ['broken YAML', 'a: "hunter2\n b: ]hunter2'],
  ['an unknown alias', 'a: *hunter2\n'],
  ['a reserved character', 'a: @hunter2 `hunter2`\n'],
  ['a tag', '!hunter2 {a: 1}\n'],
  ['settings of another kind', '[hunter2]\nkey = hunter2\n'],
];

describe('a file that is something else', () => {
  it.each(foreign)('is named and not shown where a scenario extends it: %s', async (_what, text) => {
    const message = await mistakeIn({ 'a.yaml': 'extends: other\nfor: 1h\n', other: text });
    expect(message).toMatch(/other:\d+:\d+: /);
    expect(message).not.toContain('hunter2');
  });

  it.each(foreign)('is named and not shown where it is given as a target: %s', (_what, text) => {
    let message = '';
    try {
      readTarget('other', text);
    } catch (error) {
      message = (error as Error).message;
    }
    expect(message).toMatch(/^other:\d+:\d+: /);
    expect(message).not.toContain('hunter2');
  });
});
