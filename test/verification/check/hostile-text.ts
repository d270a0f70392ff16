/** Text that a shell, a terminal, curl, jq or a URL would take for something else. `$CANARY` is a file that must not appear. */
import fc from 'fast-check';
import { anyCharacter } from '../../any-character.ts';

const pieces = [
  '$(touch "$CANARY")', '`touch $CANARY`', '"; touch "$CANARY"; "', `'; touch "$CANARY"; '`, '\ntouch "$CANARY"\n',
  '| touch $CANARY', '& touch $CANARY &', ')"; touch $CANARY; : "$(', `'"$(touch $CANARY)"'`, '${CANARY:=x}', '$((1+1))', '$HOME',
  '${c1:/a}', '$${', '${', '}', '!!', '\\', '\\n', '*', '~', '>x', '<x', '#', '%s', '%7D', '~1', '~0', '-o', '@/etc/passwd', ' ', '"',
  "'", '[', ']', '{a,b}', '[1-9]', '\t', '\r', '\u001b]0;t\u0007', '\u001b[2J', '\u009b2J', '\u0085', '\u202e', '\u2028', '\ud800',
  'é', '😀', 'a', 'b7', '..', '/', '?', '&', '=', ';',
]; // prettier-ignore

export const hostileText: fc.Arbitrary<string> = fc
  .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: anyCharacter, maxLength: 3 })), {
    maxLength: 5,
  })
  .map((parts) => parts.join(''));
