/** Survivors of what speaks with a target, but for the comparison that no test can notice, each with the reason. */

const mistakeThrown = 'a mistake was kept before and is thrown: the value is never read';

export const equivalentsOfLive: Readonly<Record<string, string>> = {
  'live/traffic/target/bounds.ts: usdc === undefined -> false': 'no amount has no micros',
  'live/traffic/target/headers.ts: /^Bearer +(.*)$/is -> /^Bearer +(.*)/is':
    'a dot that matches every character goes to the end by itself',
  'live/traffic/target/pinned-addresses.ts: /^::ffff:(\\d+\\.\\d+\\.\\d+\\.\\d+)$/ -> /^::ffff:(\\d+\\.\\d+\\.\\d+\\.\\d)$/':
    'an address of IPv6 has been written with hexadecimal digits before, and the list knows mapped ones',
  'live/traffic/target/target.ts: \'\' -> "Stryker was here!"': mistakeThrown,
  'live/traffic/target/target.ts: { micros: undefined, requests: undefined } -> {}': mistakeThrown,
};
