/** k6's side of the stall: 1,000 requests a second (`RATE`), begun on time whatever the server does. Run by k6, not by Node. */
import http from 'k6/http';

const port = __ENV.PORT;
const seconds = Number(__ENV.SECONDS);

export const options = {
  scenarios: {
    stall: {
      executor: 'constant-arrival-rate',
      rate: Number(__ENV.RATE ?? 1000),
      timeUnit: '1s',
      duration: `${seconds}s`,
      // A user for every request of the stall: with fewer k6 drops what it cannot begin.
      preAllocatedVUs: 2500,
      maxVUs: 3000,
    },
  },
  summaryTrendStats: ['p(50)', 'p(90)', 'p(99)'],
  discardResponseBodies: true,
};

export default function stall() {
  http.get(`http://127.0.0.1:${port}/thing`);
}

export function handleSummary({ metrics }) {
  const { values } = metrics.http_req_duration;
  const dropped = metrics.dropped_iterations?.values.count ?? 0;
  const figures = {
    p50: values['p(50)'],
    p90: values['p(90)'],
    p99: values['p(99)'],
    achieved: metrics.http_reqs.values.count / seconds,
    dropped,
  };
  return { stdout: JSON.stringify(figures) };
}
