/** New wallets: twelve words that no other wallet has, the same from the same seed, and known by their addresses alone. */
import { expect, it } from 'vitest';
import { storedAddress } from '../../../../src/platform/services/wallet/chains/assets.ts';
import { chains } from '../../../../src/platform/services/wallet/chains/networks.ts';
import { deriveAddresses, isMnemonic } from '../../../../src/platform/services/wallet/keys/hd-wallet.ts';
import { Vault } from '../../../../src/platform/services/wallet/vault.ts';
import { WalletBench } from './bench.ts';

function made() {
  const bench = new WalletBench();
  const vault = new Vault(bench.platform);
  const [alice, bob] = [bench.agent('alice'), bench.agent('bob')];
  const wallets = [alice, alice, alice, bob].map((agent) => vault.create(agent));
  return { bench, vault, alice, bob, wallets };
}

it('every wallet has its own words, and the same ones in a run with the same seed', () => {
  const { wallets, bench } = made();
  const words = wallets.map(({ mnemonic }) => mnemonic);
  expect(new Set(words).size).toBe(4);
  expect(made().wallets.map(({ mnemonic }) => mnemonic)).toEqual(words);
  for (const { mnemonic, addresses } of wallets) {
    expect([isMnemonic(mnemonic), mnemonic.split(' ').length]).toEqual([true, 12]);
    expect(addresses).toEqual(deriveAddresses(mnemonic));
  }
  expect(bench.events).toEqual(wallets.map(() => ['walletCreated', 0]));
});

it('an address belongs to the agent that created its wallet', () => {
  const { vault, alice, bob, wallets, bench } = made();
  const owners = [alice, alice, alice, bob];
  for (const [index, { addresses }] of wallets.entries())
    for (const chain of chains) {
      const address = storedAddress(chain, addresses[chain]) ?? '';
      const owned = [alice, bob].map((agent) => vault.isOwner(agent, chain, address));
      expect(owned).toEqual([alice, bob].map((agent) => agent === owners[index]));
      expect(vault.isOwner(alice, chain, bench.place(chain))).toBe(false);
    }
});
