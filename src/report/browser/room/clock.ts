/** Buttons that move the virtual clock. */
import { grouped } from '../numbers.ts';
import { control, onSubmit, trimmed } from './calls.ts';
import { clockText } from './state.ts';

const advance = (by: string): Promise<boolean> =>
  control('clock/advance', { by }, ({ now, events }) => {
    const noun = events === 1 ? 'event' : 'events';
    return `Now it is ${clockText(String(now))} UTC; ${grouped(String(events))} ${noun} ran.`;
  });

const setPace = (pace: string): Promise<boolean> =>
  control('clock/pace', { pace }, (value) =>
    value['pace'] === 'manual' ? 'The clock is paused.' : `The clock runs: ${String(value['pace'])}.`,
  );

/** Connects the buttons and the form that advance or pace the clock. */
export function connectClock(): void {
  for (const button of document.querySelectorAll<HTMLElement>('[data-advance]')) {
    button.addEventListener('click', () => void advance(button.dataset['advance'] ?? ''));
  }
  for (const button of document.querySelectorAll<HTMLElement>('[data-pace]')) {
    button.addEventListener('click', () => void setPace(button.dataset['pace'] ?? ''));
  }
  onSubmit('advance', (form) => advance(trimmed(form, 'by')));
}
