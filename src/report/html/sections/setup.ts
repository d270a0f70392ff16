/** The policies of a run, and how to repeat it. */
import type { PolicyResult, RunResult } from '../../../simulation/scenario/result.ts';
import { clipped, counted, grouped } from '../../numbers.ts';
import { runSpeed } from '../../speed.ts';
import { factList } from '../figures.ts';
import { codeMarkup, html, nameMarkup, nothing, type Markup } from '../markup.ts';
import { table, words } from '../table.ts';
import type { Section } from '../section.ts';

/** Changed policies are shown openly, the others are folded. */
export function policiesSection(policies: readonly PolicyResult[]): Section | undefined {
  if (policies.length === 0) return undefined;
  const changed = policies.filter(({ isDefault }) => !isDefault);
  const defaults = policies.filter(({ isDefault }) => isDefault);
  const open =
    changed.length === 0
      ? html`<p>Every policy has its default value.</p>`
      : policiesTable('Policies that differ from their default', changed);
  const folded =
    defaults.length === 0
      ? nothing
      : html`<details>
          <summary>
            ${counted(defaults.length, 'polic').replace(/polics?$/, defaults.length === 1 ? 'policy' : 'policies')}
            at the default value
          </summary>
          ${policiesTable('Policies at their default', defaults)}
        </details>`;
  return { id: 'policies', title: 'Policies', body: html`${open}${folded}` };
}

function policiesTable(caption: string, policies: readonly PolicyResult[]): Markup {
  const rows = policies.map(({ name, value }) => [codeMarkup(name), nameMarkup(value)]);
  return table({ caption, columns: words('Policy', 'Value'), rows });
}

/** One command and the digest that must come out of it. */
export function repeatSection({ summary, command, checkpoints }: RunResult): Section {
  const facts: readonly (readonly [string, string])[] = [
    ['Digest', summary.digest],
    ['Policy hash', summary.policyHash],
    ['Checkpoints', grouped(checkpoints.length)],
    ['Speed', runSpeed(summary)],
  ];
  const body = html`<p>The same command gives the same digest on every machine:</p>
    <pre class="command"><code>${clipped(command, 4_000)}</code></pre>
    ${factList(facts)}`;
  return { id: 'repeat', title: 'Repeat it', body };
}
