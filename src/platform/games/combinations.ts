/** n over k, exactly. */
export function choose(n: number, k: number): bigint {
  if (k < 0 || k > n) return 0n;
  let ways = 1n;
  for (let taken = 1; taken <= k; taken += 1) ways = (ways * BigInt(n - k + taken)) / BigInt(taken);
  return ways;
}
