// @vitest-environment happy-dom
/** The clock, the faults and the ways to another instant: what they ask of the sandbox, and what the page says about its answers. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { selectOf } from '../../../../src/report/browser/room/calls.ts';
import { connectClock } from '../../../../src/report/browser/room/clock.ts';
import { connectFaults } from '../../../../src/report/browser/room/faults.ts';
import { connectQuestion } from '../../../../src/report/browser/room/dialogs.ts';
import { TimeLine } from '../../../../src/report/browser/room/time-line.ts';
import {
  fill,
  one,
  openRoom,
  posted,
  said,
  sandbox,
  settled,
  submit,
  texts,
  stateWith,
} from './room-page.ts';

beforeEach(openRoom);

afterEach(() => {
  vi.unstubAllGlobals();
});

const form = (id: string): HTMLFormElement => one(`form#${id}`) as HTMLFormElement;

describe('the clock', () => {
  const now = '2026-01-05T13:00:00.000Z';
  beforeEach(connectClock);

  it.each([
    ['[data-advance="1h"]', 1, '1h', 'Now it is 2026-01-05 13:00:00 UTC; 1 event ran.'],
    ['[data-advance="7d"]', 0, '7d', 'Now it is 2026-01-05 13:00:00 UTC; 0 events ran.'],
    ['[data-advance="24h"]', 1234, '24h', 'Now it is 2026-01-05 13:00:00 UTC; 1,234 events ran.'],
  ])('advances by %s, and %i events run', async (button, events, by, text) => {
    const asked = sandbox({ 'POST /_sim/clock/advance': { body: { now, events } } });
    one(button).click();
    await settled();
    expect([asked, said()]).toEqual([[posted('/_sim/clock/advance', { by })], [text, '']]);
  });

  it('advances by what the form says', async () => {
    const asked = sandbox({ 'POST /_sim/clock/advance': { body: { now, events: 2 } } });
    submit('advance', { by: ' 90m ' });
    await settled();
    expect(asked).toEqual([posted('/_sim/clock/advance', { by: '90m' })]);
    expect(said()[0]).toBe('Now it is 2026-01-05 13:00:00 UTC; 2 events ran.');
  });

  it.each([
    ['manual', 'The clock is paused.'],
    ['60x', 'The clock runs: 60x.'],
  ])('has the pace %s', async (pace, text) => {
    const asked = sandbox({ 'POST /_sim/clock/pace': { body: { pace } } });
    one(`[data-pace="${pace}"]`).click();
    await settled();
    expect([asked, said()]).toEqual([[posted('/_sim/clock/pace', { pace })], [text, '']]);
  });

  it('asks for nothing in particular where a button does not say it', async () => {
    const asked = sandbox({});
    for (const name of ['advance', 'pace']) {
      const button = one(`[data-${name}]`);
      button.click();
      delete button.dataset[name];
      button.click();
    }
    await settled();
    expect(asked.map(([, , body]) => body)).toEqual([
      '{"by":"1m"}',
      '{"by":""}',
      '{"pace":"manual"}',
      '{"pace":""}',
    ]);
  });
});

describe('the form of faults', () => {
  const shownFields = (): string[] =>
    [...document.querySelectorAll<HTMLElement>('#fault label[data-for]')]
      .filter(({ hidden }) => !hidden)
      .map((label) => one('[name]', label).getAttribute('name') ?? '');
  const service = (): string => selectOf(form('fault'), 'service').value;

  beforeEach(() => connectFaults(['wallet', 'escrow', 'trading', 'casino']));

  it('offers the services, escrow first, and the fields of an outage', () => {
    expect(texts('#fault [name="service"] option')).toEqual(['wallet', 'escrow', 'trading', 'casino']);
    expect([service(), shownFields()]).toEqual(['escrow', ['for']]);
  });

  it.each([
    ['error', 'escrow', ['for', 'rate', 'effect']],
    ['slow', 'escrow', ['for', 'latency']],
    ['clock-hold', 'escrow', ['for']],
    ['clock-step', 'escrow', ['by']],
    ['market-closed', 'trading', ['for', 'market']],
    ['price-jump', 'trading', ['market', 'move']],
    ['game-closed', 'casino', ['for', 'game']],
  ])('has the fields of %s', (kind, chosen, fields) => {
    fill('#fault [name="kind"]', kind);
    expect([service(), shownFields()]).toEqual([chosen, fields]);
  });

  it('keeps a service that a person has chosen', () => {
    fill('#fault [name="service"]', 'wallet');
    fill('#fault [name="kind"]', 'slow');
    expect(service()).toBe('wallet');
  });

  it('hides a field that is for no kind', () => {
    one('#fault label[data-for]').removeAttribute('data-for');
    const label = one('#fault label[data-for]');
    label.dataset['for'] = '';
    fill('#fault [name="kind"]', 'error');
    expect(label.hidden).toBe(true);
  });

  it.each([
    [
      'slow',
      { for: ' 5m ', latency: ' 2s ' },
      { service: 'escrow', kind: 'slow', for: '5m', latency: { median: '2s' } },
      { until: '2026-01-05T13:05:00.000Z' },
      'escrow slow from 2026-01-05 13:00:00 until 2026-01-05 13:05:00.',
    ],
    [
      'error',
      { rate: '30%', effect: 'undone' },
      { service: 'escrow', kind: 'error', for: '10m', rate: '30%', effect: 'undone' },
      { until: null },
      'escrow error from 2026-01-05 13:00:00.',
    ],
    [
      'clock-step',
      {},
      { service: 'escrow', kind: 'clock-step', by: '5m' },
      {},
      'escrow clock-step from 2026-01-05 13:00:00.',
    ],
  ])('switches on %s', async (kind, fields, body, end, text) => {
    const started = { service: 'escrow', kind, from: '2026-01-05T13:00:00.000Z', ...end };
    const asked = sandbox({ 'POST /_sim/fault': { body: started } });
    submit('fault', { kind, ...fields });
    await settled();
    expect([asked, said()]).toEqual([[posted('/_sim/fault', body)], [text, '']]);
  });
});

describe('what is chosen on the time line', () => {
  let line: TimeLine;

  beforeEach(() => {
    connectQuestion();
    line = new TimeLine();
    line.connect();
  });

  const at = (time: string): string => `2026-01-05T${time}.000Z`;
  const goesTo = (): string => (one('#go input') as HTMLInputElement).value;
  const chosen = () => [one('#chosen-mark').textContent, texts('#chosen-actions button'), goesTo()];
  const shown = async (branch: string): Promise<void> => {
    const main = { branch: 'main', now: at('09:00:00'), event: 4, current: false, requests: 3, from: null };
    const checkpoint = { name: 'before', branch: 'main', now: at('03:00:00'), event: 10 };
    sandbox({
      'GET /_sim/branches': { body: { branches: [main] } },
      'GET /_sim/checkpoints': { body: { checkpoints: [checkpoint] } },
    });
    line.show(stateWith({ branch }));
    await settled();
  };
  const world = { branch: 'b3', now: at('03:00:00'), event: 10 };
  const answer = async (name?: string): Promise<void> => {
    if (name === undefined) one('#question-no').click();
    else {
      (one('#question input') as HTMLInputElement).value = name;
      one('#question-form').dispatchEvent(new Event('submit', { cancelable: true }));
    }
    await settled();
  };

  it('says nothing that can be done about a text alone', () => {
    line.choose({ text: 'Here' });
    expect(one('#chosen-actions').innerHTML).toBe('');
    expect(chosen()).toEqual(['Here', [], '']);
    line.choose({ text: 'There', to: 0 });
    expect(one('#chosen-actions').innerHTML).toBe('<button type="button">Rewind to here</button>');
    expect(goesTo()).toBe('0');
  });

  it('leads to another branch', async () => {
    await shown('main');
    one('#lanes > :nth-child(3) button').click();
    expect(chosen().slice(1)).toEqual([['Switch to main'], '']);
    let before: unknown;
    const asked = sandbox({
      'POST /_sim/branches/switch': async () => {
        before = said();
        return { body: { ...world, branch: 'main' } };
      },
    });
    one('#chosen-actions button').click();
    await settled();
    expect(asked).toEqual([posted('/_sim/branches/switch', { to: 'main' })]);
    expect(before).toEqual(['The world is being executed again …', '']);
    expect(said()).toEqual(['Switched: branch main, 2026-01-05 03:00:00 UTC, event 10.', '']);
  });

  it('leads back after a question', async () => {
    await shown('b2');
    const asked = sandbox({ 'POST /_sim/rewind': { body: world } });
    one('#lanes > :nth-child(3) button:last-child').click();
    one('#chosen-actions button').click();
    expect(texts('#question h2, #question p, #question-yes, #question label')).toEqual([
      'Rewind the world?',
      'To: Checkpoint before: 2026-01-05 03:00:00, event 10. The world is executed again up to there and goes on in a new branch. What followed stays in branch b2; agents that registered later are not in the new one.',
      'Name of the new branch, or empty ',
      'Name of the new branch, or empty ',
      'Rewind',
    ]);
    await answer(' b3 ');
    expect(asked).toEqual([posted('/_sim/rewind', { to: 'before', branch: 'b3' })]);
    expect(said()).toEqual(['Rewound: branch b3, 2026-01-05 03:00:00 UTC, event 10.', '']);
  });

  it('leads back to what the form says, to a branch without a name', async () => {
    let before: unknown;
    const asked = sandbox({
      'POST /_sim/rewind': async () => {
        before = said();
        return { status: 404, body: { message: 'no such event' } };
      },
    });
    submit('go', { to: ' 17 ' });
    expect(one('#question-text').textContent).toBe(
      'To: 17. The world is executed again up to there and goes on in a new branch. What followed stays in branch main; agents that registered later are not in the new one.',
    );
    await answer('');
    expect([asked, before]).toEqual([
      [posted('/_sim/rewind', { to: '17' })],
      ['The world is being executed again …', ''],
    ]);
    expect(said()).toEqual(['Refused: no such event', 'bad']);
  });

  it('stays where the person does not want it, or does not say where to', async () => {
    const asked = sandbox({});
    submit('go', { to: '17' });
    await answer();
    expect([asked, said()]).toEqual([[], ['', '']]);
    submit('go', { to: '  ' });
    expect(said()).toEqual(['Expected a checkpoint, an instant or the number of an event.', 'bad']);
    expect((one('#question') as HTMLDialogElement).open).toBe(false);
  });

  it.each([
    [200, { name: 'n1', now: at('12:00:00') }, ['Checkpoint n1 is 2026-01-05 12:00:00 UTC.', ''], ''],
    [409, { message: 'taken' }, ['Refused: taken', 'bad'], ' n1 '],
  ])('is a checkpoint after an answer of %i', async (status, body, outcome, left) => {
    const asked = sandbox({ 'POST /_sim/checkpoints': { status, body } });
    submit('mark', { name: ' n1 ' });
    await settled();
    expect(asked).toEqual([posted('/_sim/checkpoints', { name: 'n1' })]);
    expect([said(), (one('#mark input') as HTMLInputElement).value]).toEqual([outcome, left]);
  });
});
