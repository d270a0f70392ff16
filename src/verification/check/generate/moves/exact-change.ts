/** Coins of bitcoin that cover an amount and its fee to the satoshi, or leave less than can be spent; and sends that fail once they are reported. */
import { secondMs } from '../../../../core/base/time.ts';
import { outside } from '../move.ts';
import type { OperationDraft } from '../model-state.ts';
import type { CallSeries, SeriesCall, SeriesPause } from './series.ts';
import { about } from './tours.ts';

const bitcoin = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';
const other = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

/** All in one instant, at one price of fees. */
export const exactChangePause: SeriesPause = { stepMs: 0, jumpMs: 3_600 * secondMs, jumpAt: -3 };

/**
 * A first transfer of two coins shows what two coins cost. Then the address has one coin of an amount, and one of that fee: its
 * change is nothing, or so many satoshi as the first coin has beside the amount.
 */
export const exactChange: CallSeries = (_, draw) => {
  const fund = (amount: string): OperationDraft => ({
    do: 'POST /_sim/chain/fund',
    body: { chain: 'bitcoin', address: bitcoin, amount },
  });
  const send = (amount: string): OperationDraft => ({
    do: 'POST /wallet/v1/wallet/send',
    body: {
      chain: 'bitcoin',
      to: other,
      amount,
      private_key: '4604b4b710fe91f584fff084e1a9159fe4f8408fff380596a604948474ce4fa3',
    },
    makes: { kind: 'two-coins', field: 'fee' },
  });
  const ofFee: SeriesCall = (now) => fund(now.latest('two-coins')?.reference ?? '0.001');
  // A later transfer of one block may cost a satoshi more.
  const satoshi = 300_000 + draw.pick([0, 1, 1, 1, 2, -1, 545, 546, 547]);
  const rest = (satoshi / 100_000_000).toFixed(8);
  const looks = [bitcoin, other].map((address): OperationDraft => ({
    do: `GET /wallet/v1/wallet/balance/${address}`,
    query: { chain: 'bitcoin' },
  }));
  const list = {
    do: `GET /wallet/v1/wallet/transactions/${bitcoin}`,
    query: { chain: 'bitcoin' },
  };
  return [fund('0.3'), fund('0.2'), send('0.45'), ofFee, fund(rest), send('0.003'), ...looks, ...looks, list];
};

/** Sends that the chain drops after their answer, and what balances and histories of both sides then say. */
export const droppedSends: CallSeries = (model, draw, person) => {
  model.policies['wallet.failures'] = draw.pick(['all', 'all', 'tenth']);
  const to = draw.pick(model.registered.filter((each) => each !== person).concat(outside).slice(0, 3));
  const send = (): OperationDraft => ({
    do: draw.pick(['POST /api/wallet-api/send', 'POST /wallet/api/v1/send']),
    body: { to, amount: draw.pick([0.5, '1.37', 2]), chain: draw.pick(['base', 'base', 'polygon', 'arbitrum']) },
    makes: { kind: 'transaction', field: 'tx_hash' },
  });
  const poll = about('transaction', (id) => ({ do: `GET /api/wallet-api/tx/${id}`, by: person }));
  const looks = [person, ...(to === outside ? [] : [to])].flatMap((by) =>
    ['/api/wallet-api/balance', '/wallet/api/v1/balance', '/wallet/api/v1/transactions', '/api/wallet-api/transactions', '/casino/api/v1/auth/ledger'].map(
      (path): OperationDraft => ({ do: `GET ${path}`, by }),
    ),
  );
  return [send(), poll, ...looks, ...Array.from({ length: 6 }, () => poll), send(), poll, ...looks, poll, ...looks];
}; // prettier-ignore

/** The last reads come when every send is over. */
export const droppedSendsPause: SeriesPause = { stepMs: secondMs, jumpMs: 120 * secondMs, jumpAt: -11 };
