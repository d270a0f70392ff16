/** Reads the file behind `--target`, and the PEM files, accounts and names of fields that it names. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { MistakeList } from '../../../core/base/mistake-list.ts';
import { readNames, type FieldNames } from '../../../live/traffic/names/field-names.ts';
import type { Environment } from '../../../live/traffic/target/headers.ts';
import { readTarget, type Target } from '../../../live/traffic/target/target.ts';
import { CallMistake } from '../process/exit.ts';
import { accountsIn } from './keys-file.ts';
import { textOf } from './text-file.ts';

/**
 * The target with its client certificate and its accounts. Throws `FileMistake` for a file that is missing or wrong, or names a variable
 * that is not set, and `CallMistake` for a certificate that cannot be used.
 */
export function loadTarget(file: string, environment: Environment = process.env): Target {
  const target = readTarget(file, textOf(file, 'a target file'), environment);
  const { keysFile, namesFile } = target;
  const mistakes = new MistakeList();
  const accounts = mistakes.attempt(
    () => (keysFile === undefined ? undefined : accountsIn(keysFile)),
    undefined,
  );
  const names = mistakes.attempt(() => (namesFile === undefined ? undefined : namesIn(namesFile)), undefined);
  mistakes.throwFirst();
  return withCertificate({ ...target, accounts, names });
}

const namesIn = (file: string): FieldNames => readNames(file, textOf(file, 'names of fields as YAML'));

function withCertificate(target: Target): Target {
  const { clientFiles } = target.transport;
  if (clientFiles === undefined) return target;
  const cert = pemOf(target, 'tls.cert', clientFiles.cert);
  const key = pemOf(target, 'tls.key', clientFiles.key);
  checkPair(target, { cert, key });
  return { ...target, transport: { ...target.transport, clientCertificate: { cert, key } } };
}

/** The certificates that the file adds to the default ones, as PEM. Throws `CallMistake`. */
export function certificatesOf(target: Target): string | undefined {
  const { file, caFile } = target;
  if (caFile === undefined) return undefined;
  const pem = pemOf(target, 'ca', caFile);
  if (isCertificate(pem)) return pem;
  throw new CallMistake(`${file}: ca ${caFile} holds no certificate; expected certificates as PEM`);
}

function pemOf({ file }: Target, name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    const { code = 'unknown' } = cause as NodeJS.ErrnoException;
    throw new CallMistake(`${file}: ${name} ${path} cannot be read (${code}); expected a PEM file`);
  }
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).subject !== undefined;
  } catch {
    return false;
  }
}

function checkPair({ file }: Target, { cert, key }: { cert: string; key: string }): void {
  if (!isCertificate(cert))
    throw new CallMistake(`${file}: tls.cert holds no certificate; expected one as PEM`);
  let isPair: boolean;
  try {
    isPair = new X509Certificate(cert).checkPrivateKey(createPrivateKey(key));
  } catch {
    throw new CallMistake(
      `${file}: tls.key holds no key that can be read; expected one as PEM without a password`,
    );
  }
  if (!isPair)
    throw new CallMistake(
      `${file}: tls.key does not belong to tls.cert; expected the key of that certificate`,
    );
}
