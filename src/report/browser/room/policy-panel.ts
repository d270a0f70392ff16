/** The table of policies, and the reset that applies the chosen options. */
import { byId, elementOf, element } from '../dom.ts';
import { control, onSubmit, trimmed, selectOf } from './calls.ts';
import { ask } from './dialogs.ts';
import { write } from './redraw.ts';
import { clockText, type ShownPolicy, type State } from './state.ts';

type World = Pick<State, 'profile' | 'changedPolicies'>;

interface Line {
  readonly policy: ShownPolicy;
  readonly row: HTMLElement;
  readonly field: HTMLInputElement | HTMLSelectElement;
  readonly meaning: HTMLElement;
  /** Lower-case text to search in. */
  readonly key: string;
}

const isChoice = (
  policy: ShownPolicy,
): policy is ShownPolicy & { options: Readonly<Record<string, string>> } => policy.options !== 'usdc';

/** The policies of the control room. `connect` once, then `show` for each state; `afterReset` runs after a reset. */
export class PolicyPanel {
  readonly #chosen = new Map<string, string>();
  readonly #lines: readonly Line[];
  readonly #afterReset: () => void;
  #world: World = { profile: 'published', changedPolicies: {} };

  constructor(policies: readonly ShownPolicy[], afterReset: () => void) {
    this.#lines = policies.map((policy) => newLine(policy));
    this.#afterReset = afterReset;
  }

  connect(): void {
    for (const line of this.#lines) {
      line.field.addEventListener('change', () => this.#choose(line));
      byId('policy-rows').append(line.row);
    }
    const query = elementOf('policy-query', HTMLInputElement);
    query.addEventListener('input', () => {
      const text = query.value.trim().toLowerCase();
      for (const { row, key } of this.#lines) row.hidden = !key.includes(text);
    });
    onSubmit('reset', (form) => this.#reset(form));
    this.show(this.#world);
  }

  /** Shows the values of the world; choices that await a reset stay. */
  show(world: World): void {
    this.#world = world;
    selectOf(elementOf('reset', HTMLFormElement), 'profile').value = world.profile;
    for (const line of this.#lines) {
      const { policy, row, field } = line;
      const value = this.#valueOf(policy);
      row.className = value === this.#defaultOf(policy) ? '' : 'changed';
      if (!this.#chosen.has(policy.name) && field.value !== value) field.value = value;
      showMeaning(line);
    }
    const changed = Object.keys(world.changedPolicies).length;
    write(byId('policy-count'), `${this.#lines.length} in all, ${changed === 0 ? 'none' : changed} changed`);
  }

  #defaultOf({ defaults }: ShownPolicy): string {
    return defaults[this.#world.profile === 'consistent' ? 1 : 0];
  }

  #valueOf(policy: ShownPolicy): string {
    return this.#world.changedPolicies[policy.name] ?? this.#defaultOf(policy);
  }

  #choose(line: Line): void {
    const { policy, field } = line;
    if (field.value === this.#valueOf(policy)) this.#chosen.delete(policy.name);
    else this.#chosen.set(policy.name, field.value);
    showMeaning(line);
    this.#showChosen();
  }

  #showChosen(): void {
    const { size } = this.#chosen;
    const text =
      size === 0 ? '' : `${size} ${size === 1 ? 'change takes' : 'changes take'} effect at the next reset`;
    write(byId('chosen'), text);
  }

  async #reset(form: HTMLFormElement): Promise<void> {
    const profile = selectOf(form, 'profile').value;
    const kept = profile === this.#world.profile ? this.#world.changedPolicies : {};
    const policies = { ...kept, ...Object.fromEntries(this.#chosen) };
    const seed = trimmed(form, 'seed');
    const body = { profile, policies, ...(seed === '' ? {} : { seed }) };
    const answer = await ask({
      title: 'Reset the world?',
      text: 'A new world begins. This one is lost: its agents and money, every branch and checkpoint, its session, and the keys that this page holds.',
      action: 'Reset and lose this world',
    });
    if (answer === undefined) return;
    const isDone = await control(
      'reset',
      body,
      (value) => `A new world with seed ${String(value['seed'])}, at ${clockText(String(value['now']))} UTC.`,
    );
    if (!isDone) return;
    this.#chosen.clear();
    this.#showChosen();
    byId('answer').hidden = true;
    this.#afterReset();
  }
}

function newLine(policy: ShownPolicy): Line {
  const { name, question, gap, lines } = policy;
  const field = fieldFor(policy);
  const meaning = element('small');
  const source = element('small', { textContent: `gap ${gap}; ${lines}` });
  const row = element(
    'tr',
    {},
    element('th', { scope: 'row' }, element('code', { textContent: name })),
    element('td', { textContent: `${question} ` }, source),
    element('td', {}, field, meaning),
  );
  return { policy, row, field, meaning, key: `${name} ${question} ${gap}`.toLowerCase() };
}

function fieldFor(policy: ShownPolicy): HTMLInputElement | HTMLSelectElement {
  const label = { 'aria-label': policy.name };
  if (!isChoice(policy)) return element('input', { ...label, size: 8, autocomplete: 'off' });
  const options = Object.entries(policy.options).map(([value, title]) =>
    element('option', { value, textContent: value, title }),
  );
  return element('select', label, ...options);
}

const showMeaning = ({ policy, field, meaning }: Line): void =>
  write(meaning, isChoice(policy) ? (policy.options[field.value] ?? '') : 'USDC');
