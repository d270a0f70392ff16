/** Fields that both domain styles read. */
import { Type } from 'typebox';
import { usdcFrom } from '../../../core/http/wire.ts';
import { topLevelDomains } from './domain-name.ts';
import { ipv4Text, ipv6Text } from './ip-address.ts';
import { recordTypes, ttlSeconds, type RecordType } from './resource-record.ts';
import { yearsMax } from './terms.ts';

function inAnyCase(word: string): string {
  return word.replaceAll(/[a-z]/g, (letter) => `[${letter.toUpperCase()}${letter}]`);
}

/** A domain name as `readDomainName` accepts it, in upper or lower case. */
export const DomainText = Type.String({
  pattern: `^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.(?:${topLevelDomains.map(inAnyCase).join('|')})$`,
  description: `1 to 63 letters, digits and inner hyphens, and one of .${topLevelDomains.join(', .')}`,
});
/** Whole, from 1 to 10; 1 when left out (DOM13, DOM14). */
export const Years = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: yearsMax,
    description: `a whole number from 1 to ${yearsMax}; 1 when left out`,
  }),
);
/** The smallest price of a sale; a gift has none. */
export const priceMinMicros = 1;
/** DOM18: the price of a sale; a transfer without one is a gift. */
export const Price = Type.Optional(usdcFrom(priceMinMicros));
/** Time to live of a record, in seconds. */
export const Ttl = Type.Optional(Type.Integer({ minimum: ttlSeconds.minimum, maximum: ttlSeconds.maximum }));
/** An agent id or an EVM address (DOM17). */
export const AgentName = Type.String({ minLength: 1, maxLength: 64 });

const label = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const hostName = `(?:${label}\\.)+${label}\\.?`;
const number = '(?:0|[1-9][0-9]{0,3}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])';
const printable = '[ -~]';
const index = '_?[A-Za-z0-9](?:[A-Za-z0-9-]{0,60}[A-Za-z0-9])?';
const below = `(?:\\*|${index})(?:\\.${index})*`;

/** Patterns of value and host for each type of record, as `readRecordValue` and `readHost` accept them. */
const recordForms: Readonly<Record<RecordType, { value: string; host: string }>> = {
  A: { value: ipv4Text, host: `@|${below}` },
  AAAA: { value: ipv6Text, host: `@|${below}` },
  CNAME: { value: hostName, host: below },
  MX: { value: `${number} ${hostName}`, host: `@|${below}` },
  TXT: { value: `${printable}{1,255}`, host: `@|${below}` },
  NS: { value: hostName, host: `@|${below}` },
  SRV: {
    value: `(?:${number} ){3}${hostName}`,
    host: `_[A-Za-z0-9](?:[A-Za-z0-9-]{0,60}[A-Za-z0-9])?\\._[A-Za-z]{1,62}(?:\\.${index})*`,
  },
  CAA: {
    value: '(?:0|128) (?:issue|issuewild|iodef) "[ !#-~]{0,255}"',
    host: `@|${below}`,
  },
};

/**
 * The valid combinations of type, name and value; an empty value removes. SRV and CNAME need a name below the domain.
 */
export const recordChoices = recordTypes.map((type) => {
  const { value, host } = recordForms[type];
  const isNamed = type === 'CNAME' || type === 'SRV';
  return {
    properties: {
      type: { const: type },
      value: { pattern: `^(?:|${value})$`, description: `a value of ${type}` },
      name: { pattern: `^(?:${host})$`, description: `a place of ${type}` },
    },
    ...(isNamed ? { required: ['name'] } : {}),
  };
});

/** DOM15: an EVM address, an IP address or a host name. */
export const Resolver = Type.String({
  pattern: `^(?:0x[0-9a-fA-F]{40}|${ipv4Text}|${ipv6Text}|${hostName})$`,
  maxLength: 254,
  description: 'an EVM address, an IP address or a host name',
});
