/** How far the shrinking of a session is: a line that is rewritten on a terminal, one now and then elsewhere. */
import type { ShrinkProgress } from '../../../app/session/shrink-session.ts';
import { complain, startScreen } from '../../output/output.ts';

const screenMs = 500;
const lineMs = 10_000;

/** Shows what `onTry` heard last until `stop` is called. */
export function showShrinking(): { onTry: (progress: ShrinkProgress) => void; stop: () => void } {
  let line = 'shrinks: the whole session is executed first';
  const onTry = ({ operations, tries }: ShrinkProgress): void => {
    line = `shrinks: ${operations} operations are left after ${tries} candidates`;
  };
  if (!process.stderr.isTTY) {
    const timer = setInterval(() => complain(`${line}\n`), lineMs);
    return { onTry, stop: () => clearInterval(timer) };
  }
  const screen = startScreen();
  const timer = setInterval(() => screen.show([line]), screenMs);
  const stop = (): void => {
    clearInterval(timer);
    screen.clear();
  };
  return { onTry, stop };
}
