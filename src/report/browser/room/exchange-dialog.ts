/** One exchange in full: a sequence diagram, both bodies, what happened, and the call to take elsewhere. */
import { bdi, element } from '../dom.ts';
import { reportRefusal, send } from './calls.ts';
import { copyable } from './copying.ts';
import { FullView } from './dialogs.ts';
import { drawingIn } from './drawing.ts';
import { clockText, eventName, type ShownExchange } from './state.ts';
import { facts } from './table.ts';

/** What the dialog leads to. */
interface Paths {
  /** Back to right before an event. */
  readonly rewindTo: (event: number, text: string) => void;
  readonly openAgent: (number: number) => void;
}

/** `open` asks the sandbox for the exchange. */
export class ExchangeDialog {
  readonly #view = new FullView('exchange-view');
  readonly #paths: Paths;

  constructor(paths: Paths) {
    this.#paths = paths;
  }

  async open(number: number): Promise<void> {
    const answer = await send('GET', `/_sim/exchanges/${number}`);
    if (!answer.ok) {
      reportRefusal(answer);
      return;
    }
    const exchange = answer.value as unknown as ShownExchange;
    this.#view.show(`Request ${number}`, this.#content(exchange));
  }

  #content(exchange: ShownExchange): readonly Node[] {
    const { line, sequence, asked, answered, curl, step } = exchange;
    const diagram = element(
      'div',
      { className: 'scroll', tabindex: 0, role: 'group', 'aria-label': 'Sequence diagram' },
      drawingIn(sequence),
    );
    return [
      facts(factsOf(exchange)),
      this.#actions(line),
      heading('Sequence'),
      diagram,
      ...(asked === '' ? [] : [heading('Request body'), body('Request body', asked)]),
      heading('Answer'),
      body('Answer', answered),
      copyable('As curl', curl),
      copyable('As scenario step', step),
    ];
  }

  #actions({ agent, by, event, number }: ShownExchange['line']): HTMLElement {
    const before = (): void => {
      this.#view.close();
      this.#paths.rewindTo(Math.max(0, event - 1), `before request ${number}`);
    };
    const row = element(
      'div',
      { className: 'row' },
      element('button', {
        type: 'button',
        textContent: `Rewind to before request ${number}`,
        onclick: before,
      }),
    );
    if (agent === null) return row;
    const onclick = (): void => {
      this.#view.close();
      this.#paths.openAgent(agent);
    };
    row.append(element('button', { type: 'button', onclick }, 'Agent ', bdi(by)));
    return row;
  }
}

const heading = (text: string): HTMLElement => element('h3', { textContent: text });
const body = (label: string, text: string): HTMLElement =>
  element('pre', { tabindex: 0, 'aria-label': label, textContent: text });

function factsOf({
  line,
  service,
  operation,
  headers,
  events,
  slowness_ms: slownessMs,
}: ShownExchange): [string, string][] {
  return [
    ['At (UTC)', clockText(line.at)],
    ['Event of the digest', String(line.event)],
    ['By', line.by === '' ? 'no key' : line.by],
    ['Call', `${line.method} ${line.path}`],
    ['Operation', operation === '' ? 'unknown path' : `${service} ${operation}`],
    ['Answer', `${line.status} ${line.code}`.trim()],
    ...(slownessMs === 0 ? [] : [['Slower by', `${Math.round(slownessMs)} ms`] as [string, string]]),
    ...events.map(({ event, amount }): [string, string] => [
      'It caused',
      `${eventName(event)}${Number(amount) === 0 ? '' : ` ${amount} USDC`}`,
    ]),
    ...Object.entries(headers),
  ];
}
