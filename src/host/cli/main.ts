#!/usr/bin/env node
/** The command line (program.ts has its commands). */
import { runCommandLine } from './command-line.ts';
import { guardOutput } from './output-guard.ts';
import { endWithNpx } from './parent-watch.ts';
import { supervise } from './supervisor.ts';

const words = process.argv.slice(2);
guardOutput(words);
endWithNpx();
process.exitCode = await runCommandLine(words, supervise);
