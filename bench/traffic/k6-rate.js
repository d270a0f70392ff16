/** k6 at a constant arrival rate: `RATE` a second for `SECONDS` to `PORT`. Run by k6, not by Node. */
import http from 'k6/http';

const rate = Number(__ENV.RATE);

export const options = {
  scenarios: {
    rate: {
      executor: 'constant-arrival-rate',
      rate,
      timeUnit: '1s',
      duration: `${__ENV.SECONDS}s`,
      preAllocatedVUs: 64,
      maxVUs: 64,
    },
  },
  discardResponseBodies: true,
};

const url = `http://127.0.0.1:${__ENV.PORT}/thing`;
const call = { headers: { authorization: 'Bearer sk_live_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' } };

export default function ask() {
  http.get(url, call);
}

export function handleSummary() {
  return {};
}
