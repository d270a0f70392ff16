/** The control room: one page that a sandbox serves at `/_sim/`. It brings all it needs along and asks its own server alone. */
import type { Request } from '../../../core/http/message.ts';
import { createHash } from 'node:crypto';
import { policyDefault, policyNames, policyRow } from '../../../core/policy/policies.ts';
import { tierRows } from '../../../core/http/limits/published-limits.ts';
import { serviceNames } from '../../../platform/world/platform.ts';
import { pageScript } from '../page-script.ts';
import { roomMarkup } from './markup.ts';
import { roomStyle } from './style.ts';

const hashOf = (source: string): string =>
  `'sha256-${createHash('sha256').update(source, 'utf8').digest('base64')}'`;

/** Policies with their options, for the table. No agent can choose the text, and `<` is escaped nevertheless. */
function policyData(): string {
  const rows = policyNames.map((name) => {
    const { question, gap, lines, options } = policyRow(name);
    const defaults = [policyDefault(name, 'published'), policyDefault(name, 'consistent')].map(String);
    return { name, question, gap, lines, options, defaults };
  });
  return JSON.stringify({ policies: rows, services: serviceNames, tiers: Object.keys(tierRows) }).replaceAll(
    '<',
    String.raw`\u003c`,
  );
}

interface Page {
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

let made: Page | undefined;

/** Made at the first visit; the same for every world. */
export function roomPage(): Page {
  return (made ??= newPage());
}

function newPage(): Page {
  const roomScript = pageScript('room');
  const policy = [
    "default-src 'none'",
    "connect-src 'self'",
    `style-src ${hashOf(roomStyle)}`,
    `script-src ${hashOf(roomScript)}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  const text = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Control room</title>
<style>${roomStyle}</style>
</head>
<body>
${roomMarkup}
<script type="application/json" id="data">${policyData()}</script>
<script>${roomScript}</script>
</body>
</html>
`;
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  };
  return { headers, text };
}

/** The state of the sandbox as server-sent events. */
export const eventsPath = '/_sim/events';
/** The figures of the world for Prometheus. */
export const metricsPath = '/_sim/metrics';
const roomPaths: ReadonlySet<string> = new Set(['/_sim', '/_sim/', eventsPath, metricsPath]);

/** True for the page, its events and the figures for Prometheus. */
export const isRoom = ({ method, path }: Request): boolean => method === 'GET' && roomPaths.has(path);
