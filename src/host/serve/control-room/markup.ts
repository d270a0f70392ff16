/** The page of the control room, empty: the script fills it. Without the script it says what it needs. */
import { dialogs } from './markup-dialogs.ts';
import { agents, call, happenings, policies, requests } from './markup-lists.ts';
import { charts, past } from './markup-time.ts';

const advanceButton = (by: string, label: string): string =>
  `<button type="button" data-advance="${by}">${label}</button>`;

const paceButton = (pace: string, label: string): string =>
  `<button type="button" data-pace="${pace}" aria-pressed="false">${label}</button>`;

const clock = `<section id="clock" aria-labelledby="clock-title">
<h2 id="clock-title">Virtual clock</h2>
<p class="time"><time id="now">-</time> <span class="quiet">UTC</span></p>
<div class="row" role="group" aria-label="How time goes by">
${paceButton('manual', 'Pause')}${paceButton('real', 'Real time')}${paceButton('60x', '60 times')}${paceButton('3600x', '3,600 times')}
</div>
<div class="row" role="group" aria-label="Advance the clock">
<span class="quiet">Advance by</span>
${advanceButton('1m', '1 minute')}${advanceButton('1h', '1 hour')}${advanceButton('24h', '1 day')}${advanceButton('7d', '1 week')}
</div>
<form id="advance" class="row">
<label>or by <input name="by" size="8" placeholder="90m" autocomplete="off"></label>
<button>Advance</button>
</form>
</section>`;

const money = `<section id="money" aria-labelledby="money-title">
<h2 id="money-title">Money</h2>
<dl class="facts" id="money-facts"></dl>
</section>`;

const faults = `<section id="faults" aria-labelledby="faults-title">
<h2 id="faults-title">Faults</h2>
<form id="fault" class="grid">
<label>Service <select name="service"></select></label>
<label>Fault <select name="kind">
<option value="outage">outage: answers 503</option>
<option value="error">error: answers 500</option>
<option value="slow">slow</option>
<option value="clock-hold">its clock stands still</option>
<option value="clock-step">its clock jumps</option>
<option value="market-closed">market closed</option>
<option value="game-closed">game closed</option>
<option value="price-jump">price jump</option>
</select></label>
<label data-for="outage error slow clock-hold market-closed game-closed">For <input name="for" value="10m" size="6" autocomplete="off"></label>
<label data-for="error">Share of calls <input name="rate" value="20%" size="6" autocomplete="off"></label>
<label data-for="error">Effect <select name="effect"><option value="before">before any effect</option><option value="after">after the whole effect</option><option value="undone">after an effect that is undone</option></select></label>
<label data-for="slow">Slower by <input name="latency" value="2s" size="6" autocomplete="off"></label>
<label data-for="clock-step">By <input name="by" value="5m" size="6" autocomplete="off"></label>
<label data-for="market-closed price-jump">Market <input name="market" value="all" size="10" autocomplete="off"></label>
<label data-for="game-closed">Game <input name="game" value="all" size="10" autocomplete="off"></label>
<label data-for="price-jump">Move <input name="move" value="-10%" size="6" autocomplete="off"></label>
<button>Switch on</button>
</form>
<ul id="fault-rows" class="plain"></ul>
<p class="quiet" id="fault-none">None so far.</p>
</section>`;

/** The body of the page; the script in `src/report/browser/room` finds its parts by these ids. */
export const roomMarkup = `<header class="top">
<h1>Control room</h1>
<p class="meta"><span id="line" class="line">connecting</span> <span id="run"></span></p>
<button type="button" id="theme">Theme</button>
</header>
<p id="say" role="status" aria-live="polite"></p>
<noscript><p class="note">This page needs its script. The same can be done with the calls under /_sim, described at /openapi.json.</p></noscript>
<main>${clock}${money}${faults}${past}${charts}${agents}${happenings}${requests}${call}${policies}</main>${dialogs}`;
