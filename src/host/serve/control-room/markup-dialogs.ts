/** The dialogs of the control room: an agent in full, an exchange in full, and the question before something is lost. */

const fullView = (id: string): string => `<dialog id="${id}" class="view" aria-labelledby="${id}-title">
<header class="row"><h2 id="${id}-title"></h2><button type="button" id="${id}-close">Close</button></header>
<div id="${id}-body"></div>
</dialog>`;

/** All dialogs, closed. */
export const dialogs = `${fullView('agent-view')}${fullView('exchange-view')}
<dialog id="question" aria-labelledby="question-title" aria-describedby="question-text">
<form id="question-form">
<h2 id="question-title"></h2>
<p id="question-text"></p>
<p id="question-field"></p>
<div class="row"><button type="button" id="question-no">Keep as it is</button><button id="question-yes" class="strong"></button></div>
</form>
</dialog>`;
