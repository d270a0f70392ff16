/** The page's style sheet: system fonts, one column of text, two of charts on wide screens, both themes, print. */
import { tokens } from './palette.ts';
import { themeRules } from './theme.ts';

const swatches = tokens.map(([name]) => `.swatch.${name} { background: var(--${name}); }`).join('\n');

const base = `
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; scroll-behavior: smooth; }
body { margin: 0; background: var(--page); color: var(--text);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
main { max-width: 1180px; margin: 0 auto; padding: 24px 20px 64px; }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0; overflow-wrap: anywhere; }
h2 { font-size: 1.25rem; margin: 0 0 12px; }
h3 { font-size: 1rem; margin: 0; } details + h3, pre + h3 { margin: 16px 0 6px; }
p { margin: 0 0 8px; }
a { color: var(--link); }
small { color: var(--quiet); font-size: 0.8125rem; }
code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; font-size: 0.8125rem; overflow-wrap: anywhere; }
pre { margin: 0; padding: 10px 12px; background: var(--page); border: 1px solid var(--line); border-radius: 6px; white-space: pre-wrap; }
button, input { font: inherit; color: inherit; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.quiet, .note, .meta, .about { color: var(--quiet); }
.note { font-size: 0.875rem; }
`;

const top = `
.title { display: flex; justify-content: space-between; align-items: flex-start; gap: 16px; }
#theme { flex: none; padding: 4px 12px; background: var(--card); border: 1px solid var(--line); border-radius: 6px; font-size: 0.875rem; cursor: pointer; }
.about { margin: 6px 0 2px; max-width: 75ch; overflow-wrap: anywhere; }
.meta { font-size: 0.875rem; overflow-wrap: anywhere; }
.verdict { margin: 16px 0; padding: 12px 16px; border-radius: 8px; border-left: 5px solid; font-size: 1.0625rem; }
.verdict.good { background: var(--good-back); border-color: var(--good); }
.verdict.bad { background: var(--bad-back); border-color: var(--bad); }
.verdict.open { background: none; border-color: var(--quiet); }
.verdict.good span, .mark.good { color: var(--good); }
.verdict.bad span, .mark.bad { color: var(--bad); }
.story { max-width: 80ch; overflow-wrap: anywhere; }
.tiles { display: grid; grid-template-columns: repeat(6, minmax(0, 1fr)); gap: 12px; margin: 20px 0; }
.tiles > div { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: 10px 14px; }
.tiles dt { color: var(--quiet); font-size: 0.8125rem; }
.tiles dd { margin: 0; font-size: 1.25rem; font-weight: 600; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; line-height: 1.3; }
.tiles small { display: block; font-weight: 400; }
nav ul { display: flex; flex-wrap: wrap; gap: 4px 18px; margin: 0 0 20px; padding: 10px 0; list-style: none; border-block: 1px solid var(--line); font-size: 0.9375rem; }
`;

