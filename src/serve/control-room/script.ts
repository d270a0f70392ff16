/** The script of the control room, as text: nothing imports it. What agents wrote enters the page as text, never as markup. */
export const roomScript = String.raw`(() => {
'use strict';
const data = JSON.parse(document.getElementById('data').textContent);
const $ = (id) => document.getElementById(id);
const grouped = (value) => String(value).replace(/^-?\d+/, (whole) => whole.replace(/\B(?=(?:\d{3})+$)/g, ','));
const clockText = (instant) => instant.slice(0, 19).replace('T', ' ');
const element = (tag, parts = {}, ...children) => {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(parts)) {
    if (name in made && name !== 'list') made[name] = value; else made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
};
const name = (text) => element('bdi', { textContent: text });
const pair = (title, value, className = '') => element('div', {}, element('dt', { textContent: title }), element('dd', { textContent: value, className }));
/* Writing what stands there already would take the focus and the selection away. */
const write = (target, text) => { if (target.textContent !== text) target.textContent = text; };
const say = (text, isBad = false) => { const target = $('say'); target.textContent = text; target.className = isBad ? 'bad' : ''; };

/* Calls. Keys of agents that were registered here stay in this page alone. */
const keys = new Map();
const ask = async (method, path, body, key) => {
  const headers = {};
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (key) headers.authorization = 'Bearer ' + key;
  const answer = await fetch(path, { method, headers, body: body === undefined ? undefined : body });
  const text = await answer.text();
  let value = {};
  try { value = JSON.parse(text); } catch { value = {}; }
  return { status: answer.status, ok: answer.ok, text, value };
};
const reason = (answer) => (answer.value && (answer.value.error && (answer.value.error.message || answer.value.error) || answer.value.message)) || answer.text;
const steer = async (path, body, done) => {
  try {
    const answer = await ask('POST', '/_sim/' + path, JSON.stringify(body));
    if (answer.ok) say(done(answer.value)); else say('Refused: ' + reason(answer), true);
    return answer.ok;
  } catch { say('The sandbox does not answer.', true); return false; }
};
const onSubmit = (id, run) => $(id).addEventListener('submit', (event) => { event.preventDefault(); run(event.target); });

/* Clock. */
const advance = (by) => steer('clock/advance', { by }, (value) => 'Now it is ' + clockText(value.now) + ' UTC; ' + grouped(value.events) + (value.events === 1 ? ' event ran.' : ' events ran.'));
document.querySelectorAll('[data-advance]').forEach((button) => button.addEventListener('click', () => advance(button.dataset.advance)));
document.querySelectorAll('[data-pace]').forEach((button) => button.addEventListener('click', () => steer('clock/pace', { pace: button.dataset.pace }, (value) => (value.pace === 'manual' ? 'Time stands still.' : 'Time goes by: ' + value.pace + '.'))));
onSubmit('advance', (form) => advance(form.elements.by.value.trim()));

/* Faults. */
const faultForm = $('fault');
for (const service of data.services) faultForm.elements.service.append(element('option', { textContent: service }));
faultForm.elements.service.value = 'escrow';
const showFields = () => faultForm.querySelectorAll('[data-for]').forEach((label) => { label.hidden = !label.dataset.for.split(' ').includes(faultForm.elements.kind.value); });
faultForm.elements.kind.addEventListener('change', () => {
  const isMarket = ['market-closed', 'price-jump'].includes(faultForm.elements.kind.value);
  if (isMarket) faultForm.elements.service.value = 'trading';
  showFields();
});
showFields();
onSubmit('fault', (form) => {
  const body = { service: form.elements.service.value, kind: form.elements.kind.value };
  form.querySelectorAll('[data-for]:not([hidden]) [name]').forEach((field) => { body[field.name] = field.name === 'latency' ? { median: field.value.trim() } : field.value.trim(); });
  steer('fault', body, (value) => value.service + ' ' + value.kind + ' from ' + clockText(value.from) + (value.until ? ' until ' + clockText(value.until) : '') + '.');
});

/* Agents that join here. */
const shareKey = (id, key) => {
  keys.set(id, key);
  showAgents(current.agents || []);
  $('try').elements.as.append(element('option', { value: id, textContent: id }));
};
onSubmit('join', async (form) => {
  const id = form.elements.agent_id.value.trim() || 'agent-' + (keys.size + 1);
  const answer = await ask('POST', '/faucet/register', JSON.stringify({ agent_id: id }));
  const key = answer.value.api_key || (answer.value.data && answer.value.data.api_key);
  if (!answer.ok || !key) { say('Refused: ' + reason(answer), true); return; }
  shareKey(id, key);
  form.elements.agent_id.value = '';
  say(id + ' has joined. Its key is kept in this page, for the calls you try as ' + id + '.');
});
const claim = async (id) => {
  const answer = await ask('POST', '/faucet/claim', '{}', keys.get(id));
  say(answer.ok ? id + ' was paid by the faucet.' : 'Refused: ' + reason(answer), !answer.ok);
};

/* Any call. */
const showAnswer = (head, text) => { $('answer').hidden = false; $('answer').textContent = head + '\n' + text; };
onSubmit('try', async (form) => {
  const match = /^(GET|POST|PUT|DELETE)\s+(\/\S*)$/i.exec(form.elements.path.value.trim());
  if (!match) { say('Expected a method and a path, such as GET /faucet/agents.', true); return; }
  const [, method, path] = match;
  const body = form.elements.body.value.trim();
  const isSent = method.toUpperCase() !== 'GET' && body !== '';
  try {
    const answer = await ask(method.toUpperCase(), path, isSent ? body : undefined, keys.get(form.elements.as.value));
    let text = answer.text;
    try { text = JSON.stringify(JSON.parse(text), null, 2); } catch { /* shown as it is */ }
    showAnswer(String(answer.status), text);
    say('Answered ' + answer.status + '.', !answer.ok);
  } catch { say('The sandbox does not answer.', true); }
});
fetch('/openapi.json').then((answer) => answer.json()).then((document) => {
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of ['get', 'post', 'put', 'delete']) {
      if (item[method] && !path.startsWith('/_sim')) $('calls').append(element('option', { value: method.toUpperCase() + ' ' + path }, item[method].summary || ''));
    }
  }
}).catch(() => undefined);

/* Policies and reset. */
const chosen = new Map();
let current = { profile: 'published', changedPolicies: {} };
const defaultOf = (policy) => policy.defaults[current.profile === 'consistent' ? 1 : 0];
const valueOf = (policy) => current.changedPolicies[policy.name] ?? defaultOf(policy);
const policyRows = new Map();
const showChosen = () => write($('chosen'), chosen.size === 0 ? '' : chosen.size + (chosen.size === 1 ? ' choice waits' : ' choices wait') + ' for a reset');
for (const policy of data.policies) {
  const label = { 'aria-label': policy.name };
  const field = policy.options === 'usdc'
    ? element('input', { ...label, size: 8, autocomplete: 'off' })
    : element('select', label, ...Object.entries(policy.options).map(([option, meaning]) => element('option', { value: option, textContent: option, title: meaning })));
  const meaning = element('small');
  const tell = () => { write(meaning, policy.options === 'usdc' ? 'USDC' : policy.options[field.value] || ''); };
  field.addEventListener('change', () => {
    if (field.value === String(valueOf(policy))) chosen.delete(policy.name); else chosen.set(policy.name, field.value);
    tell();
    showChosen();
  });
  const row = element('tr', {}, element('th', { scope: 'row' }, element('code', { textContent: policy.name })), element('td', { textContent: policy.question + ' ' }, element('small', { textContent: 'gap ' + policy.gap + '; ' + policy.lines })), element('td', {}, field, meaning));
  policyRows.set(policy.name, { row, field, tell, text: (policy.name + ' ' + policy.question + ' ' + policy.gap).toLowerCase() });
  $('policy-rows').append(row);
}
const showPolicies = () => {
  for (const policy of data.policies) {
    const { row, field, tell } = policyRows.get(policy.name);
    row.className = valueOf(policy) === defaultOf(policy) ? '' : 'changed';
    if (!chosen.has(policy.name) && field.value !== String(valueOf(policy))) field.value = valueOf(policy);
    tell();
  }
  const changed = Object.keys(current.changedPolicies).length;
  write($('policy-count'), data.policies.length + ' in all, ' + (changed === 0 ? 'none' : changed) + ' changed');
};
$('policy-query').addEventListener('input', (event) => {
  const query = event.target.value.trim().toLowerCase();
  for (const { row, text } of policyRows.values()) row.hidden = !text.includes(query);
});
onSubmit('reset', async (form) => {
  const profile = form.elements.profile.value;
  const kept = profile === current.profile ? current.changedPolicies : {};
  const policies = { ...kept, ...Object.fromEntries(chosen) };
  const body = { profile, policies };
  if (form.elements.seed.value.trim() !== '') body.seed = form.elements.seed.value.trim();
  const isDone = await steer('reset', body, (value) => 'A fresh world of seed ' + value.seed + ', at ' + clockText(value.now) + ' UTC.');
  if (!isDone) return;
  chosen.clear();
  keys.clear();
  [...$('try').elements.as.options].slice(1).forEach((option) => option.remove());
  $('answer').hidden = true;
  showChosen();
});

/* The picture. */
const meterLine = (agent, { service, limit, remaining }) => element('div', { className: 'together' },
  element('meter', { min: 0, max: limit, low: limit * 0.2, high: limit * 0.5, optimum: limit, value: remaining, 'aria-label': 'calls of ' + service + ' left of ' + agent.id }), ' ' + remaining + ' of ' + limit + ' ', element('span', { className: 'quiet', textContent: service }));
const meterCell = (agent) => {
  const { meters } = agent;
  if (meters === undefined) return element('td', { className: 'quiet', textContent: 'not asked yet' });
  if (meters.length === 0) return element('td', { textContent: 'without limit' });
  return element('td', {}, ...meters.map((meter) => meterLine(agent, meter)));
};
const agentCells = (agent) => [element('td', { className: 'together', textContent: clockText(agent.joined) }), element('td', { textContent: agent.tier }), element('td', { className: 'number', textContent: agent.balance }), element('td', { className: 'number', textContent: agent.held }), meterCell(agent)];
const newAgentRow = (agent) => {
  const actions = element('td');
  if (keys.has(agent.id)) actions.append(element('button', { type: 'button', textContent: 'Claim', 'aria-label': 'Claim from the faucet as ' + agent.id, onclick: () => claim(agent.id) }));
  return element('tr', {}, element('th', { scope: 'row' }, name(agent.id)), actions);
};
/* A row stays as long as its agent is listed, so that the button in it keeps the focus. */
const agentRows = new Map();
const showAgents = (agents) => {
  const body = $('agent-rows');
  const wanted = new Set();
  agents.forEach((agent, place) => {
    const key = agent.number + ' ' + agent.id + ' ' + agent.joined + ' ' + keys.has(agent.id);
    const text = JSON.stringify(agent);
    wanted.add(key);
    let line = agentRows.get(key);
    if (!line) agentRows.set(key, (line = { row: newAgentRow(agent), text: '' }));
    if (line.text !== text) {
      line.text = text;
      [...line.row.children].slice(1, -1).forEach((cell) => cell.remove());
      line.row.firstChild.after(...agentCells(agent));
    }
    if (body.children[place] !== line.row) body.insertBefore(line.row, body.children[place] || null);
  });
  for (const [key, { row }] of agentRows) if (!wanted.has(key)) { row.remove(); agentRows.delete(key); }
};
const statusClass = (status) => (status === 429 ? 'warn' : status >= 400 ? 'bad' : 'good');
const requestRow = (request, names) => {
  const bodies = element('details', {}, element('summary', { textContent: 'show' }), element('pre', { textContent: (request.asked ? request.asked + '\n\n' : '') + request.answered }));
  const who = request.agent === null ? 'no key' : names.get(request.agent) || 'agent ' + request.agent;
  return element('tr', { className: 'new' }, element('td', { className: 'number', textContent: grouped(request.number) }), element('td', { className: 'together', textContent: clockText(request.at) }), element('td', {}, name(who)), element('td', {}, element('code', { textContent: request.method + ' ' + request.path })), element('td', {}, element('span', { className: 'mark ' + statusClass(request.status), textContent: request.status }), request.code ? ' ' + request.code : ''), element('td', {}, bodies));
};
const spoken = (event) => event.replace(/([A-Z])/g, (letter) => ' ' + letter.toLowerCase());
const same = new Map();
/* A part is drawn again only where something of it changed. */
const redraw = (id, value, make) => {
  const text = JSON.stringify(value);
  if (same.get(id) === text) return;
  same.set(id, text);
  $(id).replaceChildren(...make());
};
let lastNumber = 0;
const showRequests = (requests, names) => {
  const body = $('request-rows');
  const first = requests.length === 0 ? 0 : requests[0].number;
  if (requests.length === 0 || requests[requests.length - 1].number < lastNumber) { body.replaceChildren(); lastNumber = 0; }
  for (const request of requests) if (request.number > lastNumber) { body.prepend(requestRow(request, names)); lastNumber = request.number; }
  while (body.children.length > requests.length && first > 0) body.lastChild.remove();
  $('request-none').hidden = requests.length > 0;
};
const show = (state) => {
  current = state;
  write($('now'), clockText(state.now));
  document.querySelectorAll('[data-pace]').forEach((button) => button.setAttribute('aria-pressed', String(button.dataset.pace === state.pace)));
  write($('run'), 'seed ' + state.seed + ' · profile ' + state.profile + ' · clock ' + state.pace + ' · digest ' + state.digest.slice(0, 8));
  const { counts } = state;
  write($('agent-count'), grouped(counts.agents) + (counts.agents > state.agents.length ? ', ' + state.agents.length + ' shown' : ''));
  write($('request-count'), grouped(counts.requests));
  redraw('tiles', counts, () => [pair('ok', grouped(counts.ok), 'good'), pair('refused', grouped(counts.refused)), pair('limited', grouped(counts.limited)), pair('failed', grouped(counts.failed)), pair('transfers', grouped(counts.transfers))]);
  redraw('money-facts', [state.money, state.policyHash], () => [pair('Faucet pool, USDC', grouped(state.money.pool)), pair('Ledger drift', state.money.driftMicros === null ? 'not added up' : grouped(state.money.driftMicros) + ' micro-USDC', state.money.driftMicros ? 'bad' : 'good'), pair('Policy hash', state.policyHash)]);
  showAgents(state.agents);
  $('agent-none').hidden = state.agents.length > 0;
  redraw('happening-rows', state.happenings, () => state.happenings.toReversed().map(({ at, event, amount }) => element('li', {}, element('span', { className: 'quiet', textContent: clockText(at) }), element('b', { textContent: spoken(event) }), element('span', { textContent: Number(amount) === 0 ? '' : amount + ' USDC' }))));
  $('happening-none').hidden = state.happenings.length > 0;
  redraw('fault-rows', state.faults, () => state.faults.toReversed().map((fault) => element('li', {}, element('span', { className: 'mark ' + (fault.state === 'on' ? 'bad' : 'quiet'), textContent: fault.state }), ' ' + fault.service + ' ' + fault.kind + ', ' + clockText(fault.from) + (fault.until ? ' to ' + clockText(fault.until) : ''))));
  $('fault-none').hidden = state.faults.length > 0;
  showRequests(state.requests, new Map(state.agents.map((agent) => [agent.number, agent.id])));
  const world = JSON.stringify([state.profile, state.changedPolicies]);
  if (same.get('policies') !== world) {
    same.set('policies', world);
    $('reset').elements.profile.value = state.profile;
    showPolicies();
  }
};
const line = (text, className) => { write($('line'), text); $('line').className = 'line mark ' + className; };
const events = new EventSource('/_sim/events');
events.addEventListener('state', (event) => { line('live', 'good'); show(JSON.parse(event.data)); });
events.addEventListener('error', () => line('no connection; trying again', 'bad'));
window.addEventListener('pagehide', () => events.close());

/* Theme. */
const root = document.documentElement;
const system = window.matchMedia('(prefers-color-scheme: dark)');
const isDark = () => (root.dataset.theme ? root.dataset.theme === 'dark' : system.matches);
const nameTheme = () => { $('theme').textContent = isDark() ? 'Light theme' : 'Dark theme'; };
nameTheme();
$('theme').addEventListener('click', () => { root.dataset.theme = isDark() ? 'light' : 'dark'; nameTheme(); });
system.addEventListener('change', nameTheme);
showPolicies();
})();`;
