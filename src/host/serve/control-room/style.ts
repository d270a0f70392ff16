/** The style sheet of the control room: the themes of the reports, a grid that becomes one column on a phone. */
import { tokens } from '../../../report/html/palette.ts';
import { themeRules } from '../../../report/html/theme.ts';

const swatches = tokens.map(([name]) => `.swatch.${name} { background: var(--${name}); }`).join(' ');

/** CSS text for a style element; it contains no end tag and loads nothing. */
export const roomStyle = `${themeRules}*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--page); color: var(--text); font: 15px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
.top { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 20px; padding: 14px 20px 6px; max-width: 1500px; margin: 0 auto; }
.top .meta { margin: 0; flex: 1; min-width: 0; color: var(--quiet); font-size: 0.875rem; overflow-wrap: anywhere; }
h1 { font-size: 1.375rem; margin: 0; } h2 { font-size: 1.0625rem; margin: 0 0 10px; } small { color: var(--quiet); font-weight: 400; font-size: 0.8125rem; }
main { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 14px; padding: 8px 20px 48px; max-width: 1500px; margin: 0 auto; }
section { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: 14px 16px; min-width: 0; }
.wide { grid-column: span 2; } section.full { grid-column: 1 / -1; }
.quiet { color: var(--quiet); } p { margin: 0 0 8px; } .note { padding: 0 20px; }
.row { display: flex; flex-wrap: wrap; align-items: center; gap: 6px 8px; margin: 0 0 10px; }
.grid { display: flex; flex-wrap: wrap; align-items: flex-end; gap: 8px 12px; margin: 0 0 10px; }
.grid label { display: flex; flex-direction: column; gap: 2px; font-size: 0.8125rem; color: var(--quiet); } .grid label.full { width: 100%; }
label { color: var(--quiet); font-size: 0.875rem; }
button, input, select, textarea { font: inherit; font-size: 0.875rem; color: var(--text); background: var(--card); border: 1px solid var(--field); border-radius: 6px; padding: 4px 9px; max-width: 100%; }
textarea { width: 100%; resize: vertical; font-family: ui-monospace, Menlo, Consolas, monospace; } .full input, .full select { width: 100%; }
button { cursor: pointer; } button:hover { border-color: var(--link); } button[aria-pressed="true"], button.strong { background: var(--strong); color: var(--on-strong); border-color: var(--strong); }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
[hidden] { display: none !important; }
.time { font-size: 1.5rem; font-variant-numeric: tabular-nums; font-weight: 600; margin-bottom: 10px; } .time .quiet { font-size: 0.875rem; font-weight: 400; }
.scroll { overflow: auto; } .tall { max-height: 420px; } .log { max-height: 300px; overflow: auto; margin: 0; padding: 0; list-style: none; font-size: 0.875rem; }
.log li { display: flex; flex-wrap: wrap; gap: 0 8px; border-bottom: 1px solid var(--line); padding: 3px 0; } .log b { font-weight: 500; } .log span:last-child { margin-left: auto; font-variant-numeric: tabular-nums; }
.plain { list-style: none; margin: 0; padding: 0; font-size: 0.875rem; } .plain li { border-top: 1px solid var(--line); padding: 4px 0; overflow-wrap: anywhere; }
table { border-collapse: collapse; width: 100%; font-size: 0.8125rem; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: 4px 10px 4px 0; border-bottom: 1px solid var(--line); vertical-align: top; } thead th { color: var(--quiet); font-weight: 500; position: sticky; top: 0; background: var(--card); white-space: nowrap; }
tbody th { font-weight: 500; overflow-wrap: anywhere; } .number { text-align: right; }
td code, th code, pre { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: 0.75rem; overflow-wrap: anywhere; } code { overflow-wrap: anywhere; }
pre { background: var(--page); border: 1px solid var(--line); border-radius: 6px; padding: 8px 10px; white-space: pre-wrap; margin: 6px 0 0; max-height: 320px; overflow: auto; }
button.opens { background: none; border: 0; padding: 0; color: var(--link); text-align: left; overflow-wrap: anywhere; border-radius: 2px; min-height: 0; } td.number button.opens { white-space: nowrap; } button.opens:hover { text-decoration: underline; }
button[aria-disabled="true"] { color: var(--quiet); cursor: default; border-color: var(--line); }
h3 { font-size: 0.9375rem; margin: 14px 0 6px; } .row h3 { margin: 0; }
.lanes { display: grid; gap: 4px; } .lane { display: grid; grid-template-columns: 130px minmax(0, 1fr); gap: 10px; align-items: center; } .lane-name { font-size: 0.8125rem; color: var(--quiet); overflow-wrap: anywhere; }
.track { position: relative; height: 24px; background: var(--page); border: 1px solid var(--line); border-radius: 4px; }
.track button { position: absolute; top: 0; height: 22px; min-height: 0; min-width: 5px; padding: 0; border: 0; border-radius: 2px; }
.track .branch { top: 8px; height: 6px; background: var(--quiet); } .track .branch.strong { background: var(--strong); } .track .slice { top: 4px; height: 14px; background: var(--teal); min-width: 2px; border-right: 1px solid var(--page); border-radius: 0; }
.track .fault { background: var(--shade); opacity: 0.65; } .track .fault.strong { opacity: 1; }
.track .checkpoint { width: 14px; height: 14px; top: 4px; margin-left: -7px; background: var(--amber); border: 2px solid var(--card); transform: rotate(45deg); z-index: 1; }
.track button:focus-visible { z-index: 2; outline-offset: 1px; outline-width: 3px; }
.ends p { display: flex; justify-content: space-between; margin: 2px 0 4px; font-size: 0.75rem; font-variant-numeric: tabular-nums; } input[type="range"] { width: 100%; margin: 0; padding: 0; accent-color: var(--strong); }
.chosen { min-height: 34px; margin: 8px 0; } .chosen .row, #past form.row { margin: 0; align-items: flex-end; } .facts + .row { margin-top: 12px; } #chosen-mark { overflow-wrap: anywhere; font-size: 0.875rem; } #past > .row:last-child { gap: 10px 28px; }
.figures { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 8px 24px; } .chart { margin: 0; min-width: 0; } .chart figcaption p { color: var(--quiet); font-size: 0.8125rem; margin: 2px 0 6px; overflow-wrap: anywhere; } .chart h3 { margin: 0; }
.canvas { width: 100%; overflow: hidden; height: 230px; } .legend { display: flex; flex-wrap: wrap; gap: 2px 6px; margin: 0 0 4px -6px; padding: 0; list-style: none; }
.legend button { display: inline-flex; align-items: center; gap: 6px; background: none; border: 0; padding: 2px 6px; font-size: 0.8125rem; color: var(--text); } .legend button[aria-pressed="true"] { background: none; color: var(--text); } .legend button[aria-pressed="false"] { color: var(--quiet); text-decoration: line-through; }
.swatch { flex: none; width: 11px; height: 11px; border-radius: 2px; } ${swatches}
.swatch.dashed { clip-path: polygon(0 0, 40% 0, 40% 100%, 60% 100%, 60% 0, 100% 0, 100% 100%, 0 100%); }
.tip { display: flex; align-items: baseline; gap: 7px; } .tip i { flex: none; width: 9px; height: 9px; border-radius: 2px; } .tip b { margin-left: auto; padding-left: 14px; font-variant-numeric: tabular-nums; } .tip.fault { color: var(--bad); }
dialog { background: var(--card); color: var(--text); border: 1px solid var(--field); border-radius: 10px; padding: 16px 18px; max-width: min(560px, calc(100vw - 20px)); } dialog.view { width: min(1080px, calc(100vw - 20px)); max-width: none; max-height: calc(100vh - 24px); } dialog::backdrop { background: rgb(0 0 0 / 45%); }
dialog header.row { flex-wrap: nowrap; align-items: flex-start; justify-content: space-between; position: sticky; top: -16px; background: var(--card); padding: 4px 0; z-index: 1; margin: 0; } dialog h2 { overflow-wrap: anywhere; margin: 0; min-width: 0; } #question p { margin: 10px 0; } dialog .facts { columns: 2; column-gap: 28px; } dialog .facts div { break-inside: avoid; } .copyable { border: 0; padding: 0; margin: 14px 0 0; }
.sequence { display: block; max-width: none; font-size: 12px; } .sequence text { fill: var(--text); font-family: ui-monospace, Menlo, Consolas, monospace; } .sequence .head { font-weight: 600; } .sequence .quiet, .sequence .time { fill: var(--quiet); font-size: 11px; } .sequence .lane { stroke: var(--line); stroke-width: 2; }
.sequence .arrow { stroke: var(--blue); stroke-width: 1.5; } .sequence .arrow.back { stroke-dasharray: 5 3; } .sequence .tip { fill: var(--blue); display: inline; } .sequence .answer { fill: var(--good); font-weight: 600; } .sequence .answer.refused { fill: var(--amber); }
meter { width: 90px; height: 10px; vertical-align: middle; } .together { white-space: nowrap; }
details summary { cursor: pointer; color: var(--link); }
.tiles { display: grid; grid-template-columns: repeat(5, minmax(0, 1fr)); gap: 8px; margin: 0 0 10px; } .tiles div { border: 1px solid var(--line); border-radius: 6px; padding: 4px 10px; } .tiles dt { color: var(--quiet); font-size: 0.75rem; } .tiles dd { margin: 0; font-weight: 600; font-variant-numeric: tabular-nums; }
.facts { margin: 0; } .facts div { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 12px; border-bottom: 1px solid var(--line); padding: 3px 0; } .facts dt { color: var(--quiet); } .facts dd { margin: 0; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
.good { color: var(--good); } .bad { color: var(--bad); } .warn { color: var(--warn); } .mark { font-weight: 600; white-space: nowrap; }
#say { max-width: 1500px; margin: 0 auto; padding: 2px 20px; min-height: 1.6em; font-size: 0.875rem; overflow-wrap: anywhere; } #say.bad { font-weight: 600; }
#policies td:last-child { min-width: 190px; } #policies th:first-child { min-width: 200px; } #policies tr.changed th { color: var(--warn); } #policies select, #policies td input { width: 100%; } #policies td { max-width: 60ch; }
@media (max-width: 1100px) { main, .figures { grid-template-columns: repeat(2, minmax(0, 1fr)); } }
@media (max-width: 700px) { main, .figures { grid-template-columns: minmax(0, 1fr); } main { padding: 6px 10px 40px; } .lane { grid-template-columns: minmax(0, 1fr); gap: 2px; } dialog .facts { columns: 1; } dialog table, .chart table { min-width: 0; } .wide { grid-column: auto; } .top { padding: 12px 12px 4px; justify-content: space-between; } .top .meta { order: 3; flex-basis: 100%; } #say { padding: 2px 12px; } .tiles { grid-template-columns: repeat(3, minmax(0, 1fr)); } table { min-width: 560px; } #agents table { min-width: 760px; } #agents tbody th, #requests td:nth-child(3) { min-width: 140px; } #requests table { min-width: 680px; } button { min-height: 34px; } }
@media (prefers-reduced-motion: no-preference) { tr.new { animation: seen 1.2s ease-out; } @keyframes seen { from { box-shadow: inset 4px 0 var(--link); } } }
`;
