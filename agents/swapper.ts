import { choice, defineAgent, duration, integer, type Agent, type Answer } from 'orrery-sim';

type Steps<T = void> = Generator<unknown, T, unknown>;

const v1 = '/wallet/v1/wallet';

/** Contracts of USDC, which a swap names its tokens by. */
const usdcOn = {
  base: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  solana: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
} as const;

const ended: readonly string[] = ['completed', 'refunded', 'expired'];

/** Swaps from chain to chain and follows every order to its end. */
export default defineAgent({
  name: 'swapper',
  about: 'Asks for quotes, orders swaps into its own wallet, and follows each order to its end.',
  parameters: {
    from: choice(['base', 'ethereum', 'solana', 'tron'], 'base', {
      about: 'The chain whose native asset it gives',
    }),
    to: choice(['base', 'solana'], 'solana', { about: 'The chain that it wants USDC on' }),
    amount: integer(1, { about: 'How much it gives, in whole units', minimum: 1 }),
    rounds: integer(5, { about: 'How many swaps', minimum: 1 }),
    every: duration('10m', { about: 'The pause after a swap' }),
  },
  *run(agent, { from, to, amount, rounds, every }) {
    const joined = yield* agent.join();
    const created = yield* agent.polite.post(`${v1}/create`);
    if (!joined.ok || !created.ok) return;
    const address = (created.body['addresses'] as Record<string, string>)[to] ?? '';
    const swap = {
      from_chain: from,
      to_chain: to,
      from_token: 'native',
      to_token: usdcOn[to],
      amount,
    };
    yield* symbolsAreRefused(agent, swap);
    for (let round = 0; round < rounds; round++) {
      yield* swapOnce(agent, { swap, address, to });
      yield* agent.sleep(every);
    }
  },
});

interface Swap {
  readonly from_chain: string;
  readonly to_chain: string;
  readonly from_token: string;
  readonly to_token: string;
  readonly amount: number;
}

/** Tokens are contracts, not symbols. */
function* symbolsAreRefused(agent: Agent, swap: Swap): Steps {
  const refused = yield* agent.polite.get(`${v1}/swap/quote`, { query: { ...swap, to_token: 'USDC' } });
  yield* agent.check('a symbol is no token', refused.code === 'BAD_REQUEST');
}

function* swapOnce(agent: Agent, plan: { swap: Swap; address: string; to: string }): Steps {
  const { swap, address, to } = plan;
  const quote = yield* agent.polite.get(`${v1}/swap/quote`, { query: { ...swap } });
  if (!quote.ok) return;
  yield* agent.check('a quote is its worth less its fees', isWhole(quote));
  const before = yield* usdcOf(agent, address, to);
  const opened = yield* agent.polite.post(`${v1}/swap`, { ...swap, to_address: address });
  if (!opened.ok) return;
  yield* agent.check('an order waits for its deposit', opened.text('status') === 'awaiting_deposit');
  const order = yield* followed(agent, opened);
  const after = yield* usdcOf(agent, address, to);
  if (order === undefined || before === undefined || after === undefined) return;
  const isPaid = order.text('status') === 'completed';
  const paid = isPaid ? microsOf(order.text('amount_out')) : 0;
  yield* agent.check('a completed order pays what it says and any other nothing', after - before === paid);
  yield* agent.check('an order ends with its transactions', hasTransactions(order));
}

function isWhole(quote: Answer): boolean {
  const fees = quote.body['fees'] as Record<string, string>;
  const parts = ['network', 'provider', 'platform'].map((name) => microsOf(fees[name]));
  const total = parts.reduce((sum, part) => sum + part, 0);
  const rest = microsOf(quote.text('value_usdc')) - total;
  return microsOf(fees['total']) === total && microsOf(quote.text('amount_out')) === rest;
}

/** Asks until the order has ended; where its deposit never comes, that takes half an hour. */
function* followed(agent: Agent, opened: Answer): Steps<Answer | undefined> {
  for (let asked = 0; asked < 200; asked++) {
    yield* agent.sleep('15s');
    const seen = yield* agent.polite.get(`${v1}/swap/status/${opened.text('order_id')}`);
    if (!seen.ok) return undefined;
    if (!ended.includes(seen.text('status'))) continue;
    const isLate = seen.receivedAtMs >= opened.instant('expires_at');
    yield* agent.check('only a late order expires', seen.text('status') !== 'expired' || isLate);
    return seen;
  }
  yield* agent.check('every order ends', false);
  return undefined;
}

function hasTransactions({ body }: Answer): boolean {
  const has = (name: string): boolean => typeof body[name] === 'string';
  switch (body['status']) {
    case 'completed':
      return has('deposit_tx_hash') && has('payout_tx_hash') && !has('refund_tx_hash');
    case 'refunded':
      return has('deposit_tx_hash') && has('refund_tx_hash');
    default:
      return !has('deposit_tx_hash') && !has('payout_tx_hash');
  }
}

function* usdcOf(agent: Agent, address: string, chain: string): Steps<number | undefined> {
  const balance = yield* agent.polite.get(`${v1}/balance/${address}`, { query: { chain } });
  return balance.ok ? microsOf(balance.list('tokens')[0]?.['balance'] as string) : undefined;
}

const microsOf = (amount: string | undefined): number => Math.round(Number(amount) * 1e6);
