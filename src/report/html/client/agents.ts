/** In the page: the search box over the embedded agents. Cells are filled as text, never as HTML. */
export const agentScript = String.raw`
const search = document.getElementById('agent-search');
if (search) {
  const { behaviours, tiers, rows, rowMax } = data.agents;
  const agents = rows.map((row) => [row[0], row[1], behaviours[row[2]], tiers[row[3]], ...row.slice(4)]);
  const keys = agents.map((agent) => agent.slice(0, 4).join('\n').toLowerCase());
  const body = document.querySelector('#agent-table tbody');
  const status = document.getElementById('agent-count');
  const cell = (value, index) => {
    const element = document.createElement(index === 0 ? 'th' : 'td');
    if (index === 0) element.scope = 'row';
    if (index < 4) element.appendChild(document.createElement('bdi')).textContent = value;
    else { element.className = 'number'; element.textContent = index < 10 ? count(value) : usdc(value / 1e6); }
    return element;
  };
  const line = (agent) => { const element = document.createElement('tr'); element.append(...agent.map(cell)); return element; };
  const show = (query) => {
    const found = agents.filter((_, index) => keys[index].includes(query));
    body.replaceChildren(...found.slice(0, rowMax).map(line));
    status.textContent = count(found.length) + (found.length === 1 ? ' agent' : ' agents') + (found.length > rowMax ? ', the ' + rowMax + ' busiest shown' : '');
  };
  search.hidden = false;
  document.getElementById('agent-query').addEventListener('input', (event) => show(event.target.value.trim().toLowerCase()));
  show('');
}
`;
