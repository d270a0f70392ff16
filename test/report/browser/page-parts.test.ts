// @vitest-environment happy-dom
import type { DetachedWindowAPI } from 'happy-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { AgentData } from '../../../src/report/browser/agent-search.ts';
import type * as Dom from '../../../src/report/browser/dom.ts';
import { agentsSection } from '../../../src/report/html/sections/agents.ts';
import { fixtureAgents } from '../fixture.ts';
import { click, followListeners, openPage, type } from './page.ts';

const outer = (selector: string): readonly string[] =>
  [...document.querySelectorAll(selector)].map(({ outerHTML }) => outerHTML);

beforeEach(() => {
  vi.resetModules();
  return followListeners();
});

describe('elements', () => {
  const dom = (): Promise<typeof Dom> => import('../../../src/report/browser/dom.ts');

  it('are found by their id, and by their class', async () => {
    const { byId, elementOf } = await dom();
    openPage('<p id="text">here</p>');
    expect(byId('text').textContent).toBe('here');
    expect(elementOf('text', HTMLParagraphElement)).toBe(byId('text'));
    expect(() => byId('none')).toThrow(new Error('the page has no element #none'));
    expect(() => elementOf('none', HTMLElement)).toThrow(new Error('the page has no element #none'));
    expect(() => elementOf('text', HTMLInputElement)).toThrow(new Error('#text is no HTMLInputElement'));
  });

  it('are made of properties, attributes and children, text never as HTML', async () => {
    const { element, bdi, option } = await dom();
    const made = element('th', { scope: 'row', className: 'a', 'data-n': 5 }, bdi('<b>'), ' & ');
    expect(made.outerHTML).toBe('<th scope="row" class="a" data-n="5"><bdi>&lt;b&gt;</bdi> &amp; </th>');
    expect(element('p').outerHTML).toBe('<p></p>');
    const field = element('input', { list: 'names', value: 'typed' });
    expect([field.outerHTML, field.value]).toEqual(['<input list="names">', 'typed']);
    expect(option('v', 'A <text>').outerHTML).toBe('<option value="v">A &lt;text&gt;</option>');
  });

  it('have the data of the page', async () => {
    const { embeddedData } = await dom();
    openPage('<script type="application/json" id="data">{"charts":[1]}</script>');
    expect(embeddedData()).toEqual({ charts: [1] });
    openPage('');
    expect(embeddedData).toThrow(new Error('the page has no element #data'));
  });
});

describe('the theme', () => {
  const { settings } = (window as unknown as { happyDOM: DetachedWindowAPI }).happyDOM;

  /** What a system or a printer changes shows at the next look at all queries. */
  function change(device: Partial<typeof settings.device>): void {
    Object.assign(settings.device, device);
    window.dispatchEvent(new Event('resize'));
  }

  const seen = (): unknown => {
    const button = document.querySelector<HTMLElement>('#theme');
    return [button?.textContent, button?.hidden, document.documentElement.dataset['theme']];
  };

  beforeEach(() => {
    change({ prefersColorScheme: 'light', mediaType: 'screen' });
    delete document.documentElement.dataset['theme'];
    openPage('<button id="theme" hidden>Theme</button>');
  });

  const connect = async (): Promise<() => void> => {
    const redraw = vi.fn<() => void>();
    const { connectThemeButton } = await import('../../../src/report/browser/theme.ts');
    connectThemeButton(redraw);
    return redraw;
  };

  it('changes with the button, which names the other one', async () => {
    const redraw = await connect();
    expect(seen()).toEqual(['Dark theme', false, undefined]);
    click('theme');
    expect(seen()).toEqual(['Light theme', false, 'dark']);
    click('theme');
    expect(seen()).toEqual(['Dark theme', false, 'light']);
    expect(redraw).toHaveBeenCalledTimes(2);
  });

  it('is that of the system at first, and follows it until the reader chooses', async () => {
    change({ prefersColorScheme: 'dark' });
    const redraw = await connect();
    expect(seen()).toEqual(['Light theme', false, undefined]);
    change({ prefersColorScheme: 'light' });
    change({ prefersColorScheme: 'dark' });
    expect(seen()).toEqual(['Light theme', false, undefined]);
    click('theme');
    expect(seen()).toEqual(['Dark theme', false, 'light']);
    vi.mocked(redraw).mockClear();
    change({ prefersColorScheme: 'light' });
    expect(seen()).toEqual(['Dark theme', false, 'light']);
    expect(redraw).toHaveBeenCalledTimes(1);
  });

  it('follows the system while the page is open', async () => {
    await connect();
    change({ prefersColorScheme: 'dark' });
    expect(seen()).toEqual(['Light theme', false, undefined]);
    change({ prefersColorScheme: 'light' });
    expect(seen()).toEqual(['Dark theme', false, undefined]);
  });

  it('is drawn again for print and after it', async () => {
    const redraw = await connect();
    change({ mediaType: 'print' });
    expect(redraw).toHaveBeenCalledTimes(1);
    change({ mediaType: 'screen' });
    expect(redraw).toHaveBeenCalledTimes(2);
    expect(seen()).toEqual(['Dark theme', false, undefined]);
  });

  it('of pages without charts has the button as well', async () => {
    await import('../../../src/report/browser/plain.ts');
    click('theme');
    expect(seen()).toEqual(['Light theme', false, 'dark']);
  });

  it('has no place for a chart that the page does not have', async () => {
    const { canvasOf, isNarrow } = await import('../../../src/report/browser/theme.ts');
    const missing = new Error('the page has no place for the chart money');
    expect(() => canvasOf({ id: 'money' })).toThrow(missing);
    expect(() => isNarrow({ id: 'money' })).toThrow(missing);
  });
});

