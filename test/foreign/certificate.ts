/** Certificates for tests over TLS, made on the spot. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** False where tests over TLS have to be skipped. */
export const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

/** Paths of PEM files: a certificate for 127.0.0.1 that signs itself, and its key. Throws what openssl says. */
export function selfSigned(folder: string): readonly [certificate: string, key: string] {
  const [file, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  const what = ['-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=127.0.0.1'];
  const names = ['-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', key, '-out', file];
  const made = spawnSync('openssl', ['req', '-x509', ...what, ...names], { encoding: 'utf8' });
  if (made.status !== 0) throw new Error(made.stderr);
  return [file, key];
}
