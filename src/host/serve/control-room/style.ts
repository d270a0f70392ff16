/** The style sheet of the control room: the themes of the reports, a grid that becomes one column on a phone. */
import { themeRules } from '../../../report/html/theme.ts';

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
meter { width: 90px; height: 10px; vertical-align: middle; } .together { white-space: nowrap; }
details summary { cursor: pointer; color: var(--link); }
.tiles { display: grid; grid-template-columns: repeat(5, minmax(0, 1fr)); gap: 8px; margin: 0 0 10px; } .tiles div { border: 1px solid var(--line); border-radius: 6px; padding: 4px 10px; } .tiles dt { color: var(--quiet); font-size: 0.75rem; } .tiles dd { margin: 0; font-weight: 600; font-variant-numeric: tabular-nums; }
.facts { margin: 0; } .facts div { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 12px; border-bottom: 1px solid var(--line); padding: 3px 0; } .facts dt { color: var(--quiet); } .facts dd { margin: 0; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
.good { color: var(--good); } .bad { color: var(--bad); } .warn { color: var(--warn); } .mark { font-weight: 600; white-space: nowrap; }
#say { max-width: 1500px; margin: 0 auto; padding: 2px 20px; min-height: 1.6em; font-size: 0.875rem; overflow-wrap: anywhere; } #say.bad { font-weight: 600; }
#policies td:last-child { min-width: 190px; } #policies th:first-child { min-width: 200px; } #policies tr.changed th { color: var(--warn); } #policies select, #policies td input { width: 100%; } #policies td { max-width: 60ch; }
@media (max-width: 1100px) { main { grid-template-columns: repeat(2, minmax(0, 1fr)); } }
@media (max-width: 700px) { main { grid-template-columns: minmax(0, 1fr); padding: 6px 10px 40px; } .wide { grid-column: auto; } .top { padding: 12px 12px 4px; justify-content: space-between; } .top .meta { order: 3; flex-basis: 100%; } #say { padding: 2px 12px; } .tiles { grid-template-columns: repeat(3, minmax(0, 1fr)); } table { min-width: 560px; } button { min-height: 34px; } }
@media (prefers-reduced-motion: no-preference) { tr.new { animation: seen 1.2s ease-out; } @keyframes seen { from { box-shadow: inset 4px 0 var(--link); } } }
`;
