/** Refuses transports that an engine lacks, in one line and before anything is sent. */
import { Forbidden } from './permit.ts';
import type { Target } from './target.ts';

/** Throws `Forbidden` where the target file asks for a way that the engine `name` cannot go. */
export function refuseTransports(
  { file, transport, carried, keysFile }: Target,
  name: 'autocannon' | 'k6' | 'a closed loop',
): void {
  const refuse = (what: string): never => {
    throw new Forbidden(
      `${file}: ${name} ${what}; expected --engine open, or a target file without it`.replace(
        '--engine open',
        name === 'a closed loop' ? 'another shape' : '--engine open',
      ),
    );
  };
  if (keysFile !== undefined && name !== 'a closed loop') refuse('takes no accounts from keys');
  if (transport.proxy !== undefined) refuse('takes no proxy from a target file');
  if (transport.isHttp2) refuse('cannot be held to HTTP/2');
  if (transport.followsRedirects) refuse('cannot keep redirects on the same host');
  if (name === 'k6') return;
  if (transport.clientCertificate !== undefined) refuse('sends no client certificate');
  if (carried?.names.has('accept-encoding') === true)
    refuse('decodes no answers, and headers has Accept-Encoding');
}
