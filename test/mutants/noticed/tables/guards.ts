/** Mutants of what guards: addresses, permissions, secrets, caps, and what must not be lost. */
import { kind, type NoticedMutant } from '../noticed-mutant.ts';

export const guardsNoticed: readonly NoticedMutant[] = [
  ...kind(
    'addresses that a public name must not lead to',
    ['live/traffic/target.test.ts'],
    [
      ['private-net-of-16-bits', '', "['172.16.0.0', 12]", "['172.16.0.0', 16]"],
      ['shared-net-of-16-bits', '', "['100.64.0.0', 10]", "['100.64.0.0', 16]"],
    ],
  ),
  ...kind(
    'which names must be loopback',
    ['live/traffic/target.test.ts'],
    [
      [
        'localhost-without-its-dot',
        'isExpected',
        "name.endsWith('.localhost')",
        "name.endsWith('localhost')",
      ],
      [
        'localhost-anywhere',
        'isExpected',
        "name === 'localhost' || name.endsWith('.localhost')",
        "name.includes('localhost')",
      ],
    ],
  ),
  ...kind(
    'nothing is sent that the target file does not allow',
    ['live/traffic/permits.test.ts'],
    [
      ['permit-dropped-before-a-replayed-write', 'OpenEngine.write', 'this.#options.permit(request);', ''],
      [
        'permit-after-sending',
        'OpenEngine.write',
        'this.#options.permit(request);',
        'queueMicrotask(() => this.#options.permit(request));',
      ],
      [
        'permit-dropped-before-a-write-of-conform',
        'LiveClient.send',
        'assertPermitted(this.#target, request.method);',
        '',
      ],
      [
        'permit-dropped-when-a-load-submits',
        'LoadSender.submit',
        'assertPermitted(this.#target, message.method);',
        '',
      ],
      [
        'permit-dropped-when-a-load-writes',
        'LoadSender.write',
        'assertPermitted(this.#target, message.method);',
        '',
      ],
      ['permit-dropped-before-a-question', 'ask', 'assertPermitted(target, method);', ''],
    ],
  ),
  ...kind(
    'secrets in any spelling',
    ['core/http/secrets/names.test.ts', 'core/http/secrets/redact.test.ts'],
    [
      [
        'password-with-a-capital-kept',
        'wordsOf',
        "name.slice(0, 1_024).normalize('NFKC').replaceAll(/([a-z0-9])(?=[A-Z])/g, '$1 ').toLowerCase()",
        "name.slice(0, 1_024).normalize('NFKC').replaceAll(/([a-z0-9])(?=[A-Z])/g, '$1 ')",
      ],
      [
        'spend-key-kept',
        'table',
        "'private key, secret key, view key, spend key, mnemonic, ' + 'seed phrase, seed words, recovery phrase, recovery words, backup phrase'",
        "'private key, secret key, view key, mnemonic, ' + 'seed phrase, seed words, recovery phrase, recovery words, backup phrase'",
      ],
      [
        'passphrase-kept',
        'table',
        "'api key, access key, auth key, signing key, encryption key, secret access, ' + 'password, passphrase, passcode, credential, authorization, cookie, bearer, jwt, ' + 'session id, session key, csrf, xsrf, verification code'",
        "'api key, access key, auth key, signing key, encryption key, secret access, ' + 'password, passcode, credential, authorization, cookie, bearer, jwt, ' + 'session id, session key, csrf, xsrf, verification code'",
      ],
      [
        'secret-in-a-list-kept',
        'Redactor.#clean',
        'value.map((part: unknown) => this.#clean(part, inside))',
        'value',
      ],
    ],
  ),
  ...kind(
    'caps outlive a change of tier',
    ['core/http/tier-change.test.ts'],
    [
      [
        'tier-change-resets-caps',
        'Gate.#keyed',
        'known.tier = tier;',
        'known.tier = tier; known.met = undefined;',
      ],
      ['tier-change-not-seen', 'Gate.#keyed', 'known.tier !== tier', 'known === undefined'],
    ],
  ),
  ...kind(
    'a refused request leaves no trace in the ledger',
    ['core/ledger/model.test.ts'],
    [
      ['gauge-not-rolled-back', 'Ledger.#hold', 'this.#reservedByKind[number] = heldByKind - amount;', ''],
      [
        'chain-not-rolled-back',
        'Ledger.#append',
        'this.#accounts.last[order.credit] = this.#transfers.beforeOfCredit[row] ?? -1;',
        '',
      ],
    ],
  ),
  ...kind(
    'a result leaves the queue only once it is kept',
    ['host/workers/job-collector.test.ts'],
    [
      [
        'queue-keeps-while-it-removes',
        'JobCollector.#drain',
        'this.#call.keep(linesOf(job, asked, this.#call));',
        'queueMicrotask(() => this.#call.keep(linesOf(job, asked, this.#call)));',
      ],
      [
        'queue-removes-before-it-keeps',
        'JobCollector.#drain',
        'this.#call.keep(linesOf(job, asked, this.#call));',
        'await this.#queue.remove(id); this.#call.keep(linesOf(job, asked, this.#call));',
      ],
    ],
  ),
];
