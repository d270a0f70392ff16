/** In the page: the search over the embedded events. Cells are filled as text, never as HTML. */
export const eventScript = String.raw`
const eventForm = document.getElementById('event-search');
if (eventForm) {
  const { routes, kinds, others, lines, faults, startMs, endMs, rowMax: pageMax } = data.events;
  const { behaviours: kindsOfAgents, rows: listed } = data.agents;
  const agentOf = (row) => {
    if (row < 0) return ['', ''];
    if (row >= listed.length) return others[row - listed.length];
    return [listed[row][0], kindsOfAgents[listed[row][2]]];
  };
  const filledIn = (template, text) => { const open = text.split('/'); return template.split('/').map((part) => (part[0] === ':' ? open.shift() || part : part)).join('/'); };
  const byItself = 'by itself';
  const events = [];
  let [atMs, number] = [startMs, 0];
  for (const line of lines === '' ? [] : lines.split('\n')) {
    const [time, step, kind, agent, ...rest] = line.split(' ');
    const text = rest.join(' ');
    atMs += parseInt(time, 36);
    number += parseInt(step, 36);
    const [route, status, code] = kinds[parseInt(kind, 36)];
    const [service, style, operation, method, template] = routes[route];
    const [name, behaviour] = agentOf(parseInt(agent, 36) - 1);
    events.push({
      atMs, number: status === 0 ? 0 : number, name, behaviour, service, operation, style, status,
      answer: status === 0 ? byItself : code === '' ? String(status) : status + ' ' + code,
      what: status === 0 ? (text === '' ? '' : grouped(text) + ' USDC') : method + ' ' + (template === '' ? text : filledIn(template, text)),
    });
  }
  const fault = (at, service, kind, what) => ({ atMs: at, number: 0, name: '', behaviour: '', service, operation: kind, style: '', status: -1, answer: 'fault', what });
  for (const [from, until, service, kind, detail] of faults) {
    events.push(fault(from, service, kind + ' begins', detail));
    if (until > from && until <= endMs) events.push(fault(until, service, kind + ' ends', detail));
  }
  events.sort((left, right) => left.atMs - right.atMs);
  for (const event of events) {
    event.who = (event.name + '\n' + event.behaviour).toLowerCase();
    event.text = [event.service, event.operation, event.style, event.answer, event.what, event.number || '', event.who].join('\n').toLowerCase();
  }
  const part = (name) => document.getElementById('event-' + name);
  const [service, operation, answer] = [part('service'), part('operation'), part('answer')];
  const groups = [['no 2xx', 'refused or failed', ({ status }) => status >= 400], ['5xx', 'failed (5xx)', ({ status }) => status >= 500], [byItself, 'fell due by itself', ({ status }) => status === 0], ['fault', 'fault', ({ status }) => status < 0]];
  const option = (value, text) => { const element = document.createElement('option'); element.value = value; element.textContent = text; return element; };
  const named = (field) => [...new Set(field)].filter((value) => value !== '').sort();
  const fill = (select, options) => { const kept = select.value; select.replaceChildren(option('', 'all'), ...options); select.value = options.some(({ value }) => value === kept) ? kept : ''; };
  const fillOperations = () => fill(operation, named(events.filter((event) => service.value === '' || event.service === service.value).map((event) => event.operation)).map((name) => option(name, name)));
  fill(service, named(events.map((event) => event.service)).map((name) => option(name, name)));
  fillOperations();
  fill(answer, [...groups.filter(([, , holds]) => events.some(holds)).map(([value, text]) => option('group:' + value, text)), ...named(events.filter(({ status }) => status > 0).map((event) => event.answer)).map((name) => option(name, name))]);
  const instant = (input) => (input.value === '' ? NaN : Date.parse(input.value + 'Z'));
  for (const input of [part('from'), part('until')]) { input.step = 1; input.min = new Date(startMs).toISOString().slice(0, 19); input.max = new Date(endMs).toISOString().slice(0, 19); }

  const holdsAnswer = (event) => {
    if (answer.value.startsWith('group:')) return groups.find(([value]) => 'group:' + value === answer.value)[2](event);
    return answer.value === '' || event.answer === answer.value;
  };
  const matching = () => {
    const [who, text] = [part('agent').value.trim().toLowerCase(), part('text').value.trim().toLowerCase()];
    const [from, until] = [instant(part('from')), instant(part('until'))];
    return events.filter((event) => (service.value === '' || event.service === service.value) && (operation.value === '' || event.operation === operation.value)
      && holdsAnswer(event) && event.who.includes(who) && event.text.includes(text) && !(event.atMs < from) && !(event.atMs > until));
  };

  const body = document.querySelector('#event-table tbody');
  const cellsOf = (event) => [
    new Date(event.atMs).toISOString().slice(0, event.atMs % 1000 === 0 ? 19 : 23).replace('T', ' '),
    event.name, event.service, event.operation + (event.style === '' ? '' : ' (' + event.style + ')'), event.answer, event.what, event.number === 0 ? '' : count(event.number),
  ];
  const tone = ({ status }) => (status >= 500 || status < 0 ? 'bad' : status === 0 || status >= 400 ? 'some' : '');
  const rowOfEvent = (event) => {
    const element = document.createElement('tr');
    for (const [index, value] of cellsOf(event).entries()) {
      const cell = document.createElement(index === 0 ? 'th' : 'td');
      if (index === 0) cell.scope = 'row';
      if (index === 4) cell.className = 'answer ' + tone(event);
      if (index === 6) cell.className = 'number';
      cell.appendChild(document.createElement(index === 5 ? 'code' : 'bdi')).textContent = value;
      element.append(cell);
    }
    return element;
  };
  let first = 0;
  let found = events;
  const showPage = () => {
    const last = Math.min(first + pageMax, found.length);
    body.replaceChildren(...found.slice(first, last).map(rowOfEvent));
    part('count').textContent = found.length === 0 ? 'No event is like that.' : count(found.length) + (found.length === 1 ? ' event' : ' events') + (found.length > pageMax ? ', ' + count(first + 1) + ' to ' + count(last) + ' shown' : '');
    part('before').disabled = first === 0;
    part('after').disabled = last >= found.length;
  };
  const search = () => { first = 0; found = matching(); showPage(); };
  part('before').addEventListener('click', () => { first = Math.max(0, first - pageMax); showPage(); });
  part('after').addEventListener('click', () => { first += pageMax; showPage(); });
  service.addEventListener('change', fillOperations);
  eventForm.addEventListener('input', search);
  eventForm.addEventListener('change', search);
  eventForm.addEventListener('submit', (event) => event.preventDefault());
  eventForm.addEventListener('reset', () => setTimeout(() => { fillOperations(); search(); }));
  for (const name of ['search', 'pages', 'table']) part(name).hidden = false;
  part('scriptless').hidden = true;
  search();
}
`;
