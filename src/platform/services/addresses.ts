/**
 * Names and addresses in requests. Every service that takes an address of a chain, or the name of another agent, reads
 * it here, so that one text is accepted or refused alike by all of them.
 */
import { refuse, type Outcome } from '../../core/base/refusal.ts';
import type { Policies } from '../../core/policy/policies.ts';
import type { AgentDirectory, RegisteredAgent } from './ports.ts';
import { canonicalAddress, isAddress } from './wallet/keys/address.ts';
import { chains, type Chain } from './wallet/keys/chain.ts';

/** True for 0x and 40 hexadecimal digits, whether or not its checksum is right. */
const hasEvmForm = (text: string): boolean => /^0x[0-9a-f]{40}$/i.test(text);

/** The form of a name that an agent may choose (gap A8); no address of a chain is one. */
export const isAgentId = (text: string): boolean =>
  /^[A-Za-z0-9._-]{1,64}$/.test(text) && !looksLikeAddress(text);

/** True for every text that could be taken for an address of one of the six chains. */
export const looksLikeAddress = (text: string): boolean =>
  hasEvmForm(text) || chains.some((chain) => isAddress(chain, text));

/**
 * The one spelling that an address is stored and compared in (EVM in lower case), or undefined where the text is no
 * address of the chain. Policy `wallet.addresses` says whether the EIP-55 checksum counts (gap W23).
 */
export function readAddress(chain: Chain, text: string, policies: Policies): string | undefined {
  const isLoose = policies['wallet.addresses'] === 'any-case' && text.startsWith('0x');
  const canonical = canonicalAddress(chain, isLoose ? text.toLowerCase() : text);
  return canonical?.startsWith('0x') === true ? canonical.toLowerCase() : canonical;
}

/** An EVM address as it is stored; null where the text is none. Refuses BAD_REQUEST for a wrong checksum. */
export function readEvmAddress(text: string, field: string, policies: Policies): Outcome<string | null> {
  if (!hasEvmForm(text)) return null;
  return (
    readAddress('base', text, policies) ??
    refuse(
      'BAD_REQUEST',
      `${field} is no valid EVM address: 0x and 40 hexadecimal digits, in one case or with the checksum of EIP-55`,
    )
  );
}

/** The party that a request names: its agent, if it is registered, and its address, if the name is one. */
export interface Named {
  readonly agent: RegisteredAgent | undefined;
  /** In lower case; null where the name is an agent id or a referral code. */
  readonly address: string | null;
}

/** Reads an agent id, an EVM address or a referral code (gap X7). Refuses BAD_REQUEST for a wrong checksum. */
export function readName(
  name: string,
  field: string,
  { agents, policies }: { agents: AgentDirectory; policies: Policies },
): Outcome<Named> {
  const address = readEvmAddress(name, field, policies);
  return typeof address === 'string' || address === null
    ? { agent: agents.resolve(address ?? name), address }
    : address;
}
