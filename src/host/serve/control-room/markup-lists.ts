/** The lists of the control room: agents, requests, events, policies, and the form for any call. */

const agentColumns = [
  '<th scope="col">Agent</th>',
  '<th scope="col">Joined (UTC)</th>',
  '<th scope="col">Tier</th>',
  '<th scope="col" class="number">Balance</th>',
  '<th scope="col" class="number">Held</th>',
  '<th scope="col" class="number">Requests</th>',
  '<th scope="col">Limiter: calls left, least first</th>',
  '<th scope="col">Do</th>',
].join('');

/** Agents, a page at a time. */
export const agents = `<section id="agents" class="wide" aria-labelledby="agents-title">
<h2 id="agents-title">Agents <small id="agent-count"></small></h2>
<form id="join" class="row">
<label>Let an agent join <input name="agent_id" size="16" placeholder="alice" autocomplete="off" maxlength="60"></label>
<button>Register</button>
</form>
<form id="agent-filter" class="grid" role="search" aria-label="Agents">
<label>Search <input name="search" type="search" size="18" autocomplete="off" spellcheck="false" maxlength="100"></label>
<label>Tier <select name="tier"><option value="">any</option></select></label>
<label>Which <select name="state"><option value="all">all</option><option value="active">with requests</option><option value="refused">with refusals</option><option value="limited">rate limited</option><option value="holding">with money held</option></select></label>
<label>Order <select name="order"><option value="number">as they joined</option><option value="latest">latest request first</option><option value="requests">most requests first</option><option value="balance">largest balance first</option></select></label>
</form>
<div class="scroll tall" tabindex="0" role="group" aria-labelledby="agents-title">
<table><thead><tr>${agentColumns}</tr></thead><tbody id="agent-rows"></tbody></table>
</div>
<div class="row" role="group" aria-label="Pages of agents">
<button type="button" id="agents-before">Previous page</button>
<button type="button" id="agents-after">Next page</button>
<span class="quiet" id="agent-range" role="status"></span>
</div>
<p class="quiet" id="agent-none">No agent has registered yet: register one here, or send requests from a program.</p>
</section>`;

/** The latest requests. */
export const requests = `<section id="requests" class="wide" aria-labelledby="requests-title">
<h2 id="requests-title">Requests <small id="request-count"></small></h2>
<dl class="tiles" id="tiles"></dl>
<div class="scroll tall" tabindex="0" role="group" aria-labelledby="requests-title">
<table><thead><tr><th scope="col" class="number">No.</th><th scope="col">At (UTC)</th><th scope="col">Agent</th><th scope="col">Call</th><th scope="col">Answer</th></tr></thead><tbody id="request-rows"></tbody></table>
</div>
<p class="quiet" id="request-none">No request yet.</p>
</section>`;

/** The latest events of the platform. */
export const happenings = `<section id="happenings" aria-labelledby="happenings-title">
<h2 id="happenings-title">What happened</h2>
<p class="quiet">Choose one to go back to it on the time line.</p>
<ol id="happening-rows" class="log" tabindex="0" aria-labelledby="happenings-title"></ol>
<p class="quiet" id="happening-none">Nothing yet.</p>
</section>`;

/** A form for any call. */
export const call = `<section id="call" aria-labelledby="call-title">
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

/** Every policy, and the reset that applies a choice. */
export const policies = `<section id="policies" class="full" aria-labelledby="policies-title">
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
