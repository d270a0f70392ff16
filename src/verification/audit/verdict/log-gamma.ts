/** The logarithm of the gamma function, by Stirling's series; alike on every engine. */
import { log } from '../../../core/kernel/elementary.ts';

const halfLogTwoPi = 0.9189385332046727;

/** log gamma(x) for x > 0, right to about 14 digits. */
export function logGamma(x: number): number {
  let [product, shifted] = [1, x];
  for (; shifted < 10; shifted += 1) product *= shifted;
  const inverse = 1 / (shifted * shifted);
  const series =
    1 / 12 - inverse * (1 / 360 - inverse * (1 / 1260 - inverse * (1 / 1680 - inverse * (1 / 1188))));
  return (shifted - 0.5) * log(shifted) - shifted + halfLogTwoPi + series / shifted - log(product);
}
