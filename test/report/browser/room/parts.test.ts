// @vitest-environment happy-dom
/** What the room's parts are made of: tables, drawings, texts to copy and faults. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { copyable } from '../../../../src/report/browser/room/copying.ts';
import { drawingIn } from '../../../../src/report/browser/room/drawing.ts';
import { faultRow } from '../../../../src/report/browser/room/faults.ts';
import { Redraw, write } from '../../../../src/report/browser/room/redraw.ts';
import { clockText, eventName, type State } from '../../../../src/report/browser/room/state.ts';
import {
  button,
  facts,
  numbers,
  opener,
  pair,
  tableOf,
  words,
} from '../../../../src/report/browser/room/table.ts';
import { linesOf, one, openRoom, settled, posted, said, sandbox } from './room-page.ts';

beforeEach(openRoom);

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('texts', () => {
  it('writes an instant to the second', () => {
    expect(clockText('2026-01-05T10:00:09.999Z')).toBe('2026-01-05 10:00:09');
  });

  it.each([
    ['transfer', 'transfer'],
    ['escrowExpired', 'escrow expired'],
    ['aBC', 'a b c'],
  ])('writes the event %s as %s', (event, text) => {
    expect(eventName(event)).toBe(text);
  });
});

describe('tables and facts', () => {
  it('has a heading for each column and each row', () => {
    const mark = document.createElement('i');
    const table = tableOf(
      'Cap',
      [...words('A', 'B'), ...numbers('C')],
      [
        ['x', mark, '3'],
        ['y', 'z', '4', '5'],
      ],
    );
    expect(linesOf(table)).toEqual([
      '<div class="scroll" tabindex="0" role="group" aria-label="Cap"><table><thead>',
      '<tr><th scope="col" class="">A</th><th scope="col" class="">B</th><th scope="col" class="number">C</th></tr></thead><tbody>',
      '<tr><th scope="row" class=""><bdi>x</bdi></th><td class=""><i></i></td><td class="number"><bdi>3</bdi></td></tr>',
      '<tr><th scope="row" class=""><bdi>y</bdi></th><td class=""><bdi>z</bdi></td><td class="number"><bdi>4</bdi></td><td class=""><bdi>5</bdi></td></tr></tbody></table></div>',
    ]);
  });

  it('aligns the headings of rows as their column', () => {
    expect(linesOf(tableOf('N', numbers('No.'), [['1']]))).toEqual([
      '<div class="scroll" tabindex="0" role="group" aria-label="N"><table><thead>',
      '<tr><th scope="col" class="number">No.</th></tr></thead><tbody>',
      '<tr><th scope="row" class="number"><bdi>1</bdi></th></tr></tbody></table></div>',
    ]);
  });

  it('lists facts', () => {
    expect(
      linesOf(
        facts([
          ['A', '1'],
          ['B', '<b>'],
        ]),
      ),
    ).toEqual([
      '<dl class="facts">',
      '<div><dt>A</dt><dd class=""><bdi>1</bdi></dd></div>',
      '<div><dt>B</dt><dd class=""><bdi>&lt;b&gt;</bdi></dd></div></dl>',
    ]);
    expect(pair('T', 'v', 'good').outerHTML).toBe('<div><dt>T</dt><dd class="good"><bdi>v</bdi></dd></div>');
  });

  it('has buttons with names', () => {
    const clicked: string[] = [];
    const named = button('Copy', 'Copy: it', () => clicked.push('button'));
    const plain = opener('7', () => clicked.push('plain'));
    const labelled = opener('8', () => clicked.push('labelled'), 'Request 8');
    for (const made of [named, plain, labelled]) made.click();
    expect(clicked).toEqual(['button', 'plain', 'labelled']);
    expect([named, plain, labelled].map(({ outerHTML }) => outerHTML)).toEqual([
      '<button type="button" aria-label="Copy: it">Copy</button>',
      '<button type="button" class="opens"><bdi>7</bdi></button>',
      '<button type="button" class="opens" aria-label="Request 8"><bdi>8</bdi></button>',
    ]);
  });
});

describe('drawings', () => {
  const shape = (
    tag: string,
    attributes: Record<string, string | number> = {},
    children: unknown[] = [],
  ) => ({
    tag,
    attributes,
    children,
  });

  it.each(['svg', 'g', 'title', 'text', 'tspan', 'line', 'path', 'rect', 'circle'])('draws %s', (tag) => {
    const made = drawingIn(shape(tag));
    expect([made.namespaceURI, made.tagName]).toEqual(['http://www.w3.org/2000/svg', tag]);
  });

  it.each(['script', 'a', 'foreignObject', 'image', ''])('has no element "%s"', (tag) => {
    expect(() => drawingIn(shape('g', {}, [shape(tag)]))).toThrow(
      new Error(`a drawing has no element ${tag}`),
    );
  });

  it('keeps the attributes of shapes and drops all others', () => {
    const kept = [
      'class',
      'role',
      'aria-label',
      'viewBox',
      'width',
      'height',
      'text-anchor',
      'x',
      'x1',
      'x2',
      'y',
      'y1',
      'y2',
      'd',
      'dx',
      'dy',
      'cx',
      'cy',
      'r',
      'rx',
    ];
    const others = [
      'x3',
      'onclick',
      'href',
      'style',
      'dz',
      'cz',
      'ry',
      'xx',
      'my-class',
      'classes',
      'c',
      'id',
    ];
    const attributes = Object.fromEntries([...kept, ...others].map((name, index) => [name, index]));
    const made = drawingIn(shape('rect', attributes));
    expect([...made.attributes].map(({ name, value }) => [name, value])).toEqual(
      kept.map((name, index) => [name, String(index)]),
    );
  });

  it('has texts and shapes in order', () => {
    const made = drawingIn(shape('text', {}, ['a<', shape('tspan', { x: 1 }, ['b']), 'c']));
    expect(made.outerHTML).toBe('<text>a&lt;<tspan x="1">b</tspan>c</text>');
  });
});

describe('a text to copy', () => {
  it('says that it was copied', async () => {
    const copied: string[] = [];
    vi.stubGlobal('navigator', { clipboard: { writeText: async (text: string) => copied.push(text) } });
    const made = copyable('As curl', 'curl x');
    one('button', made).click();
    await settled();
    expect(copied).toEqual(['curl x']);
    expect(linesOf(made)).toEqual([
      '<section class="copyable">',
      '<div class="row">',
      '<h3>As curl</h3>',
      '<button type="button" aria-label="Copy: As curl">Copy</button><span role="status" class="quiet">Copied.</span></div>',
      '<pre tabindex="0" aria-label="As curl">curl x</pre></section>',
    ]);
  });

  it('is selected where the browser does not permit copying', async () => {
    vi.stubGlobal('navigator', { clipboard: { writeText: () => Promise.reject(new Error('no')) } });
    const made = copyable('As curl', 'curl x');
    document.body.append(made);
    one('button', made).click();
    await settled();
    expect(one('[role="status"]', made).textContent).toBe(
      'The browser does not permit it: the text is selected instead.',
    );
    expect(String(window.getSelection())).toBe('curl x');
    vi.spyOn(window, 'getSelection').mockReturnValue(null);
    one('[role="status"]', made).textContent = '';
    one('button', made).click();
    await settled();
    expect(one('[role="status"]', made).textContent).toMatch(/^The browser does not permit it/);
    vi.restoreAllMocks();
  });
});

describe('parts that are drawn when they differ', () => {
  it('writes a text that differs', () => {
    const target = document.createElement('p');
    write(target, 'a');
    const node = target.firstChild;
    write(target, 'a');
    expect(target.firstChild).toBe(node);
    write(target, 'b');
    expect(target.textContent).toBe('b');
  });

  it('remembers each part by its name', () => {
    const redraw = new Redraw();
    const changes = [
      redraw.isChanged('x', [1]),
      redraw.isChanged('x', [1]),
      redraw.isChanged('y', [1]),
      redraw.isChanged('x', [2]),
      redraw.isChanged('x', [1]),
    ];
    expect(changes).toEqual([true, false, true, true, true]);
    redraw.children('tiles', 1, () => ['first']);
    redraw.children('tiles', 1, () => ['second']);
    expect(one('#tiles').textContent).toBe('first');
    redraw.children('tiles', 2, () => ['third']);
    expect(one('#tiles').textContent).toBe('third');
  });
});

describe('a fault of the list', () => {
  const fault = (parts: Partial<State['faults'][number]>) =>
    faultRow({
      number: 3,
      service: 'escrow',
      kind: 'slow',
      from: '2026-01-05T13:00:00.000Z',
      until: null,
      state: 'on',
      ...parts,
    });

  it('shows what is on, planned and over', () => {
    const until = '2026-01-05T14:00:00.000Z';
    const rows = [fault({}), fault({ state: 'planned', until }), fault({ state: 'over', until })];
    expect(rows.flatMap(linesOf)).toEqual([
      '<li><span class="mark bad">on</span> escrow slow, 2026-01-05 13:00:00 ',
      '<button type="button" aria-label="Switch off escrow slow">Switch off</button></li>',
      '<li><span class="mark quiet">planned</span> escrow slow, 2026-01-05 13:00:00 to 2026-01-05 14:00:00 ',
      '<button type="button" aria-label="Switch off escrow slow">Switch off</button></li>',
      '<li><span class="mark quiet">over</span> escrow slow, 2026-01-05 13:00:00 to 2026-01-05 14:00:00 </li>',
    ]);
  });

  it('is switched off', async () => {
    const asked = sandbox({ 'POST /_sim/fault/end': { body: {} } });
    one('button', fault({})).click();
    await settled();
    expect([asked, said()]).toEqual([
      [posted('/_sim/fault/end', { number: 3 })],
      ['escrow slow is switched off.', ''],
    ]);
  });
});
