/** The findings of an audit in the order of the money at risk, each with its claims, its arithmetic and what to change. */
import { judgedFinding, type AuditFinding } from '../../verification/audit/finding.ts';
import { html, nothing, type Markup } from '../html/markup.ts';

/** First what costs the house money, then the other contradictions; `others` are sentences without money. */
export function findingsBody(judged: readonly AuditFinding[], others: readonly string[]): Markup {
  const found = judged.map(judgedFinding);
  const costly = found.filter(({ costsHouse }) => costsHouse);
  const rest = found.filter(({ costsHouse }) => !costsHouse);
  if (found.length + others.length === 0) return html`<p>There are none.</p>`;
  return html`${others.length === 0 ? nothing : list('About the code and the replayed rounds', others.map((one) => html`<p>${one}</p>`))}
    ${costly.length === 0 ? nothing : list(`These cost the house money (${costly.length}), the largest amounts first; with --strict the exit code is 1`, costly.map(oneFinding))}
    ${rest.length === 0 ? nothing : list(`These do not cost the house money by themselves (${rest.length})`, rest.map(oneFinding))}`; // prettier-ignore
}

const list = (title: string, items: readonly Markup[]): Markup =>
  html`<h3>${title}</h3>
    <ol class="findings">
      ${items.map((item) => html`<li>${item}</li>`)}
    </ol>`;

function oneFinding({ sentence, claims, change, atRisk }: ReturnType<typeof judgedFinding>): Markup {
  return html`<p>${sentence}</p>
    ${atRisk === null ? nothing : html`<p><strong>At risk:</strong> ${amounts(atRisk)} Arithmetic: ${atRisk.arithmetic}.</p>`}
    <p><strong>Change:</strong> ${change}</p>
    <p class="note">${claims.map(({ id, statement }) => html`${id}: ${statement}. `)}</p>`; // prettier-ignore
}

type AtRisk = NonNullable<ReturnType<typeof judgedFinding>['atRisk']>;

function amounts({ worstCase, expectedPerDay, shortfallPerDay }: AtRisk): string {
  const parts = [`at most ${worstCase} USDC at once`];
  if (expectedPerDay !== '0') parts.push(`an expected loss of ${expectedPerDay} USDC a day`);
  else if (shortfallPerDay !== '0') parts.push(`${shortfallPerDay} USDC a day less than stated`);
  return `${parts.join('; ')}.`;
}
