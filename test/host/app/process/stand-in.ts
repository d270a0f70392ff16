/** A real second process of Node that runs a short script in place of the command line, which takes long to start. */
import { onTestFinished } from 'vitest';

/** Arguments of Node that let it run the script; the words of the call follow the command line's file in `process.argv`. */
export const evaluating = (script: string): string[] => ['--input-type=commonjs', '--eval', script];

/** Until the end of the test, second processes run this script. */
export function standsIn(script: string): void {
  const before = process.execArgv;
  process.execArgv = evaluating(script);
  onTestFinished(() => {
    process.execArgv = before;
  });
}

/** Sets a variable of this process until the end of the test; undefined takes it away. */
export function withVariable(name: string, value: string | undefined): void {
  const before = process.env[name];
  const set = (to: string | undefined): void => {
    if (to === undefined) delete process.env[name];
    else process.env[name] = to;
  };
  set(value);
  onTestFinished(() => set(before));
}