const parts = `
section { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: 18px 20px; margin: 0 0 20px; }
.scroll { overflow-x: auto; margin: 0 0 14px; background: linear-gradient(90deg, var(--card) 40%, transparent) 0 0 / 30px 100% no-repeat local, linear-gradient(270deg, var(--card) 40%, transparent) 100% 0 / 30px 100% no-repeat local,
  linear-gradient(90deg, var(--line), transparent) 0 0 / 12px 100% no-repeat scroll, linear-gradient(270deg, var(--line), transparent) 100% 0 / 12px 100% no-repeat scroll; }
.together { white-space: nowrap; } td:last-child:not(.number) { min-width: 150px; } table code { overflow-wrap: break-word; }
table { border-collapse: collapse; width: 100%; font-size: 0.875rem; font-variant-numeric: tabular-nums; }
caption { text-align: left; color: var(--quiet); padding: 0 0 6px; }
th, td { text-align: left; padding: 6px 12px 6px 0; border-bottom: 1px solid var(--line); vertical-align: top; }
thead th { color: var(--quiet); font-weight: 500; white-space: nowrap; }
tbody th { font-weight: 500; }
tr:last-child > * { border-bottom: 0; }
.number { text-align: right; white-space: nowrap; }
.number + th:not(.number), .number + td:not(.number) { padding-left: 12px; }
tr > :last-child { padding-right: 0; }
.mark { white-space: nowrap; font-weight: 600; }
.codes { margin: 0; padding: 0; list-style: none; display: flex; flex-wrap: wrap; gap: 0 14px; font-size: 0.8125rem; }
.share { display: inline-flex; align-items: center; gap: 8px; }
.bar { width: 90px; height: 8px; } .bar .track { fill: var(--grid); } .bar .fill { fill: var(--violet); }
.chart { margin: 18px 0 8px; min-width: 0; }
.chart figcaption p { color: var(--quiet); font-size: 0.875rem; margin: 2px 0 8px; max-width: 100ch; overflow-wrap: anywhere; }
.canvas { width: 100%; overflow: hidden; }
.canvas.middle { height: 280px; } .canvas.tall { height: 340px; } .canvas.long { height: 600px; }
.legend { display: flex; flex-wrap: wrap; gap: 2px 6px; margin: 0 0 4px -6px; padding: 0; list-style: none; }
.legend button { display: inline-flex; align-items: center; gap: 6px; background: none; border: 0; border-radius: 4px; padding: 2px 6px; font-size: 0.8125rem; cursor: pointer; overflow-wrap: anywhere; text-align: left; }
.legend button[aria-pressed="false"] { color: var(--quiet); text-decoration: line-through; }
.legend button[aria-pressed="false"] .swatch { background: none; box-shadow: inset 0 0 0 1px var(--quiet); }
.swatch { flex: none; width: 11px; height: 11px; border-radius: 2px; }
${swatches}
.swatch.dashed { clip-path: polygon(0 0, 40% 0, 40% 100%, 60% 100%, 60% 0, 100% 0, 100% 100%, 0 100%); }
.tip { display: flex; align-items: baseline; gap: 7px; line-height: 1.45; } .tip i { flex: none; width: 9px; height: 9px; border-radius: 2px; } .tip b { margin-left: auto; padding-left: 14px; font-variant-numeric: tabular-nums; } .tip.fault { color: var(--bad); }
details { margin: 4px 0 0; } summary { cursor: pointer; color: var(--link); font-size: 0.875rem; } details[open] > summary { margin-bottom: 8px; }
.findings { margin: 0; padding-left: 2.4em; } .findings li { margin-bottom: 14px; } .findings p { margin: 0 0 4px; overflow-wrap: anywhere; }
.sequence { display: block; max-width: none; font-size: 12px; } .sequence text { fill: var(--text); font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; } .sequence .head { font-weight: 600; font-size: 12px; }
.sequence .quiet, .sequence .time { fill: var(--quiet); font-size: 11px; } .sequence .lane { stroke: var(--line); stroke-width: 2; } .sequence .arrow { stroke: var(--blue); stroke-width: 1.5; } .sequence .arrow.back { stroke-dasharray: 5 3; } .sequence .tip { fill: var(--blue); display: inline; }
.sequence .answer { fill: var(--good); font-weight: 600; } .sequence .answer.refused { fill: var(--amber); } .sequence .broken .arrow { stroke: var(--bad); stroke-width: 2.5; } .sequence .broken .tip { fill: var(--bad); } .sequence .broken text { font-weight: 600; }
.sequence .note rect { fill: var(--bad-back); stroke: var(--bad); } .sequence .note text { fill: var(--bad); font-size: 12px; } .sequence .note .time { fill: var(--quiet); }
.cause { border-top: 1px solid var(--line); margin: 22px 0 0; padding: 16px 0 0; } .cause h3 { margin-bottom: 6px; overflow-wrap: anywhere; } .cause .scroll { margin-top: 12px; }
.sides { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 12px; } .sides figure { margin: 0; min-width: 0; } .sides figcaption { color: var(--quiet); font-size: 0.875rem; margin: 0 0 4px; } .sides pre { height: calc(100% - 26px); }
mark { background: var(--bad-back); color: var(--text); box-shadow: -2px 0 0 var(--bad-back), -5px 0 0 var(--bad); font-weight: 600; }
.search { margin: 18px 0 8px; } .search label { display: block; font-size: 0.875rem; color: var(--quiet); }
.search input { width: min(100%, 420px); padding: 6px 10px; margin: 4px 0; background: var(--page); border: 1px solid var(--quiet); border-radius: 6px; }
.search p { font-size: 0.875rem; color: var(--quiet); margin: 0; min-height: 1.5em; }
.filters { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 230px), 1fr)); gap: 4px 16px; align-items: end; }
.search.filters p { margin: 0; min-height: 0; } .search.filters input, .search.filters select { width: 100%; height: 38px; }
.search select { padding: 6px 8px; margin: 4px 0; background: var(--page); border: 1px solid var(--quiet); border-radius: 6px; font: inherit; color: inherit; }
.plain { padding: 5px 12px; margin: 4px 0; background: var(--card); border: 1px solid var(--quiet); border-radius: 6px; font-size: 0.875rem; cursor: pointer; justify-self: start; } .plain:disabled { opacity: 0.45; cursor: default; }
.pages { display: flex; flex-wrap: wrap; gap: 4px 8px; align-items: center; margin: 0 0 8px; } .pages p { margin: 0; font-size: 0.875rem; color: var(--quiet); flex: 1 1 220px; } .pages[hidden] { display: none; } .filters[hidden] { display: none; }
#event-table table { min-width: 960px; } #event-table th[scope="row"], #event-table .answer { white-space: nowrap; } .answer.bad { color: var(--bad); } .answer.some { color: var(--quiet); }
#agent-table table { min-width: 960px; }
#differences th:nth-child(1) { width: 17%; } #differences th:nth-child(2) { width: 19%; } #differences th:nth-child(3) { width: 7%; } #differences th:nth-child(6) { width: 6%; } #differences th:nth-child(7) { width: 12%; } #differences code { overflow-wrap: anywhere; }
#differences table { table-layout: fixed; min-width: 1000px; } #causes > .scroll table, #time-rules table { min-width: 720px; }
[id^="game-"] > .scroll table, #bets > .scroll table, [id^="game-"] > details > .scroll table { min-width: 640px; }
[id^="game-"] > .scroll tbody th, #bets > .scroll td:nth-child(2) { min-width: 140px; }
#named-checks th[scope="row"] { width: 17%; } #named-checks td:nth-child(2) { white-space: nowrap; }
#steps table { min-width: 760px; } #calls table { min-width: 640px; }
#operations table { table-layout: fixed; min-width: 1000px; }
#operations th:nth-child(1) { width: 15%; } #operations th:nth-child(2) { width: 6%; } #operations th:nth-child(3) { width: 9%; } #operations th:nth-child(4) { width: 13%; }
#operations th:nth-child(6), #operations th:nth-child(7), #operations th:nth-child(8) { width: 8%; }
.facts { margin: 12px 0 0; } .facts > div { display: flex; flex-wrap: wrap; gap: 0 12px; } .facts dt { color: var(--quiet); width: 110px; } .facts dd { margin: 0; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
@media (min-width: 900px) { .pair { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 0 28px; } #escrows, #agents { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 0 28px; }
  #escrows > :not(.chart), #agents > :not(.chart) { grid-column: 1 / -1; } }
@media (max-width: 900px) { .tiles { grid-template-columns: repeat(3, minmax(0, 1fr)); } }
@media screen and (max-width: 700px) { #named-checks thead { display: none; } #named-checks tr { display: block; padding: 8px 0; border-bottom: 1px solid var(--line); } #named-checks th, #named-checks td { display: block; width: auto !important; padding: 0; border: 0; }
  #named-checks th { font-weight: 600; } #named-checks td:nth-child(3)::before { content: "Tested: "; } #named-checks td:nth-child(4)::before { content: "On: "; } #named-checks td:nth-child(5)::before { content: "Cannot see: "; } }
@media (max-width: 700px) { .sides { grid-template-columns: minmax(0, 1fr); } .sides pre { height: auto; } }
@media (max-width: 560px) { .number small { display: block; } .filters { grid-template-columns: repeat(2, minmax(0, 1fr)); } .filters p:has([type="datetime-local"]) { grid-column: 1 / -1; } main { padding: 16px 12px 48px; } section { padding: 14px 12px; } .tiles { grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 8px; }
  .tiles > div { padding: 8px 10px; } .tiles dd { font-size: 1.0625rem; } h1 { font-size: 1.375rem; } .canvas.tall { height: 300px; } .facts dt { width: 100%; } }
@media screen { .scroll.long { max-height: 75vh; overflow-y: auto; } .scroll.long thead th { position: sticky; top: 0; z-index: 1; background: var(--card); } }
@media screen { nav ul { max-height: 5.5em; overflow-y: auto; } }
@media screen and (max-width: 560px) { nav ul { max-height: 12em; } }
@media screen and (min-width: 900px) { nav { position: sticky; top: 0; z-index: 3; background: var(--page); } section, [id] { scroll-margin-top: 6.5em; } }
@media print { body, section, .tiles > div { background: none; } body { font-size: 11pt; } main { max-width: none; padding: 0; } nav, #theme, .search, .chart details, #events { display: none; }
  section { border: 0; padding: 0; } .chart, tr, .tiles, .verdict, .findings li { break-inside: avoid; } h2, h3, caption, figcaption { break-after: avoid; } .scroll { overflow: visible; background: none; }
  #operations table { min-width: 0; } #agent-table table, #differences table { min-width: 0; font-size: 0.6875rem; } #causes > .scroll table, #time-rules table { min-width: 0; } .sides figure { break-inside: avoid; } #escrows, #agents { display: block; } svg.sequence { max-width: 100%; height: auto; } .scroll table { min-width: 0 !important; table-layout: auto; } .scroll td, .scroll th { overflow-wrap: break-word; white-space: normal; font-size: 0.75rem; padding-right: 6px; } .scroll code { overflow-wrap: break-word; } .scroll td.number { white-space: nowrap; } .scroll td.number, .scroll th.number { padding-left: 4px; padding-right: 2px; } .scroll tbody th, .scroll td { min-width: 0 !important; } .scroll .number small { display: block; } * { print-color-adjust: exact; } }
`;

/** The complete style sheet; pages embed it. */
export const styleSheet = `${themeRules}${base}${top}${parts}`;
