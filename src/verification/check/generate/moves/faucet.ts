/** Calls of the faucet, and of the other registers. */
import { misspelt, outside, withOwner, type Move } from '../move.ts';
import { people } from '../model-state.ts';

const strange = ['', 'no such id!', 'x'.repeat(65), '__proto__', 'a', misspelt, outside] as const;

/** Registrations draw from a few ids, so that conflicts are frequent; one in five ids is malformed. */
export const faucetMoves: readonly Move[] = [
  {
    name: 'faucet/register',
    weight: 3,
    make: (model, draw) => ({
      do: `POST ${draw.pick(['/faucet/register', '/faucet/api/v1/agents/register'])}`,
      body: {
        agent_id: draw.chance(80) ? model.person(draw) : draw.pick(strange),
        ...(draw.chance(40)
          ? { referrer: draw.pick([...people, 'nobody', model.latest('address')?.reference ?? 'nobody']) }
          : {}),
      },
    }),
  },
  { name: 'faucet/claimDaily', weight: 4, make: () => ({ do: 'POST /faucet/claim' }) },
  { name: 'faucet/claimOnce', weight: 3, make: () => ({ do: 'POST /faucet/api/v1/faucet/claim' }) },
  {
    name: 'faucet/status',
    weight: 2,
    make: (model, draw) => ({ do: `GET ${draw.pick(['/faucet/status', '/faucet/api/v1/faucet/status'])}` }),
  },
  {
    name: 'faucet/agentDetail',
    weight: 1,
    make: (model, draw) => {
      const address = draw.chance(40) ? model.one(draw, 'address') : undefined;
      if (address === undefined)
        return { do: `GET /faucet/api/v1/agents/${draw.pick([...people, 'nobody'])}` };
      return {
        do: `GET /faucet/api/v1/agents/${address.reference}`,
        ...(draw.chance(70) ? withOwner(address.by) : {}),
      };
    },
  },
  {
    name: 'faucet/lists',
    weight: 2,
    make: (model, draw) => ({ do: `GET ${draw.pick(['/faucet/agents', '/faucet/referrals'])}` }),
  },
  {
    name: 'registers',
    weight: 2,
    make: (model, draw) => ({
      do: `POST ${draw.pick(['/wallet/v1/auth/register', '/casino/api/v1/auth/register'])}`,
      by: draw.pick(['erin', 'frank']),
      body: draw.chance(50)
        ? {}
        : {
            referral_code: draw.chance(80) ? model.person(draw) : draw.pick(['ref_none', 'nobody', outside]),
          },
    }),
  },
];
