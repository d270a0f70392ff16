// @vitest-environment happy-dom
/** An agent in full, as the sandbox describes it. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AgentDialog } from '../../../../src/report/browser/room/agent-dialog.ts';
import type { ShownAgentInFull } from '../../../../src/report/browser/room/state.ts';
import {
  contentOf,
  linesOf,
  one,
  openRoom,
  said,
  sandbox,
  texts,
  type Answer,
  lineWith,
  agentInFull,
} from './room-page.ts';

beforeEach(openRoom);

afterEach(() => {
  vi.unstubAllGlobals();
});

const titleOf = (id: string): string => one(`#${id}-title`).textContent;

describe('an agent', () => {
  const call = 'GET /_sim/agents/9';
  const opened: number[] = [];
  let dialog: AgentDialog;

  beforeEach(() => {
    opened.splice(0);
    dialog = new AgentDialog((number) => opened.push(number));
  });

  const show = async (parts: Partial<ShownAgentInFull>): Promise<void> => {
    sandbox({ [call]: { body: agentInFull(parts) } });
    await dialog.open(9);
  };

  /** The section with this heading, without the heading. */
  const section = (title: string): string[] => {
    const heading = [...document.querySelectorAll('#agent-view-body h3')].find(
      ({ textContent }) => textContent === title,
    );
    const content = heading?.nextElementSibling;
    return content === null || content === undefined ? [] : linesOf(content);
  };

  it('shows facts alone where there is nothing more', async () => {
    const asked = sandbox({ [call]: { body: agentInFull() } });
    await dialog.open(9);
    expect(asked).toEqual([[call, {}]]);
    expect([dialog.isOpen, titleOf('agent-view')]).toEqual([true, 'Agent alice']);
    expect(contentOf('#agent-view-body')).toEqual([
      '<dl class="facts">',
      '<div><dt>Number</dt><dd class=""><bdi>9</bdi></dd></div>',
      '<div><dt>Joined (UTC)</dt><dd class=""><bdi>2026-01-05 09:00:00</bdi></dd></div>',
      '<div><dt>Tier</dt><dd class=""><bdi>pro</bdi></dd></div>',
      '<div><dt>Balance, USDC</dt><dd class=""><bdi>12.50</bdi></dd></div>',
      '<div><dt>Held, USDC</dt><dd class=""><bdi>0.25</bdi></dd></div>',
      '<div><dt>Address</dt><dd class=""><bdi>0xabc</bdi></dd></div>',
      '<div><dt>Referrer</dt><dd class=""><bdi>none</bdi></dd></div>',
      '<div><dt>Answered</dt><dd class=""><bdi>4,000</bdi></dd></div>',
      '<div><dt>Refused</dt><dd class=""><bdi>1,001</bdi></dd></div>',
      '<div><dt>Limited</dt><dd class=""><bdi>1,002</bdi></dd></div>',
      '<div><dt>Failed</dt><dd class=""><bdi>1,003</bdi></dd></div></dl>',
      '<h3>Limits</h3>',
      '<p class="quiet">None.</p>',
      '<h3>Open escrows</h3>',
      '<p class="quiet">None.</p>',
      '<h3>Positions</h3>',
      '<p class="quiet">None.</p>',
      '<h3>Open orders</h3>',
      '<p class="quiet">None.</p>',
      '<h3>Requests: 0</h3>',
      '<p class="quiet">None.</p>',
    ]);
  });

  it('names the agent that referred it', async () => {
    await show({ referrer: 'bob' });
    expect(texts('#agent-view-body dd')[6]).toBe('bob');
  });

  it('shows limits', async () => {
    await show({ quotas: [{ service: 'escrow', limit: 6000, remaining: 5999 }] });
    expect(section('Limits')).toEqual([
      '<div class="scroll" tabindex="0" role="group" aria-label="Limits"><table><thead>',
      '<tr><th scope="col" class="">Service</th><th scope="col" class="number">Left</th><th scope="col" class="number">Limit</th></tr></thead><tbody>',
      '<tr><th scope="row" class=""><bdi>escrow</bdi></th><td class="number"><bdi>5,999</bdi></td><td class="number"><bdi>6,000</bdi></td></tr></tbody></table></div>',
    ]);
  });

  it('shows open escrows', async () => {
    const escrow = { id: 'e1', role: 'sender' as const, other: 'bob', amount: '5.00', state: 'funded' };
    const until = '2026-01-06T00:00:00.000Z';
    await show({
      escrows: {
        total: 2,
        rows: [
          { ...escrow, until },
          { ...escrow, id: 'e2', until: null },
        ],
      },
    });
    expect(section('Open escrows: 2')).toEqual([
      '<div class="scroll" tabindex="0" role="group" aria-label="Open escrows: 2"><table><thead>',
      '<tr><th scope="col" class="">Escrow</th><th scope="col" class="">As</th><th scope="col" class="">With</th><th scope="col" class="number">USDC</th><th scope="col" class="">State</th><th scope="col" class="">Until (UTC)</th></tr></thead><tbody>',
      '<tr><th scope="row" class=""><bdi>e1</bdi></th><td class=""><bdi>sender</bdi></td><td class=""><bdi>bob</bdi></td><td class="number"><bdi>5.00</bdi></td><td class=""><bdi>funded</bdi></td><td class=""><bdi>2026-01-06 00:00:00</bdi></td></tr>',
      '<tr><th scope="row" class=""><bdi>e2</bdi></th><td class=""><bdi>sender</bdi></td><td class=""><bdi>bob</bdi></td><td class="number"><bdi>5.00</bdi></td><td class=""><bdi>funded</bdi></td><td class=""><bdi></bdi></td></tr></tbody></table></div>',
    ]);
  });

  it('shows positions', async () => {
    const spot = { market: 'ETH', side: 'spot' as const, size: '2', mark: '3000' };
    const without = { ...spot, margin: null, gain: null, liquidation: null };
    await show({ positions: [{ ...spot, margin: '10.00', gain: '-1.5', liquidation: '2500' }, without] });
    expect(section('Positions')).toEqual([
      '<div class="scroll" tabindex="0" role="group" aria-label="Positions"><table><thead>',
      '<tr><th scope="col" class="">Market</th><th scope="col" class="">Side</th><th scope="col" class="number">Size</th><th scope="col" class="number">Mark</th><th scope="col" class="number">Margin</th><th scope="col" class="number">Gain</th><th scope="col" class="number">Liquidated at</th></tr></thead><tbody>',
      '<tr><th scope="row" class=""><bdi>ETH</bdi></th><td class=""><bdi>spot</bdi></td><td class="number"><bdi>2</bdi></td><td class="number"><bdi>3000</bdi></td><td class="number"><bdi>10.00</bdi></td><td class="number"><bdi>-1.5</bdi></td><td class="number"><bdi>2500</bdi></td></tr>',
      '<tr><th scope="row" class=""><bdi>ETH</bdi></th><td class=""><bdi>spot</bdi></td><td class="number"><bdi>2</bdi></td><td class="number"><bdi>3000</bdi></td><td class="number"><bdi></bdi></td><td class="number"><bdi></bdi></td><td class="number"><bdi></bdi></td></tr></tbody></table></div>',
    ]);
  });

  it('shows open orders', async () => {
    const order = { id: 'o1', market: 'ETH', side: 'buy' as const, size: '2' };
    await show({
      orders: {
        total: 1200,
        rows: [
          { ...order, limit: '2900' },
          { ...order, id: 'o2', limit: null },
        ],
      },
    });
    expect(section('Open orders: the latest 2 of 1,200')).toEqual([
      '<div class="scroll" tabindex="0" role="group" aria-label="Open orders: the latest 2 of 1,200"><table><thead>',
      '<tr><th scope="col" class="">Order</th><th scope="col" class="">Market</th><th scope="col" class="">Side</th><th scope="col" class="number">Size</th><th scope="col" class="number">Limit</th></tr></thead><tbody>',
      '<tr><th scope="row" class=""><bdi>o1</bdi></th><td class=""><bdi>ETH</bdi></td><td class=""><bdi>buy</bdi></td><td class="number"><bdi>2</bdi></td><td class="number"><bdi>2900</bdi></td></tr>',
      '<tr><th scope="row" class=""><bdi>o2</bdi></th><td class=""><bdi>ETH</bdi></td><td class=""><bdi>buy</bdi></td><td class="number"><bdi>2</bdi></td><td class="number"><bdi></bdi></td></tr></tbody></table></div>',
    ]);
  });

  it('shows requests, which open where they are kept', async () => {
    const rows = [lineWith(), lineWith({ number: 1233, status: 429, code: 'RATE_LIMITED', isKept: false })];
    await show({ requests: { total: 1300, rows } });
    expect(section('Requests: the latest 2 of 1,300')).toEqual([
      '<div class="scroll" tabindex="0" role="group" aria-label="Requests: the latest 2 of 1,300"><table><thead>',
      '<tr><th scope="col" class="">No.</th><th scope="col" class="">At (UTC)</th><th scope="col" class="">Call</th><th scope="col" class="">Answer</th></tr></thead><tbody>',
      '<tr><th scope="row" class="">',
      '<button type="button" class="opens" aria-label="Request 1,234"><bdi>1,234</bdi></button></th><td class=""><bdi>2026-01-05 10:00:00</bdi></td><td class=""><bdi>POST /escrow/create</bdi></td><td class=""><bdi>201</bdi></td></tr>',
      '<tr><th scope="row" class=""><bdi>1,233</bdi></th><td class=""><bdi>2026-01-05 10:00:00</bdi></td><td class=""><bdi>POST /escrow/create</bdi></td><td class=""><bdi>429 RATE_LIMITED</bdi></td></tr></tbody></table></div>',
    ]);
    one('#agent-view-body tbody button').click();
    expect(opened).toEqual([1234]);
  });

  it('says why it is not shown', async () => {
    sandbox({ [call]: { status: 404, body: { message: 'no agent 9' } } });
    await dialog.open(9);
    expect([said(), dialog.isOpen]).toEqual([['Refused: no agent 9', 'bad'], false]);
  });

  it('says that there is no connection', async () => {
    sandbox({});
    await dialog.open(9);
    expect([said(), dialog.isOpen]).toEqual([['The sandbox does not answer.', 'bad'], false]);
  });

  it('is the last one that was asked for, whichever answer comes last', async () => {
    let answer = (): void => undefined;
    const late = new Promise<void>((resolve) => (answer = resolve));
    sandbox({
      [call]: async () => {
        await late;
        return { body: agentInFull({ address: 'late' }) };
      },
      'GET /_sim/agents/10': { body: agentInFull({ address: 'last' }) },
    });
    const first = dialog.open(9);
    await dialog.open(10);
    answer();
    await first;
    expect(texts('#agent-view-body dd')[5]).toBe('last');
  });

  describe('that is asked for again', () => {
    const refreshed = async (parts: Partial<ShownAgentInFull>): Promise<void> => {
      sandbox({ [call]: { body: agentInFull(parts) } });
      await dialog.refresh();
    };

    it('is drawn where it has changed', async () => {
      await show({});
      const list = one('#agent-view-body dl');
      await refreshed({});
      expect(one('#agent-view-body dl')).toBe(list);
      await refreshed({ address: '0xdef' });
      expect(texts('#agent-view-body dd')[5]).toBe('0xdef');
    });

    it('stays while something in it has the focus', async () => {
      await show({ requests: { total: 1, rows: [lineWith()] } });
      one('#agent-view-body button').focus();
      await refreshed({});
      expect(texts('#agent-view-body button')).toEqual(['1,234']);
      one('#agent-view-close').focus();
      await refreshed({});
      expect(texts('#agent-view-body button')).toEqual([]);
    });

    it('is closed where the world does not have it any more', async () => {
      await show({});
      sandbox({ [call]: { status: 404, body: {} } });
      await dialog.refresh();
      expect([dialog.isOpen, said()]).toEqual([false, ['', '']]);
    });

    it('stays without a connection', async () => {
      await show({});
      sandbox({});
      await dialog.refresh();
      expect([dialog.isOpen, said()]).toEqual([true, ['', '']]);
    });

    it('stays closed where it was closed meanwhile', async () => {
      await show({});
      sandbox({ [call]: { body: agentInFull({ address: 'late' }) } });
      const late = dialog.refresh();
      one('#agent-view-close').click();
      await late;
      expect([dialog.isOpen, texts('#agent-view-body dd')[5]]).toEqual([false, '0xabc']);
    });

    it('does not replace another one, nor close it', async () => {
      const other = { body: agentInFull({ address: 'other' }) };
      for (const status of [200, 404]) {
        await show({});
        let give = (): void => undefined;
        const later = new Promise<Answer>((resolve) => {
          give = () => resolve(other);
        });
        sandbox({
          [call]: { status, body: agentInFull({ address: 'late' }) },
          'GET /_sim/agents/8': () => later,
        });
        const late = dialog.refresh();
        const next = dialog.open(8);
        await late;
        expect([dialog.isOpen, texts('#agent-view-body dd')[5]]).toEqual([true, '0xabc']);
        give();
        await next;
        expect([dialog.isOpen, texts('#agent-view-body dd')[5]]).toEqual([true, 'other']);
      }
    });

    it('is drawn for another agent, whatever its text', async () => {
      await show({});
      const list = one('#agent-view-body dl');
      sandbox({ [call]: { status: 404, body: {} } });
      await dialog.open(9);
      await refreshed({});
      expect(one('#agent-view-body dl')).not.toBe(list);
    });
  });
});
