import { defineAgent } from 'orrery-sim';

/** Sleeps for ever: measures the cost of an agent that does nothing. */
export default defineAgent({
  name: 'idler',
  about: 'Does nothing but sleep.',
  *run(agent) {
    for (;;) yield* agent.sleep('365d');
  },
});
