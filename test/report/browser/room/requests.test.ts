// @vitest-environment happy-dom
/** The table of requests, and one of them in full. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RequestPanel } from '../../../../src/report/browser/room/request-panel.ts';
import { ExchangeDialog } from '../../../../src/report/browser/room/exchange-dialog.ts';
import type { ShownExchange } from '../../../../src/report/browser/room/state.ts';
import {
  contentOf,
  one,
  openRoom,
  said,
  sandbox,
  settled,
  texts,
  lineWith,
  exchangeInFull,
} from './room-page.ts';

beforeEach(openRoom);

afterEach(() => {
  vi.unstubAllGlobals();
});

const titleOf = (id: string): string => one(`#${id}-title`).textContent;
const isOpen = (id: string): boolean => (one(`#${id}`) as HTMLDialogElement).open;

describe('a request', () => {
  const paths = { rewindTo: vi.fn(), openAgent: vi.fn() };
  let dialog: ExchangeDialog;

  beforeEach(() => {
    paths.rewindTo.mockReset();
    paths.openAgent.mockReset();
    dialog = new ExchangeDialog(paths);
  });

  const show = async (parts: Partial<ShownExchange> = {}): Promise<void> => {
    sandbox({ 'GET /_sim/exchanges/1234': { body: exchangeInFull(parts) } });
    await dialog.open(1234);
  };
  const titles = (): string[] => texts('#exchange-view-body h3');
  const rows = (): string[] => texts('#exchange-view-body dl > div');

  it('shows all of it', async () => {
    const asked = sandbox({ 'GET /_sim/exchanges/1234': { body: exchangeInFull() } });
    await dialog.open(1234);
    expect(asked).toEqual([['GET /_sim/exchanges/1234', {}]]);
    expect([isOpen('exchange-view'), titleOf('exchange-view')]).toEqual([true, 'Request 1234']);
    expect(contentOf('#exchange-view-body')).toEqual([
      '<dl class="facts">',
      '<div><dt>At (UTC)</dt><dd class=""><bdi>2026-01-05 10:00:00</bdi></dd></div>',
      '<div><dt>Event of the digest</dt><dd class=""><bdi>77</bdi></dd></div>',
      '<div><dt>By</dt><dd class=""><bdi>alice</bdi></dd></div>',
      '<div><dt>Call</dt><dd class=""><bdi>POST /escrow/create</bdi></dd></div>',
      '<div><dt>Operation</dt><dd class=""><bdi>escrow create</bdi></dd></div>',
      '<div><dt>Answer</dt><dd class=""><bdi>201</bdi></dd></div>',
      '<div><dt>x-request-id</dt><dd class=""><bdi>r1</bdi></dd></div>',
      '<div><dt>x-left</dt><dd class=""><bdi>7</bdi></dd></div></dl>',
      '<div class="row">',
      '<button type="button">Rewind to before request 1234</button>',
      '<button type="button">Agent <bdi>alice</bdi></button></div>',
      '<h3>Sequence</h3>',
      '<div class="scroll" tabindex="0" role="group" aria-label="Sequence diagram"><svg role="img">drawn</svg></div>',
      '<h3>Request body</h3>',
      '<pre tabindex="0" aria-label="Request body">{"amount":5}</pre>',
      '<h3>Answer</h3>',
      '<pre tabindex="0" aria-label="Answer">{"id":"e1"}</pre>',
      '<section class="copyable">',
      '<div class="row">',
      '<h3>As curl</h3>',
      '<button type="button" aria-label="Copy: As curl">Copy</button><span role="status" class="quiet"></span></div>',
      '<pre tabindex="0" aria-label="As curl">curl -X POST</pre></section>',
      '<section class="copyable">',
      '<div class="row">',
      '<h3>As scenario step</h3>',
      '<button type="button" aria-label="Copy: As scenario step">Copy</button><span role="status" class="quiet"></span></div>',
      '<pre tabindex="0" aria-label="As scenario step">call: escrow</pre></section>',
    ]);
  });

  it('shows what it caused, and how much slower a fault has made it', async () => {
    const events = [
      { event: 'escrowFunded', amount: '5.00' },
      { event: 'hold', amount: '0.00' },
    ];
    await show({ slowness_ms: 1499.6, events, headers: {} });
    expect(rows().slice(6)).toEqual([
      'Slower by1500 ms',
      'It causedescrow funded 5.00 USDC',
      'It causedhold',
    ]);
  });

  it('may have no key, no known operation and no body', async () => {
    const refused = lineWith({ agent: null, by: '', status: 404, code: 'NOT_FOUND' });
    await show({ line: refused, operation: '', asked: '', headers: {} });
    expect(rows().slice(2)).toEqual([
      'Byno key',
      'CallPOST /escrow/create',
      'Operationunknown path',
      'Answer404 NOT_FOUND',
    ]);
    expect(titles()).toEqual(['Sequence', 'Answer', 'As curl', 'As scenario step']);
    expect(one('#exchange-view-body').childNodes).toHaveLength(8);
    expect(texts('#exchange-view-body > .row button')).toEqual(['Rewind to before request 1234']);
  });

  it.each([
    [77, 76],
    [1, 0],
    [0, 0],
  ])('leads back to before its event %i', async (event, to) => {
    await show({ line: lineWith({ event }) });
    one('#exchange-view-body > .row button').click();
    expect(paths.rewindTo.mock.calls).toEqual([[to, 'before request 1234']]);
    expect([isOpen('exchange-view'), paths.openAgent.mock.calls]).toEqual([false, []]);
  });

  it('leads to its agent', async () => {
    await show();
    one('#exchange-view-body > .row button:last-child').click();
    expect(paths.openAgent.mock.calls).toEqual([[9]]);
    expect([isOpen('exchange-view'), paths.rewindTo.mock.calls]).toEqual([false, []]);
  });

  it('says why it is not shown', async () => {
    sandbox({ 'GET /_sim/exchanges/5': { status: 404, body: { error: 'not kept' } } });
    await dialog.open(5);
    await settled();
    expect([said(), isOpen('exchange-view')]).toEqual([['Refused: not kept', 'bad'], false]);
  });

  it('says that there is no connection', async () => {
    sandbox({});
    await dialog.open(5);
    expect([said(), isOpen('exchange-view')]).toEqual([['The sandbox does not answer.', 'bad'], false]);
  });
});

describe('the table of requests', () => {
  const paths = { openExchange: vi.fn(), openAgent: vi.fn() };
  let panel: RequestPanel;

  beforeEach(() => {
    paths.openExchange.mockReset();
    paths.openAgent.mockReset();
    panel = new RequestPanel(paths);
  });

  const rows = () => [...one('#request-rows').children];

  it('has the newest first', () => {
    panel.show([
      lineWith({ agent: null, by: '', status: 429, code: 'RATE_LIMITED' }),
      lineWith({ number: 1235 }),
    ]);
    expect(contentOf('#request-rows')).toEqual([
      '<tr class="new"><td class="number">',
      '<button type="button" class="opens" aria-label="Request 1,235"><bdi>1,235</bdi></button></td><td class="together">2026-01-05 10:00:00</td><td>',
      '<button type="button" class="opens"><bdi>alice</bdi></button></td><td><code><bdi>POST /escrow/create</bdi></code></td><td><span class="mark good">201</span></td></tr>',
      '<tr class="new"><td class="number">',
      '<button type="button" class="opens" aria-label="Request 1,234"><bdi>1,234</bdi></button></td><td class="together">2026-01-05 10:00:00</td><td>no key</td><td><code><bdi>POST /escrow/create</bdi></code></td><td><span class="mark warn">429</span> RATE_LIMITED</td></tr>',
    ]);
    expect(one('#request-none').hidden).toBe(true);
    for (const button of document.querySelectorAll<HTMLElement>('#request-rows button')) button.click();
    expect([paths.openExchange.mock.calls, paths.openAgent.mock.calls]).toEqual([[[1235], [1234]], [[9]]]);
  });

  it.each([
    [200, 'good'],
    [399, 'good'],
    [400, 'bad'],
    [428, 'bad'],
    [429, 'warn'],
    [430, 'bad'],
    [503, 'bad'],
  ])('marks the status %i as %s', (status, mark) => {
    panel.show([lineWith({ status })]);
    expect(one('#request-rows .mark').className).toBe(`mark ${mark}`);
  });

  it('keeps the rows of requests that it still has', () => {
    panel.show([lineWith({ number: 1 }), lineWith({ number: 2 })]);
    const [second, first] = rows();
    const inserted = vi.spyOn(one('#request-rows'), 'insertBefore');
    panel.show([lineWith({ number: 1 }), lineWith({ number: 2 })]);
    expect(inserted).not.toHaveBeenCalled();
    panel.show([lineWith({ number: 2 }), lineWith({ number: 3 })]);
    expect(rows()[1]).toBe(second);
    panel.show([lineWith({ number: 1 }), lineWith({ number: 2 })]);
    expect(rows()).toHaveLength(2);
    expect([rows()[0] === second, rows()[1] === first]).toEqual([true, false]);
  });

  it('has another row for another request of the same number', () => {
    panel.show([lineWith({ number: 1 }), lineWith({ number: 2 })]);
    const [second] = rows();
    panel.show([lineWith({ number: 1 }), lineWith({ number: 2, path: '/other' })]);
    expect([rows().length, rows()[0] === second]).toEqual([2, false]);
    expect(texts('#request-rows code')).toEqual(['POST /other', 'POST /escrow/create']);
    panel.show([]);
    expect([rows(), one('#request-none').hidden]).toEqual([[], false]);
  });
});
