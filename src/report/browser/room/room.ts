/** The script of the control room. Text that agents wrote enters the page as text content, never as HTML. */
import { byId, element, embeddedData } from '../dom.ts';
import { grouped } from '../numbers.ts';
import { connectThemeButton } from '../theme.ts';
import { AgentPanel } from './agent-panel.ts';
import { connectClock } from './clock.ts';
import { connectFaults, faultRow } from './faults.ts';
import { PolicyPanel } from './policy-panel.ts';
import { Redraw, write } from './redraw.ts';
import { RequestPanel } from './request-panel.ts';
import { clockText, type RoomData, type ShownEvent, type State } from './state.ts';
import { connectTryCall } from './try-call.ts';

const data = embeddedData() as RoomData;
const redraw = new Redraw();
const agents = new AgentPanel();
const requests = new RequestPanel();
const policies = new PolicyPanel(data.policies, () => agents.forget());

const pair = (title: string, value: string, className = ''): HTMLElement =>
  element('div', {}, element('dt', { textContent: title }), element('dd', { textContent: value, className }));

const figure = (value: number | string): string => grouped(String(value));

function show(state: State): void {
  showHead(state);
  redraw.children('tiles', state.counts, () => countTiles(state));
  redraw.children('money-facts', [state.money, state.policyHash], () => moneyFacts(state));
  agents.show(state.agents);
  redraw.children('happening-rows', state.happenings, () => state.happenings.toReversed().map(eventRow));
  byId('happening-none').hidden = state.happenings.length > 0;
  redraw.children('fault-rows', state.faults, () => state.faults.toReversed().map(faultRow));
  byId('fault-none').hidden = state.faults.length > 0;
  requests.show(state.requests, new Map(state.agents.map(({ number, id }) => [number, id])));
  if (redraw.isChanged('policies', [state.profile, state.changedPolicies])) policies.show(state);
}

function showHead({ now, pace, seed, profile, digest, counts, agents: listed }: State): void {
  write(byId('now'), clockText(now));
  for (const button of document.querySelectorAll<HTMLElement>('[data-pace]')) {
    button.setAttribute('aria-pressed', String(button.dataset['pace'] === pace));
  }
  write(byId('run'), `seed ${seed} · profile ${profile} · clock ${pace} · digest ${digest.slice(0, 8)}`);
  const shown = counts.agents > listed.length ? `, ${listed.length} shown` : '';
  write(byId('agent-count'), `${figure(counts.agents)}${shown}`);
  write(byId('request-count'), figure(counts.requests));
}

const countTiles = ({ counts }: State): readonly HTMLElement[] => [
  pair('ok', figure(counts.ok), 'good'),
  pair('refused', figure(counts.refused)),
  pair('limited', figure(counts.limited)),
  pair('failed', figure(counts.failed)),
  pair('transfers', figure(counts.transfers)),
];

function moneyFacts({ money, policyHash }: State): readonly HTMLElement[] {
  const { pool, driftMicros } = money;
  const drift = driftMicros === null ? 'not computed' : `${figure(driftMicros)} micro-USDC`;
  return [
    pair('Faucet pool, USDC', figure(pool)),
    pair('Ledger drift', drift, driftMicros === null || driftMicros === 0 ? 'good' : 'bad'),
    pair('Policy hash', policyHash),
  ];
}

/** `escrowExpired` is shown as `escrow expired`. */
const eventName = (event: string): string => event.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const eventRow = ({ at, event, amount }: ShownEvent): HTMLElement =>
  element(
    'li',
    {},
    element('span', { className: 'quiet', textContent: clockText(at) }),
    element('b', { textContent: eventName(event) }),
    element('span', { textContent: Number(amount) === 0 ? '' : `${amount} USDC` }),
  );

function showConnection(text: string, className: string): void {
  write(byId('line'), text);
  byId('line').className = `line mark ${className}`;
}

function listen(): void {
  const events = new EventSource('/_sim/events');
  events.addEventListener('state', (event) => {
    showConnection('live', 'good');
    show(JSON.parse((event as MessageEvent<string>).data) as State);
  });
  events.addEventListener('error', () => showConnection('no connection; trying again', 'bad'));
  window.addEventListener('pagehide', () => events.close());
}

connectClock();
connectFaults(data.services);
agents.connect();
connectTryCall(agents.keys);
policies.connect();
connectThemeButton(() => undefined);
listen();
