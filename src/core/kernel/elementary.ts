/**
 * exp and log out of additions, multiplications and divisions alone. IEEE 754 fixes every bit of those, while
 * `Math.exp`, `log` and `pow` may differ in the last bit between engines, and one bit may turn a rejection loop.
 * Within 2 ulp of the true value in the ranges that the distributions use; none of them takes a subnormal number.
 */

const ln2 = 0.6931471805599453;
/** ln 2 in two parts, the first with 32 bits, so that its multiples by an exponent are exact. */
const ln2High = 6.9314718036912381649e-1;
const ln2Low = 1.90821492927058770002e-10;

const double = new Float64Array(1);
/** The two halves of `double`; typed arrays are little-endian on everything that runs Node. */
const halves = new Uint32Array(double.buffer);

/** 2 to a whole power between -1022 and 1023, written straight into the exponent bits. */
function powerOfTwo(exponent: number): number {
  halves[0] = 0;
  halves[1] = (exponent + 1023) << 20;
  return double[0] ?? 0;
}

/** artanh(s) / s = 1 + z/3 + z^2/5 + ... where z = s^2 is at most 0.04. Written out: a loop divides each time. */
function artanhSeries(z: number): number {
  let sum = (1 / 25) * z;
  sum = (sum + 1 / 23) * z;
  sum = (sum + 1 / 21) * z;
  sum = (sum + 1 / 19) * z;
  sum = (sum + 1 / 17) * z;
  sum = (sum + 1 / 15) * z;
  sum = (sum + 1 / 13) * z;
  sum = (sum + 1 / 11) * z;
  sum = (sum + 1 / 9) * z;
  sum = (sum + 1 / 7) * z;
  sum = (sum + 1 / 5) * z;
  sum = (sum + 1 / 3) * z;
  return 1 + sum;
}

/** (e^x - 1) / x as its Taylor series, for |x| up to 0.5. */
function expm1Series(x: number): number {
  let sum = 1;
  for (let term = 17; term >= 2; term -= 1) sum = 1 + (x / term) * sum;
  return sum;
}

/** Numbers below are taken apart by their bits. */
const halvedMin = 2 ** -12;

/** The natural logarithm of a positive normal number; log(0) is minus infinity. */
export function log(x: number): number {
  if (x >= 1 || x < halvedMin) return logByBits(x);
  // Most draws lie here, and doubling is exact: a third of the time that writing and reading the halves of a double takes.
  let mantissa = x;
  let exponent = 0;
  while (mantissa <= Math.SQRT2 / 2) {
    mantissa *= 2;
    exponent -= 1;
  }
  return logOf(mantissa, exponent);
}

/** `log` for any number it takes, more slowly. */
export function logByBits(x: number): number {
  if (x === 0) return Number.NEGATIVE_INFINITY;
  double[0] = x;
  const high = halves[1] ?? 0;
  let exponent = (high >>> 20) - 1023;
  halves[1] = (high & 0xfffff) | (1023 << 20);
  let mantissa = double[0];
  if (mantissa > Math.SQRT2) {
    mantissa /= 2;
    exponent += 1;
  }
  return logOf(mantissa, exponent);
}

/** Of a mantissa above the root of a half, up to the root of two. */
function logOf(mantissa: number, exponent: number): number {
  const s = (mantissa - 1) / (mantissa + 1);
  return exponent * ln2High + (2 * s * artanhSeries(s * s) + exponent * ln2Low);
}

/** e to the power x: 0 below -708, infinity above 709. */
export function exp(x: number): number {
  if (x < -708) return 0;
  if (x > 709) return Number.POSITIVE_INFINITY;
  const exponent = Math.round(x / ln2);
  const rest = x - exponent * ln2High - exponent * ln2Low;
  return (1 + rest * expm1Series(rest)) * powerOfTwo(exponent);
}

/** (e^x - 1) / x without cancellation; 1 at 0. */
export function expm1Over(x: number): number {
  return Math.abs(x) <= 0.5 ? expm1Series(x) : (exp(x) - 1) / x;
}

/** log(1 + x) / x without cancellation, for x > -1; 1 at 0. */
export function log1pOver(x: number): number {
  if (Math.abs(x) > 0.25) return log(1 + x) / x;
  const s = x / (2 + x);
  return (2 * artanhSeries(s * s)) / (2 + x);
}
