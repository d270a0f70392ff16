/** The call under /_sim that gives an agent USDC. */
import { Type } from 'typebox';
import { formatUsdc, type Micros } from '../../core/base/money.ts';
import { Refusal, refuse, type Outcome } from '../../core/base/refusal.ts';
import { binding, rowsOf } from '../../core/http/route.ts';
import { readAmount, usdcFrom, UsdcText } from '../../core/http/wire.ts';
import type { Host } from './host.ts';
import { closed, controlCall, explainer } from './row.ts';

type Grant = { readonly apiKey: string; readonly amountMicros: Micros; readonly from: string };
type Granted = { readonly agentId: string; readonly amountMicros: Micros; readonly availableMicros: Micros };

/** The accounts that a grant may come from: the issuer, or the pool of the faucet. */
const grantAccounts: readonly string[] = ['issuer', 'faucet:pool'];

/** The operation of the grant call on a host's present world. */
export class GrantControl {
  readonly #host: Host;

  constructor(host: Host) {
    this.#host = host;
  }

  /** Pays at once. Refuses NOT_FOUND (key, account), INSUFFICIENT_BALANCE if the pool does not cover the amount. */
  grant({ apiKey, amountMicros, from }: Grant): Outcome<Granted> {
    const { agents, kernel, ledger } = this.#host.world;
    const agent = agents.find(`Bearer ${apiKey}`);
    if (agent === undefined) return refuse('NOT_FOUND', 'there is no such API key');
    const debit = grantAccounts.includes(from) ? ledger.accountNamed(from) : undefined;
    if (debit === undefined) return refuse('NOT_FOUND', `there is no account "${from}" to grant from`);
    if (from !== 'issuer' && ledger.available(debit) < amountMicros) {
      return refuse('INSUFFICIENT_BALANCE', `${from} has too little USDC`);
    }
    ledger.book({ debit, credit: agent.account, amount: amountMicros, kind: 'genesis', atMs: kernel.nowMs });
    return { agentId: agent.agentId, amountMicros, availableMicros: ledger.available(agent.account) };
  }
}

const GrantBody = Type.Object(
  {
    api_key: Type.String({ description: 'the key of the agent that receives it' }),
    amount: usdcFrom(1),
    from: Type.Optional(Type.Enum([...grantAccounts], { description: `one of ${grantAccounts.join(', ')}` })),
  },
  { ...closed, description: 'api_key, amount, and perhaps from' },
);

function readGrant(body: { api_key: string; amount: number | string; from?: string }): Outcome<Grant> {
  const amountMicros = readAmount(body.amount, 'amount', 1);
  if (amountMicros instanceof Refusal) return amountMicros;
  return { apiKey: body.api_key, amountMicros, from: body.from ?? 'issuer' };
}

const row = rowsOf<GrantControl>();

/** The row of `/_sim/grant`; only a host answers it. */
export const grantRows = [
  row('grant', {
    ...controlCall,
    refusals: ['BAD_REQUEST', 'NOT_FOUND', 'INSUFFICIENT_BALANCE'],
    about: 'Give an agent USDC, out of nowhere or of the pool of the faucet',
    styles: {
      control: [
        'POST',
        '/grant',
        binding({
          body: GrantBody,
          answer: Type.Object({ agent_id: Type.String(), amount: UsdcText, balance: UsdcText }),
          explain: explainer(GrantBody),
          read: ({ body }) => readGrant(body),
          write: ({ agentId, amountMicros, availableMicros }: Granted) => ({
            agent_id: agentId,
            amount: formatUsdc(amountMicros),
            balance: formatUsdc(availableMicros),
          }),
        }),
      ],
    },
  }),
];
