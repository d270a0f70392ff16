/** A behaviour for servers that are no platform: one request, and an end. */
import { defineAgent } from 'orrery-sim';

export default defineAgent({
  name: 'one-read',
  about: 'Reads once.',
  parameters: {},
  *run(agent) {
    yield* agent.get('/faucet/thing');
  },
});
