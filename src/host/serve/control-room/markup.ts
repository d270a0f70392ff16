/** The parts of the control room, empty: the script fills them. Without it the page says what it needs. */

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

const agents = `<section id="agents" class="wide" aria-labelledby="agents-title">
<h2 id="agents-title">Agents <small id="agent-count"></small></h2>
<form id="join" class="row">
<label>Let an agent join <input name="agent_id" size="16" placeholder="alice" autocomplete="off" maxlength="60"></label>
<button>Register</button>
</form>
<div class="scroll" tabindex="0" role="group" aria-labelledby="agents-title">
<table><thead><tr><th scope="col">Agent</th><th scope="col">Joined (UTC)</th><th scope="col">Tier</th><th scope="col" class="number">Balance</th><th scope="col" class="number">Held</th><th scope="col">Limiter: calls left, least first</th><th scope="col">Do</th></tr></thead><tbody id="agent-rows"></tbody></table>
</div>
<p class="quiet" id="agent-none">No agent has registered yet: register one here, or send requests from a program.</p>
</section>`;

const requests = `<section id="requests" class="wide" aria-labelledby="requests-title">
<h2 id="requests-title">Requests <small id="request-count"></small></h2>
<dl class="tiles" id="tiles"></dl>
<div class="scroll tall" tabindex="0" role="group" aria-labelledby="requests-title">
<table><thead><tr><th scope="col" class="number">No.</th><th scope="col">At (UTC)</th><th scope="col">Agent</th><th scope="col">Call</th><th scope="col">Answer</th><th scope="col">Bodies</th></tr></thead><tbody id="request-rows"></tbody></table>
</div>
<p class="quiet" id="request-none">No request yet.</p>
</section>`;

const happenings = `<section id="happenings" aria-labelledby="happenings-title">
<h2 id="happenings-title">What happened</h2>
<ol id="happening-rows" class="log" tabindex="0" aria-labelledby="happenings-title"></ol>
<p class="quiet" id="happening-none">Nothing yet.</p>
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

const call = `<section id="call" aria-labelledby="call-title">
<h2 id="call-title">Try a call</h2>
<form id="try" class="grid">
<label class="full">Call <input name="path" list="calls" value="GET /faucet/agents" autocomplete="off" spellcheck="false"></label>
<datalist id="calls"></datalist>
<label class="full">As <select name="as"><option value="">no agent (no key)</option></select></label>
<label class="full">Body, JSON <textarea name="body" rows="3" spellcheck="false"></textarea></label>
<button>Send</button>
</form>
<pre id="answer" tabindex="0" aria-label="Answer" hidden></pre>
</section>`;

const policies = `<section id="policies" class="full" aria-labelledby="policies-title">
<h2 id="policies-title">Policies <small id="policy-count"></small></h2>
<p class="quiet">Every reading of something the documents leave open. A choice counts from the next reset.</p>
<form id="reset" class="row">
<label>Seed <input name="seed" size="10" autocomplete="off"></label>
<label>Profile <select name="profile"><option>published</option><option>consistent</option></select></label>
<button class="strong">Reset the world</button>
<span id="chosen" class="quiet"></span>
</form>
<div class="row"><label>Search <input id="policy-query" type="search" autocomplete="off" spellcheck="false"></label></div>
<div class="scroll tall" tabindex="0" role="group" aria-labelledby="policies-title">
<table><thead><tr><th scope="col">Policy</th><th scope="col">Question</th><th scope="col">Choice</th></tr></thead><tbody id="policy-rows"></tbody></table>
</div>
</section>`;

/** The body of the page; the script in `src/report/browser/room` finds its parts by these ids. */
export const roomMarkup = `<header class="top">
<h1>Control room</h1>
<p class="meta"><span id="line" class="line">connecting</span> <span id="run"></span></p>
<button type="button" id="theme">Theme</button>
</header>
<p id="say" role="status" aria-live="polite"></p>
<noscript><p class="note">This page needs its script. The same can be done with the calls under /_sim, described at /openapi.json.</p></noscript>
<main>${clock}${money}${faults}${agents}${happenings}${requests}${call}${policies}</main>`;
