/** The result as one HTML page, without scripts or external resources. */
import { curlOf } from '../../verification/check/curl.ts';
import { yamlOf } from '../../verification/check/source.ts';
import type { CauseResult, ConformResult, GroupResult } from './result-schema.ts';

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const style = `:root{color-scheme:light dark}body{font:15px/1.5 system-ui;margin:2rem auto;max-width:72rem;padding:0 1rem}
pre,table{font-size:13px}pre{overflow:auto;padding:.8rem 1rem;border:1px solid #8886;border-radius:6px}
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.3rem .6rem;border-bottom:1px solid #8884;vertical-align:top;overflow-wrap:anywhere}
.scroll{overflow-x:auto}summary{cursor:pointer}section{margin:2rem 0}.subject{font-weight:600}`;

/** The page of a result; every text from the target is escaped. */
export function conformPage(result: ConformResult): string {
  const { differences, causes } = result;
  const title = `${result.target}: ${result.ok ? 'as the model' : `${causes.length} causes of differences`}`;
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Orrery conform: ${escaped(title)}</title><style>${style}</style>
<h1>${escaped(title)}</h1>
<p>${result.requests} requests of ${result.agents} agents in ${result.runs} runs, ${result.calls} kinds of calls, seed ${escaped(result.seed)}; ${result.same} answers alike, ${differences.unexplained} differences unexplained, ${differences.explained} explained.${policyLine(result)}</p>
${causes.map((cause, index) => causeSection(cause, index + 1)).join('\n')}
<section><h2>All differences</h2>${groupTable(differences.groups)}</section>
<section><h2>Rules of time</h2>${timeTable(result)}</section>
${result.findings.length === 0 ? '' : `<section><h2>Behaviours</h2><ul>${result.findings.map((each) => `<li>${escaped(each)}</li>`).join('')}</ul></section>`}
</html>
`;
}

const policyLine = ({ policyHash: { model, target } }: ConformResult): string =>
  target === null || target === model
    ? ''
    : ` The target says that it reads the documents differently (policies ${escaped(target)}, the model ${escaped(model)}).`;

function causeSection(cause: CauseResult, number: number): string {
  const { subject, about, readings, followers, requests, scenario } = cause;
  const reading =
    readings.length === 0
      ? ''
      : `<p>The model answers the same under ${readings.map(({ policy, value }) => `<code>${escaped(`${policy}=${value}`)}</code>`).join(' or ')}.</p>`;
  const more = followers === 0 ? '' : `<p>${followers} more kinds of differences may follow from it.</p>`;
  const sequence =
    scenario === null
      ? '<p>It could not be repeated.</p>'
      : `<p>Smallest sequence: ${requests} ${requests === 1 ? 'request' : 'requests'}.</p><pre>${escaped(yamlOf(scenario))}</pre><details><summary>with curl</summary><pre>${escaped(curlOf(scenario))}</pre></details>`;
  return `<section><h2>${number}. <span class="subject">${escaped(subject)}</span></h2><p>${escaped(about)}</p>${reading}${more}${sequence}</section>`;
}

function groupTable(groups: readonly GroupResult[]): string {
  if (groups.length === 0) return '<p>None.</p>';
  const rows = groups.map(({ call, kind, field, model, target, count, explanation, cause }) => {
    const why = explanation ?? (cause === null ? 'not looked into' : `cause ${cause + 1}`);
    const cells = [call, kind, field, model, target, String(count), why];
    return `<tr>${cells.map((cell) => `<td>${escaped(cell)}</td>`).join('')}</tr>`;
  });
  return `<div class="scroll"><table><thead><tr><th>call</th><th>kind</th><th>field</th><th>model</th><th>target</th><th>times</th><th>why</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}

function timeTable({ timeRules }: ConformResult): string {
  const rows = timeRules.map(
    ({ rule, after, tested, why }) =>
      `<tr><td>${escaped(rule)}</td><td>${after}</td><td>${tested ? 'tested' : `not tested: ${escaped(why ?? '')}`}</td></tr>`,
  );
  return `<div class="scroll"><table><thead><tr><th>rule</th><th>takes</th><th>in this run</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}
