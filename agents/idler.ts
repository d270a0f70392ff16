import { defineAgent } from 'orrery';

/** Sleeps for ever: what a run costs that nobody uses. */
export default defineAgent({
  name: 'idler',
  about: 'Does nothing but sleep.',
  *run(agent) {
    for (;;) yield* agent.sleep('365d');
  },
});
