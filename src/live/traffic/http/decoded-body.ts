/** Decodes the body of an answer (RFC 9110, 8.4): gzip, deflate and br, up to the longest body that is accepted. */
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync, type ZlibOptions } from 'node:zlib';
import { bodyBytesMax, type RawAnswer } from './answer-parser.ts';

type Decode = (bytes: Buffer, options: ZlibOptions) => Buffer;

/** Some servers send deflate without the wrapper that the standard asks for. */
const inflate: Decode = (bytes, options) =>
  ((bytes[0] ?? 0) & 0x0f) === 8 && bytes.length > 1 && bytes.readUInt16BE(0) % 31 === 0
    ? inflateSync(bytes, options)
    : inflateRawSync(bytes, options);

const decoders: Readonly<Record<string, Decode>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflate,
  br: (bytes, { maxOutputLength }) =>
    brotliDecompressSync(bytes, maxOutputLength === undefined ? {} : { maxOutputLength }),
};

/** More codings on one body are an attack or a mistake. */
const codingsMax = 3;

/** Replaces the body of an answer by the decoded one; returns what is wrong with it, undefined if nothing is. */
export function decodeBody(answer: RawAnswer): string | undefined {
  if (answer.start === answer.end) return undefined;
  const codings = answer.encoding
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity');
  const unknown = codings.find((coding) => !Object.hasOwn(decoders, coding));
  if (unknown !== undefined || codings.length > codingsMax)
    return 'an answer has an unknown content coding; expected gzip, deflate, br or none';
  let body = answer.bytes.subarray(answer.start, answer.end);
  try {
    for (const coding of codings.toReversed())
      body = decoders[coding]?.(body, { maxOutputLength: bodyBytesMax }) ?? body;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
      ? `an answer has more than ${bodyBytesMax} bytes once it is decoded; expected a shorter one`
      : 'an answer is not in the content coding that it names; expected gzip, deflate, br or none';
  }
  answer.bytes = body;
  answer.start = 0;
  answer.end = body.length;
  return undefined;
}