it('unfolds for print what is to be read on paper', async () => {
  const { unfoldForPrint } = await import('../../../src/report/browser/theme.ts');
  openPage('<div id="a"><details></details><details open></details></div><details></details>');
  unfoldForPrint('#a details');
  const isOpen = (): readonly boolean[] => [...document.querySelectorAll('details')].map(({ open }) => open);
  expect(isOpen()).toEqual([false, true, false]);
  window.dispatchEvent(new Event('beforeprint'));
  expect(isOpen()).toEqual([true, true, false]);
});

describe('the search for agents', () => {
  const data: AgentData = {
    behaviours: ['Buyer', 'idle'],
    tiers: ['free', 'pro'],
    rows: [
      ['Ann <1>', 'agt_1', 0, 0, 12_345, 2, 3, 4, 5, 6, 1_234_500_000, 2_000_000],
      ['Bob', 'agt_2', 1, 1, 7, 0, 0, 0, 0, 0, 0, 0],
      ['Eve', '', 8, 9, 1, 0, 0, 0, 0, 0, 0, 0],
    ],
    rowMax: 2,
  };
  const connect = async (agents: AgentData): Promise<void> =>
    (await import('../../../src/report/browser/agent-search.ts')).connectAgentSearch(agents);
  const open = async (agents = data): Promise<void> => {
    openPage(agentsSection(fixtureAgents(3), { embedded: 3, charts: [] })?.body.text ?? '');
    await connect(agents);
  };
  const found = (): readonly (string | undefined)[] => [
    ...[...document.querySelectorAll('#agent-table tbody th')].map((name) => name.textContent),
    document.getElementById('agent-count')?.textContent,
  ];

  it('lists the busiest at first, in place of the rows without a script', async () => {
    await open();
    const cells = (texts: readonly string[]): string =>
      texts.map((text) => `<td><bdi>${text}</bdi></td>`).join('');
    const figures = (...texts: readonly string[]): string =>
      texts.map((text) => `<td class="number">${text}</td>`).join('');
    expect(outer('#agent-table tbody tr')).toEqual([
      `<tr><th scope="row"><bdi>Ann &lt;1&gt;</bdi></th>${cells(['agt_1', 'Buyer', 'free'])}` +
        `${figures('12,345', '2', '3', '4', '5', '6', '1,234.50', '2.00')}</tr>`,
      `<tr><th scope="row"><bdi>Bob</bdi></th>${cells(['agt_2', 'idle', 'pro'])}` +
        `${figures('7', '0', '0', '0', '0', '0', '0.00', '0.00')}</tr>`,
    ]);
    expect(found()).toEqual(['Ann <1>', 'Bob', '3 agents, the 2 busiest shown']);
    expect(document.getElementById('agent-search')?.hidden).toBe(false);
  });

  it('has one page where as many are found as a page shows', async () => {
    await open({ ...data, rowMax: 3 });
    expect(found()).toEqual(['Ann <1>', 'Bob', 'Eve', '3 agents']);
    expect([...document.querySelectorAll('tbody tr:nth-child(3) td')].slice(0, 3).map((cell) => cell.textContent)).toEqual(['', '', '']); // prettier-ignore
  });

  it('finds them by name, id, behaviour or tier', async () => {
    await open();
    const queries = {
      ' ANN ': ['Ann <1>', '1 agent'],
      agt_: ['Ann <1>', 'Bob', '2 agents'],
      buyer: ['Ann <1>', '1 agent'],
      Pro: ['Bob', '1 agent'],
      agt_2idle: ['0 agents'],
      eve: ['Eve', '1 agent'],
      '12,345': ['0 agents'],
      '': ['Ann <1>', 'Bob', '3 agents, the 2 busiest shown'],
    };
    for (const [query, expected] of Object.entries(queries)) {
      type('agent-query', query);
      expect(found(), query).toEqual(expected);
    }
  });

  it('is not on every page', async () => {
    openPage('<p>none</p>');
    await connect(data);
    expect(document.body.innerHTML).toBe('<p>none</p>');
  });
});
