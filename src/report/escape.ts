/** Text made safe for markup. Every name, reason and path in a report may have been chosen by an agent. */

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Safe as text and as a quoted attribute, in HTML and XML. */
export const escapeMarkup = (text: string): string =>
  text.replace(/[&<>"']/g, (found) => entities[found] ?? '');

/** Also drops what XML 1.0 cannot carry at all: control characters, lone surrogates and two non-characters. */
export function escapeXml(text: string): string {
  const carried = text.replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '\u{FFFD}');
  // Line ends inside an attribute would come back as spaces.
  return escapeMarkup(carried).replace(/[\t\n\r]/g, (found) => `&#${found.charCodeAt(0)};`);
}

/** JSON for a `<script>` of data: no `<` is left, so neither `</script>` nor `<!--` can end or open anything. */
export const embeddedJson = (value: unknown): string => JSON.stringify(value).replace(/</g, '\\u003c');
