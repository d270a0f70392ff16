/** The script that runs in the page, put together from its parts. Plain JavaScript: it is text here, and nothing imports it. */
import { agentScript } from './client/agents.ts';
import { chartScript } from './client/charts.ts';
import { eventScript } from './client/events.ts';
import { themeScript } from './client/theme.ts';
import { tooltipScript } from './client/tooltip.ts';

/** Knows the page by the ids and `data-` attributes that the sections write. */
export const clientScript = `(() => {
'use strict';
const data = JSON.parse(document.getElementById('data').textContent);
${tooltipScript}
${chartScript}
${themeScript}
${agentScript}
${eventScript}
})();`;
