/** As much of protobuf's wire format as Tron needs: whole numbers, and bytes (which text and messages are as well). */
import { assert } from '../../../../../core/base/assert.ts';
import { joined } from '../bytes.ts';

/** A field of a message: its number and its value. A number of zero is left out, as proto3 has it. */
export type Field = readonly [number: number, value: bigint | Uint8Array];

/** The bytes of a message, its fields in the order given. */
export const messageOf = (...fields: readonly Field[]): Uint8Array => joined(...fields.map(bytesOf));

function bytesOf([number, value]: Field): Uint8Array {
  const tag = BigInt(number) << 3n;
  if (typeof value === 'bigint') return value === 0n ? new Uint8Array() : joined(varint(tag), varint(value));
  return joined(varint(tag | 2n), varint(BigInt(value.length)), value);
}

/** Seven bits a byte, the least first; the eighth bit says that more follow. Whole numbers of int64 from zero on. */
function varint(value: bigint): Uint8Array {
  assert(value >= 0n && value < 2n ** 63n, 'numbers are whole, positive and of 63 bits');
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 0x7fn; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
  return Uint8Array.of(...bytes, Number(rest));
}
