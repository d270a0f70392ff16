import type { CommandRow } from '../../command.ts';
import { json, profile, quiet, seed, set } from '../../options/common-options.ts';
import { withValue } from '../run/scenario-options.ts';

/** With `--json` it prints `ServeSchema` (docs/schemas/serve.json) once, when the port is open. */
export const serve: CommandRow = {
  name: 'serve',
  about:
    'the whole platform over HTTP on one port, with the agents of a scenario if one is named, until it is stopped',
  arguments: [
    {
      flags: '[scenario]',
      about: 'a scenario file, or the name of a shipped one; its agents live in the world',
    },
  ],
  options: [
    { flags: '--port <port>', about: 'the port; 0 finds a free one', default: '4010' },
    {
      flags: '--host <host>',
      about: 'the address to listen on; every other than loopback has to be named',
      default: '127.0.0.1',
    },
    {
      flags: '--clock <pace>',
      about: 'manual (control calls move it), real, or a factor such as 60x',
      default: 'manual',
    },
    {
      flags: '--start <instant>',
      about: 'where virtual time begins',
      without: 'that of the scenario; else 2026-01-01T00:00:00Z if manual, else now',
    },
    {
      flags: '--at <time>',
      about: 'run ahead before the port opens: a duration from the start such as 12d, or an instant',
      without: 'the start',
    },
    {
      flags: '--session <file>',
      about:
        'execute a session of GET /_sim/session again and go on there; it decides seed, profile, policies and start',
      without: 'a new session',
    },
    {
      flags: '--id-seed <text>',
      about: 'draw ids, keys and addresses from this instead; nothing else changes',
      without: 'the seed',
    },
    { ...seed, without: 'that of the scenario, else 1' },
    { ...profile, without: 'that of the scenario, else published' },
    set,
    withValue,
    json,
    quiet,
  ],
  examples: [
    'orrery serve',
    'orrery serve --clock 60x --port 0 --json',
    'orrery serve first-month --at 12d --clock 600x',
    'orrery serve first-month --session session.json',
  ],
  exitCodes: { held: 'the server was told to stop' },
  load: async () => (await import('./serve.ts')).serveCommand,
};
