/** The script of the control room. Text that agents wrote enters the page as text content, never as HTML. */
import { byId, element, elementOf, embeddedData } from '../dom.ts';
import { grouped } from '../numbers.ts';
import { connectThemeButton } from '../theme.ts';
import { AgentDialog } from './agent-dialog.ts';
import { AgentPanel } from './agent-panel.ts';
import { selectOf, send } from './calls.ts';
import { ChartPanel } from './chart-panel.ts';
import { connectClock } from './clock.ts';
import { connectQuestion } from './dialogs.ts';
import { ExchangeDialog } from './exchange-dialog.ts';
import { connectFaults, faultRow } from './faults.ts';
import { PolicyPanel } from './policy-panel.ts';
import { Redraw, write } from './redraw.ts';
import { Refresh } from './refresh.ts';
import { RequestPanel } from './request-panel.ts';
import {
  clockText,
  eventName,
  type RoomData,
  type ShownCharts,
  type ShownEvent,
  type State,
} from './state.ts';
import { opener, pair } from './table.ts';
import { TimeLine } from './time-line.ts';
import { connectTryCall } from './try-call.ts';

const chartsEveryMs = 2_500;
const agentEveryMs = 1_500;

const data = embeddedData() as RoomData;
const redraw = new Redraw();
const timeLine = new TimeLine();
const charts = new ChartPanel();
const openAgent = (number: number): void => void agentDialog.open(number);
const openExchange = (number: number): void => void exchangeDialog.open(number);
const agents = new AgentPanel(openAgent);
const requests = new RequestPanel({ openAgent, openExchange });
const policies = new PolicyPanel(data.policies, () => agents.forget());
const agentDialog = new AgentDialog(openExchange);
const exchangeDialog = new ExchangeDialog({
  openAgent,
  rewindTo: (event, text) => void timeLine.rewind(event, text),
});

const chartRefresh = new Refresh(async () => {
  const answer = await send('GET', '/_sim/charts');
  if (!answer.ok) return;
  const shown = answer.value as unknown as ShownCharts;
  charts.show(shown);
  timeLine.showSlices(shown);
}, chartsEveryMs);
const agentRefresh = new Refresh(
  () => (agentDialog.isOpen ? agentDialog.refresh() : Promise.resolve()),
  agentEveryMs,
);

const figure = (value: number | string): string => grouped(String(value));

function show(state: State): void {
  showHead(state);
  redraw.children('tiles', state.counts, () => countTiles(state));
  redraw.children('money-facts', [state.money, state.policyHash], () => moneyFacts(state));
  if (redraw.isChanged('world', [state.counts, state.now, state.past])) {
    agents.changed();
    chartRefresh.changed();
    agentRefresh.changed();
  }
  redraw.children('happening-rows', state.happenings, () => state.happenings.toReversed().map(eventRow));
  byId('happening-none').hidden = state.happenings.length > 0;
  redraw.children('fault-rows', state.faults, () => state.faults.toReversed().map(faultRow));
  byId('fault-none').hidden = state.faults.length > 0;
  requests.show(state.requests);
  timeLine.show(state);
  if (redraw.isChanged('policies', [state.profile, state.changedPolicies])) policies.show(state);
}

function showHead({ now, pace, seed, profile, digest, counts, branch }: State): void {
  write(byId('now'), clockText(now));
  for (const button of document.querySelectorAll<HTMLElement>('[data-pace]')) {
    button.setAttribute('aria-pressed', String(button.dataset['pace'] === pace));
  }
  const run = `seed ${seed} · profile ${profile} · clock ${pace} · branch ${branch} · digest ${digest.slice(0, 8)}`;
  write(byId('run'), run);
  write(byId('agent-count'), figure(counts.agents));
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
    pair('Ledger drift', drift, driftMicros === null ? undefined : driftMicros === 0 ? 'good' : 'bad'),
    pair('Policy hash', policyHash),
  ];
}

function eventRow({ event, at, name, amount }: ShownEvent): HTMLElement {
  const text = `Event ${event}: ${eventName(name)}, ${clockText(at)}`;
  const choose = (): void => {
    timeLine.choose({ text, to: event });
    byId('past').scrollIntoView({ block: 'nearest' });
  };
  return element(
    'li',
    {},
    element('span', { className: 'quiet', textContent: clockText(at) }),
    opener(eventName(name), choose, `${eventName(name)}: show it on the time line`),
    element('span', { textContent: Number(amount) === 0 ? '' : `${amount} USDC` }),
  );
}

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

const tier = selectOf(elementOf('agent-filter', HTMLFormElement), 'tier');
for (const name of data.tiers) tier.append(element('option', { value: name, textContent: name }));
connectClock();
connectQuestion();
connectFaults(data.services);
agents.connect();
timeLine.connect();
connectTryCall(agents.keys);
policies.connect();
connectThemeButton(() => charts.draw());
listen();
