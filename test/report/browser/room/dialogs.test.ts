// @vitest-environment happy-dom
/** Dialogs, and asking again when the world has changed. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ask, connectQuestion, FullView } from '../../../../src/report/browser/room/dialogs.ts';
import { Refresh } from '../../../../src/report/browser/room/refresh.ts';
import { linesOf, one, openRoom, settled } from './room-page.ts';

beforeEach(openRoom);

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a view in full', () => {
  it('opens, replaces what it shows, and closes', () => {
    const view = new FullView('agent-view');
    const dialog = one('#agent-view') as HTMLDialogElement;
    const opening = vi.spyOn(dialog, 'showModal');
    expect(view.isOpen).toBe(false);
    view.show('One', [document.createTextNode('text of one')]);
    expect([view.isOpen, one('#agent-view-title').textContent, one('#agent-view-body').textContent]).toEqual([
      true,
      'One',
      'text of one',
    ]);
    dialog.scrollTop = 40;
    view.show('One', [document.createTextNode('more')]);
    expect([dialog.scrollTop, one('#agent-view-body').textContent]).toEqual([40, 'more']);
    view.show('Two', []);
    expect([dialog.scrollTop, one('#agent-view-title').textContent]).toEqual([0, 'Two']);
    expect(opening).toHaveBeenCalledTimes(1);
    view.close();
    expect(view.isOpen).toBe(false);
    view.show('Two', []);
    one('#agent-view-close').click();
    expect(view.isOpen).toBe(false);
  });
});

describe('asking again', () => {
  /** Counts what is asked; each answer comes when the test gives it. */
  const counted = (intervalMs: number) => {
    const answers: ((isFailed?: boolean) => void)[] = [];
    const refresh = new Refresh(
      () =>
        new Promise<void>((resolve, reject) => {
          answers.push((isFailed = false) => (isFailed ? reject(new Error('down')) : resolve()));
        }),
      intervalMs,
    );
    const answer = async (isFailed?: boolean): Promise<void> => {
      answers.at(-1)?.(isFailed);
      await settled();
    };
    return { refresh, answer, count: () => answers.length };
  };

  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));

  it('asks at once, and once more for all changes until the interval is over', async () => {
    const { refresh, answer, count } = counted(100);
    refresh.changed();
    expect(count()).toBe(1);
    refresh.changed();
    await answer();
    refresh.changed();
    expect(count()).toBe(1);
    vi.advanceTimersByTime(99);
    expect(count()).toBe(1);
    vi.advanceTimersByTime(1);
    expect(count()).toBe(2);
    await answer();
    vi.advanceTimersByTime(1000);
    expect(count()).toBe(2);
    refresh.changed();
    expect(count()).toBe(3);
  });

  it('remembers a change that comes while it is asking', async () => {
    const { refresh, answer, count } = counted(100);
    refresh.changed();
    refresh.changed();
    await answer();
    vi.advanceTimersByTime(100);
    expect(count()).toBe(2);
  });

  it('asks again at once for a person, but never twice at a time', async () => {
    const { refresh, answer, count } = counted(100);
    void refresh.now();
    refresh.changed();
    void refresh.now();
    void refresh.now();
    expect(count()).toBe(1);
    await answer();
    expect(count()).toBe(2);
    await answer();
    expect(count()).toBe(2);
    void refresh.now();
    expect(count()).toBe(3);
    vi.advanceTimersByTime(100);
    await answer();
    refresh.changed();
    vi.advanceTimersByTime(99);
    expect(count()).toBe(3);
    vi.advanceTimersByTime(1);
    expect(count()).toBe(4);
  });

  it('goes on after a failure', async () => {
    const { refresh, answer, count } = counted(100);
    refresh.changed();
    await answer(true);
    refresh.changed();
    vi.advanceTimersByTime(100);
    expect(count()).toBe(2);
  });
});

describe('a question', () => {
  const question = { title: 'Go?', text: 'All is lost.', action: 'Do it' };
  const send = (): Event => {
    const event = new Event('submit', { cancelable: true });
    one('#question-form').dispatchEvent(event);
    return event;
  };

  beforeEach(connectQuestion);

  it('shows its words and a field', () => {
    void ask({ ...question, field: 'Name' });
    expect((one('#question') as HTMLDialogElement).open).toBe(true);
    expect(linesOf(one('#question'))).toEqual([
      '<dialog id="question" aria-labelledby="question-title" aria-describedby="question-text" open=""><form id="question-form">',
      '<h2 id="question-title">Go?</h2>',
      '<p id="question-text">All is lost.</p>',
      '<p id="question-field">',
      '<label>Name ',
      '<input autocomplete="off" maxlength="64" size="20"></label></p>',
      '<div class="row">',
      '<button type="button" id="question-no">Keep as it is</button>',
      '<button id="question-yes" class="strong">Do it</button></div></form></dialog>',
    ]);
  });

  it('gives an empty text where there is no field', async () => {
    const answer = ask(question);
    expect(one('#question-field').innerHTML).toBe('');
    expect(send().defaultPrevented).toBe(true);
    expect(await answer).toBe('');
    expect((one('#question') as HTMLDialogElement).open).toBe(false);
  });

  it('gives the text of the field without spaces around it', async () => {
    const answer = ask({ ...question, field: 'Name' });
    (one('#question-field input') as HTMLInputElement).value = ' b 1 ';
    send();
    expect(await answer).toBe('b 1');
  });

  it('gives nothing where everything stays, even after a yes before', async () => {
    const first = ask(question);
    send();
    await first;
    const second = ask(question);
    one('#question-no').click();
    expect(await second).toBeUndefined();
  });

  it('is left for the next question', async () => {
    const first = ask(question);
    const dialog = one('#question') as HTMLDialogElement;
    dialog.close();
    expect(await first).toBeUndefined();
    const second = ask(question);
    dialog.open = false;
    const third = ask({ ...question, title: 'And now?' });
    expect(await second).toBeUndefined();
    dialog.dispatchEvent(new Event('close'));
    send();
    expect(await third).toBe('');
    dialog.dispatchEvent(new Event('close'));
  });
});
