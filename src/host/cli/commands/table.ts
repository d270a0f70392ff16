/** Every command, in the order of the help text. A new one is a folder beside this file and a line here. */
import type { CommandRow } from '../command.ts';
import { audit } from './audit/command.ts';
import { bench } from './bench/command.ts';
import { check } from './check/command.ts';
import { compare } from './compare/command.ts';
import { completionOf } from './completion/command.ts';
import { conform } from './conform/command.ts';
import { diff } from './diff/command.ts';
import { har } from './har/command.ts';
import { init } from './init/command.ts';
import { load } from './load/command.ts';
import { merge } from './merge/command.ts';
import { policies } from './policies/command.ts';
import { record } from './record/command.ts';
import { replay } from './replay/command.ts';
import { run } from './run/command.ts';
import { serve } from './serve/command.ts';
import { session } from './session/command.ts';
import { sweep } from './sweep/command.ts';
import { validate } from './validate/command.ts';

/** Command names are unique; `completion` reads this list, so its row takes it as a function. */
export const commands: readonly CommandRow[] = [
  run,
  validate,
  record,
  replay,
  conform,
  har,
  load,
  bench,
  check,
  audit,
  serve,
  session,
  sweep,
  merge,
  policies,
  compare,
  diff,
  init,
  completionOf(() => commands),
];
