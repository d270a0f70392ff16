#!/usr/bin/env node
/** The command line (program.ts has its commands). */
import { runCommandLine } from './command-line.ts';
import { guardOutput } from './output/output-guard.ts';
import { endWithNpx } from './supervision/parent-watch.ts';
import { supervise } from './supervision/supervisor.ts';

const words = process.argv.slice(2);
guardOutput(words);
endWithNpx();
process.exitCode = await runCommandLine(words, supervise);
