/**
 * `POST /_sim/deposit`: an outside party sends USDC to an agent. It replaces the real chains that a world does not
 * have; the casino credits the deposit (docs/decisions/013).
 */
import { Type } from 'typebox';
import { formatUsdc, type Micros } from '../../core/base/money.ts';
import { Refusal, refuse, type Outcome } from '../../core/base/refusal.ts';
import { formatInstant } from '../../core/base/time.ts';
import { binding, rowsOf } from '../../core/http/route.ts';
import { InstantText, readAmount, TxHash, usdcFrom, UsdcText } from '../../core/http/wire.ts';
import { chainNames, type ChainName } from '../services/casino/cashier/chains.ts';
import { defaultChain, type DepositNow } from '../services/casino/cashier/deposits.ts';
import type { World } from '../world/world.ts';
import { controlCall } from './row.ts';

type Target = { readonly apiKey: string } | { readonly address: string };

/** The operation of the deposit call on one world. */
export class DepositControl {
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  /** Refuses NOT_FOUND (key, address), BAD_REQUEST (chain, sum of all deposits). */
  deposit(request: { to: Target; chain: ChainName | undefined; amountMicros: Micros }): Outcome<DepositNow> {
    const { to, chain, amountMicros } = request;
    const { deposits } = this.#world.casino.cashier;
    if ('address' in to) return deposits.sendTo(to.address, { chain, amountMicros });
    const agent = this.#world.agents.find(`Bearer ${to.apiKey}`);
    if (agent === undefined) return refuse('NOT_FOUND', 'there is no such API key');
    return deposits.send(agent, { chain: chain ?? defaultChain, amountMicros });
  }
}

const row = rowsOf<DepositControl>();

function readTarget({ api_key: apiKey, address }: { api_key?: string; address?: string }): Outcome<Target> {
  if (apiKey !== undefined && address === undefined) return { apiKey };
  if (address !== undefined && apiKey === undefined) return { address };
  return refuse('BAD_REQUEST', 'expected either api_key or address, and not both');
}

/** The row of `/_sim/deposit`; every world answers it. */
export const depositRows = [
  row('deposit', {
    ...controlCall,
    about: "Send USDC to an agent's deposit address from outside",
    refusals: ['BAD_REQUEST', 'NOT_FOUND'],
    styles: {
      control: [
        'POST',
        '/deposit',
        binding({
          body: Type.Object({
            api_key: Type.Optional(Type.String({ description: 'of the agent; or its address' })),
            address: Type.Optional(Type.String({ description: 'a deposit address that was given out' })),
            amount: usdcFrom(1),
            chain: Type.Optional(Type.Enum([...chainNames])),
          }),
          read: ({ body }) => {
            const to = readTarget(body);
            if (to instanceof Refusal) return to;
            const amountMicros = readAmount(body.amount, 'amount', 1);
            return amountMicros instanceof Refusal ? amountMicros : { to, chain: body.chain, amountMicros };
          },
          answer: Type.Object({
            deposit_id: Type.String(),
            agent_id: Type.String(),
            chain: Type.String(),
            address: Type.String(),
            amount: UsdcText,
            tx_hash: TxHash,
            due_at: InstantText,
          }),
          write: ({ deposit }: DepositNow) => ({
            deposit_id: deposit.depositId,
            agent_id: deposit.agent.agentId,
            chain: deposit.chain,
            address: deposit.address,
            amount: formatUsdc(deposit.amountMicros),
            tx_hash: deposit.txHash,
            due_at: formatInstant(deposit.dueAtMs),
          }),
        }),
      ],
    },
  }),
];
