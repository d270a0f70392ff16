/**
 * The page around the sections. Its content security policy loads nothing from outside and runs its own script only.
 */
import { createHash } from 'node:crypto';
import { embeddedJson } from '../escape.ts';
import { html, verbatim, type Markup } from './markup.ts';
import { styleSheet } from './style.ts';

/** Ends no script element early: the sequence cannot stand in one, and means the same in a string or pattern. */
const scriptSafe = (source: string): string =>
  source.replace(/<\/(script)/gi, '<\\/$1').replace(/\r\n?/g, '\n');

const hashOf = (source: string): string =>
  `'sha256-${createHash('sha256').update(source, 'utf8').digest('base64')}'`;

/** What a page needs from outside of the report: its script. */
export interface PageAssets {
  readonly script: string;
}

/** The whole document. `script` is the bundle of `browser/report.ts` or `browser/plain.ts`. */
export function page(parts: {
  readonly title: string;
  readonly body: Markup;
  readonly data: unknown;
  readonly script: string;
  /** True for a page that asks its server for newer figures. */
  readonly isLive?: boolean;
}): string {
  const script = scriptSafe(parts.script);
  const policy = `default-src 'none'; base-uri 'none'; form-action 'none'; style-src 'unsafe-inline'; script-src ${hashOf(script)}${parts.isLive === true ? "; connect-src 'self'" : ''}`;
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
        ${verbatim('script', script)}
      </body>
    </html> `.text;
}
