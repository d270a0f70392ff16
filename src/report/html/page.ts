/** The page around the sections. Its content policy lets nothing in from outside, and runs its own two scripts alone. */
import { createHash } from 'node:crypto';
import { embeddedJson } from '../escape.ts';
import { clientScript } from './client.ts';
import { html, verbatim, type Markup } from './markup.ts';
import { styleSheet } from './style.ts';

/** Ends no script element early: the sequence cannot stand in one, and means the same in a string or pattern. */
const scriptSafe = (source: string): string =>
  source.replace(/<\/(script)/gi, '<\\/$1').replace(/\r\n?/g, '\n');

const hashOf = (source: string): string =>
  `'sha256-${createHash('sha256').update(source, 'utf8').digest('base64')}'`;

/** The whole document. `echarts` is the source of its browser build. */
export function page(parts: {
  readonly title: string;
  readonly body: Markup;
  readonly data: unknown;
  readonly echarts: string;
}): string {
  const scripts = [scriptSafe(parts.echarts), clientScript];
  const policy = `default-src 'none'; base-uri 'none'; form-action 'none'; style-src 'unsafe-inline'; script-src ${scripts.map(hashOf).join(' ')}`;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="no-referrer" />
        <title>${parts.title}</title>
        ${verbatim('style', styleSheet)}
      </head>
      <body>
        ${parts.body} ${verbatim('script', embeddedJson(parts.data), ' type="application/json" id="data"')}
        ${scripts.map((source) => verbatim('script', source))}
      </body>
    </html> `.text;
}
