/** Amounts in messages. */
import { formatUsdc } from '../../core/base/money.ts';

/** An amount of USDC in a message, whatever an answer has in its place. */
export const usdc = (amount: number): string => {
  const whole = Math.round(amount);
  return Number.isSafeInteger(whole) ? `${formatUsdc(whole)} USDC` : String(amount);
};
