/** IP addresses as text. Written out here, because deterministic code may not use the machine's network library. */

const octet = '(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])';
/** The pattern of an IPv4 address, without anchors, for schemas. */
export const ipv4Text = `${octet}(?:\\.${octet}){3}`;
const group = '[0-9a-fA-F]{1,4}';
/** The pattern of an IPv6 address, without anchors, for schemas. */
export const ipv6Text = `(?:${[
  `(?:${group}:){7}${group}`,
  `(?:${group}:){6}${ipv4Text}`,
  ...Array.from({ length: 8 }, (_, before) => shortened(before)),
].join('|')})`;
const ipv4Pattern = new RegExp(`^${ipv4Text}$`);
const groupPattern = /^[0-9a-fA-F]{1,4}$/;

/** The pattern of `before` groups, `::` and the groups that may follow, the last two possibly as IPv4. */
function shortened(before: number): string {
  const head = before === 0 ? '' : `${group}(?::${group}){${before - 1}}`;
  const groups = before === 7 ? [] : [`${group}(?::${group}){0,${6 - before}}`];
  const mixed = before > 5 ? [] : [`(?:${group}:){0,${5 - before}}${ipv4Text}`];
  const tails = [...mixed, ...groups];
  return `${head}::${tails.length === 0 ? '' : `(?:${tails.join('|')})?`}`;
}

/** Four numbers from 0 to 255 without leading zeros. */
export const isIpv4 = (text: string): boolean => ipv4Pattern.test(text);

/** RFC 4291, 2.2: eight groups, `::` once for one or more groups of zeros, the last two as IPv4; no zone. */
export function isIpv6(text: string): boolean {
  const halves = text.split('::');
  if (halves.length > 2) return false;
  const [head = '', tail] = halves;
  const groups = [...groupsOf(head, tail === undefined), ...groupsOf(tail ?? '', true)];
  if (groups.includes('')) return false;
  return tail === undefined ? groups.length === 8 : groups.length <= 7;
}

/** The groups of one side of `::`; an embedded IPv4 address counts as two, anything malformed as an empty one. */
function groupsOf(side: string, mayEndInIpv4: boolean): string[] {
  if (side === '') return [];
  const parts = side.split(':');
  const last = parts.at(-1) ?? '';
  if (mayEndInIpv4 && isIpv4(last)) parts.splice(-1, 1, '0', '0');
  return parts.map((part) => (groupPattern.test(part) ? part : ''));
}
