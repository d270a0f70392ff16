/** The files that a target file names: certificates, accounts and names of fields, and what is wrong with them. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { certificatesOf, loadTarget } from '../../../../src/host/app/files/target-file.ts';
import { CallMistake } from '../../../../src/host/app/process/exit.ts';
import { folderWith } from '../../../folder-with.ts';
import { cert, key } from '../../../live/traffic/localhost-certificate.ts';

/** A key of another certificate. */
const otherKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgFlfpwcBJCaBKsQy1
E3HlAxYexcz2VemDispgwL9cNp2hRANCAATbDDkI+CYYQt2oHhSEVCNPa2KxMaH8
yGW1c388PY6MO2mMreHM52yScO/yrTmduRlnMjg2qeTHMaSNwa7MQ9rj
-----END PRIVATE KEY-----`;

/** A folder with a target file that has these lines more, and other files beside it. */
function targetIn(lines: string, files: Readonly<Record<string, string>> = {}) {
  const text = `name: shop\nhosts: [localhost]\nservices: { faucet: "https://localhost:9" }\n${lines}\n`;
  const folder = folderWith({ 'shop.yaml': text, ...files });
  return { folder, file: join(folder, 'shop.yaml') };
}

const withTls = (certText: string, keyText: string) =>
  targetIn('tls: { cert: own.pem, key: own.key, ca: all.pem }', {
    'own.pem': certText,
    'own.key': keyText,
    'all.pem': `${cert}\n`,
  });

describe('a client certificate', () => {
  it('is read with its key', () => {
    const { folder, file } = withTls(cert, key);
    const { transport, name } = loadTarget(file);
    expect(name).toBe('shop');
    expect(transport).toEqual({
      clientFiles: { cert: join(folder, 'own.pem'), key: join(folder, 'own.key') },
      clientCertificate: { cert, key },
      proxy: undefined,
      isHttp2: false,
      followsRedirects: false,
    });
  });

  it('is none where the file names none', () => {
    const { file } = targetIn('');
    expect(loadTarget(file)).toMatchObject({ accounts: undefined, names: undefined });
    expect(loadTarget(file).transport.clientCertificate).toBeUndefined();
  });

  it.each([
    ['no certificate', key, 'tls.cert holds no certificate; expected one as PEM'],
    ['no text', '', 'tls.cert holds no certificate; expected one as PEM'],
  ])('with %s is refused', (_what, text, message) => {
    const { file } = withTls(text, key);
    expect(() => loadTarget(file)).toThrow(new CallMistake(`${file}: ${message}`));
  });

  it.each([
    ['no key', cert, 'tls.key holds no key that can be read; expected one as PEM without a password'],
    ['the key of another', otherKey, 'tls.key does not belong to tls.cert; expected the key of that certificate'],
  ])('with %s is refused', (_what, text, message) => {
    const { file } = withTls(cert, text);
    expect(() => loadTarget(file)).toThrow(new CallMistake(`${file}: ${message}`));
  }); // prettier-ignore

  it.each([
    ['own.pem', 'tls.cert'],
    ['own.key', 'tls.key'],
  ])('without its file %s is refused', (name, option) => {
    const { folder, file } = withTls(cert, key);
    rmSync(join(folder, name));
    expect(() => loadTarget(file)).toThrow(
      new CallMistake(
        `${file}: ${option} ${join(folder, name)} cannot be read (ENOENT); expected a PEM file`,
      ),
    );
  });
});

describe('certificates to trust', () => {
  it('are read as they are', () => {
    expect(certificatesOf(loadTarget(withTls(cert, key).file))).toBe(`${cert}\n`);
    expect(certificatesOf(loadTarget(targetIn('').file))).toBeUndefined();
  });

  it('are refused where they are none, or missing', () => {
    const { folder, file } = withTls(cert, key);
    const target = loadTarget(file);
    const all = join(folder, 'all.pem');
    writeFileSync(all, 'text');
    expect(() => certificatesOf(target)).toThrow(
      new CallMistake(`${file}: ca ${all} holds no certificate; expected certificates as PEM`),
    );
    rmSync(all);
    expect(() => certificatesOf(target)).toThrow(
      new CallMistake(`${file}: ca ${all} cannot be read (ENOENT); expected a PEM file`),
    );
  });
});

describe('names of fields', () => {
  it('are read from the file beside the target file', () => {
    const { file } = targetIn('names: names.yaml', {
      'names.yaml': 'escrow/B/detail: { /status: { at: /state } }\n',
    });
    expect([...(loadTarget(file).names ?? [])]).toEqual([
      ['escrow/B/detail', [{ ours: '/status', theirs: '/state' }]],
    ]);
  });

  it('are asked for where the file is missing', () => {
    const { folder, file } = targetIn('names: names.yaml');
    expect(() => loadTarget(file)).toThrow(
      expect.objectContaining({
        file: join(folder, 'names.yaml'),
        reason: 'there is no such file; expected names of fields as YAML',
      }) as Error,
    );
  });
});
