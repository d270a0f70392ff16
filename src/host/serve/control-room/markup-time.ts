/** The parts of the control room about virtual time: the time line and the charts. */

const spanButton = (span: string, label: string, isPressed = false): string =>
  `<button type="button" data-span="${span}" aria-pressed="${isPressed}">${label}</button>`;

/** The time line with the ways to another instant. */
export const past = `<section id="past" class="full" aria-labelledby="past-title">
<h2 id="past-title">Time line <small id="past-count"></small></h2>
<div class="row" role="group" aria-label="Part that is shown">
${spanButton('all', 'All', true)}${spanButton('day', 'Last day')}${spanButton('hour', 'Last hour')}
<span class="quiet">Choose a mark to go there. Arrow keys move between marks.</span>
</div>
<div id="lanes" class="lanes" role="group" aria-label="Time line"></div>
<div class="lane ends"><span></span><p class="quiet"><span id="span-from"></span> <span id="span-to"></span></p></div>
<div class="lane"><label for="instant" class="lane-name">Instant</label><input id="instant" type="range" min="0" max="1" value="1"></div>
<div class="row chosen"><span id="chosen-mark" role="status">Nothing is chosen.</span> <span id="chosen-actions" class="row"></span></div>
<div class="row">
<form id="mark" class="row">
<label>Name the present <input name="name" size="14" placeholder="before" autocomplete="off" maxlength="64"></label>
<button>Set checkpoint</button>
</form>
<form id="go" class="row">
<label>Go back to <input name="to" size="22" placeholder="checkpoint, instant or event" autocomplete="off" maxlength="64"></label>
<button>Rewind …</button>
</form>
</div>
</section>`;

/** The charts. */
export const charts = `<section id="charts" class="full" aria-labelledby="charts-title">
<h2 id="charts-title">Over virtual time</h2>
<div id="chart-figures" class="figures"></div>
<p class="quiet" id="chart-none">Nothing to draw yet.</p>
</section>`;
