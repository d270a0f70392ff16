/** Signed transfers against the libraries that wallets are made of, byte for byte. */
import {
  AccountRole,
  address,
  appendTransactionMessageInstruction,
  blockhash,
  compileTransaction,
  createKeyPairFromPrivateKeyBytes,
  createTransactionMessage,
  getAddressFromPublicKey,
  getBase64EncodedWireTransaction,
  getSignatureFromTransaction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransaction,
} from '@solana/kit';
import * as bitcoin from 'bitcoinjs-lib';
import { Interface, SigningKey, Transaction, computeAddress, getAddress } from 'ethers';
import { expect, it } from 'vitest';
import * as secp from 'tiny-secp256k1';
import { TronWeb, utils as tronUtils } from 'tronweb';
import { signTransfer, type Transfer } from '../../../src/platform/services/wallet/keys/transfer.ts';
import { addressOfKey } from '../../../src/platform/services/wallet/keys/signing-key.ts';
import { solanaAddress } from '../../../src/platform/services/wallet/keys/solana/address.ts';
import { attempts } from '../../campaigns.ts';
import { Draws } from './wallet-keys-draws.ts';

bitcoin.initEccLib(secp);

const rounds = attempts('signedTransfers');

const evm = (draws: Draws, chain: 'ethereum' | 'base', token?: string): [Transfer, string, string] => {
  const privateKey = `0x${draws.hex(32)}`;
  const to = getAddress(`0x${draws.hex(20)}`);
  const maxFeePerGas = draws.big(60);
  const fees = {
    nonce: draws.below(2 ** 31),
    maxFeePerGas,
    maxPriorityFeePerGas: maxFeePerGas / BigInt(draws.below(9) + 1),
    gasLimit: draws.big(40),
  };
  const amount = draws.big(token === undefined ? 120 : 255);
  const call = new Interface(['function transfer(address,uint256)']).encodeFunctionData('transfer', [
    to,
    amount,
  ]);
  const theirs = Transaction.from({
    type: 2,
    chainId: chain === 'ethereum' ? 1 : 8453,
    ...fees,
    ...(token === undefined ? { to, value: amount } : { to: token, data: call }),
  });
  theirs.signature = new SigningKey(privateKey).sign(theirs.unsignedHash);
  const ours: Transfer = {
    chain,
    to: draws.one([to, to.toLowerCase()]),
    amount,
    ...(token === undefined ? {} : { token }),
    keys: { privateKey },
    context: { family: 'evm', ...fees },
  };
  return [ours, theirs.serialized, theirs.hash ?? ''];
};

it.each(['ethereum', 'base'] as const)('on %s they are those of ethers, coins and tokens alike', (chain) => {
  const draws = new Draws(`transfers on ${chain}`);
  for (let round = 0; round < rounds; round += 1) {
    const token = round % 2 === 0 ? undefined : computeAddress(`0x${draws.hex(32)}`);
    const [ours, raw, hash] = evm(draws, chain, token);
    expect(signTransfer(ours)).toEqual({ raw, hash, simulated: false });
  }
});

/** Addresses of each kind that Bitcoin can pay. */
const payable = (draws: Draws): string => {
  const hash = draws.bytes(20);
  const internalPubkey = secp.xOnlyPointFromScalar(draws.bytes(32));
  const made = draws.one([
    () => bitcoin.payments.p2wpkh({ hash }),
    () => bitcoin.payments.p2pkh({ hash }),
    () => bitcoin.payments.p2sh({ hash }),
    () => bitcoin.payments.p2wsh({ hash: draws.bytes(32) }),
    () => bitcoin.payments.p2tr({ internalPubkey }),
  ])();
  return made.address ?? '';
};

function psbtOf(transfer: Transfer, change: bigint): bitcoin.Transaction {
  const { context, keys, to, amount } = transfer;
  if (context.family !== 'bitcoin' || !('privateKey' in keys)) throw new Error('not on bitcoin');
  const secret = Buffer.from(keys.privateKey, 'hex');
  const publicKey = secp.pointFromScalar(secret, true) ?? new Uint8Array();
  const script = bitcoin.payments.p2wpkh({ pubkey: publicKey }).output ?? new Uint8Array();
  const psbt = new bitcoin.Psbt();
  for (const { txid, index, amount: value } of context.inputs) {
    psbt.addInput({ hash: txid, index, witnessUtxo: { script, value } });
  }
  psbt.addOutput({ address: to, value: amount });
  if (change > 0n) psbt.addOutput({ address: context.change, value: change });
  psbt.signAllInputs({ publicKey, sign: (hash) => secp.sign(hash, secret) });
  psbt.finalizeAllInputs();
  return psbt.extractTransaction(true);
}

it('on bitcoin they are those of bitcoinjs-lib and the C library of Bitcoin Core, without low-R grinding', () => {
  const draws = new Draws('transfers on bitcoin');
  let longest = 0;
  for (let round = 0; round < rounds; round += 1) {
    const privateKey = draws.hex(32);
    const inputs = Array.from({ length: draws.below(4) + 1 }, () => ({
      txid: draws.hex(32),
      index: draws.below(2 ** 31),
      amount: draws.big(44) + 20_000n,
    }));
    const spent = inputs.reduce((sum, input) => sum + input.amount, 0n);
    const feeSats = draws.big(13);
    const change = draws.one([0n, 546n, (spent - feeSats) / 3n]);
    const context = {
      family: 'bitcoin' as const,
      inputs,
      feeSats,
      change: addressOfKey('bitcoin', privateKey) ?? '',
    };
    const amount = spent - feeSats - change;
    const transfer: Transfer = {
      chain: 'bitcoin',
      to: payable(draws),
      amount,
      keys: { privateKey },
      context,
    };
    const theirs = psbtOf(transfer, change);
    expect(signTransfer(transfer)).toEqual({ raw: theirs.toHex(), hash: theirs.getId(), simulated: false });
    longest = Math.max(longest, ...theirs.ins.map(({ witness }) => witness[0]?.length ?? 0));
  }
  // A signature of 72 bytes has a high R: nobody has ground it away.
  expect(longest).toBe(72);
});

it('on bitcoin change that is too small to be relayed is added to the fee', () => {
  const privateKey = new Draws('dust').hex(32);
  const own = addressOfKey('bitcoin', privateKey) ?? '';
  const rawOf = (feeSats: bigint): bitcoin.Transaction =>
    bitcoin.Transaction.fromHex(
      signTransfer({
        chain: 'bitcoin',
        to: own,
        amount: 10_000n,
        keys: { privateKey },
        context: {
          family: 'bitcoin',
          inputs: [{ txid: '11'.repeat(32), index: 0, amount: 11_000n }],
          change: own,
          feeSats,
        },
      }).raw,
    );
  expect(rawOf(454n).outs.map(({ value }) => value)).toEqual([10_000n, 546n]);
  expect(rawOf(455n).outs.map(({ value }) => value)).toEqual([10_000n]);
  expect(rawOf(1000n).outs.map(({ value }) => value)).toEqual([10_000n]);
});

const systemProgram = address('11111111111111111111111111111111');

async function kitTransfer(seed: Uint8Array, transfer: Transfer): Promise<{ raw: string; hash: string }> {
  if (transfer.context.family !== 'solana') throw new Error('not on solana');
  const pair = await createKeyPairFromPrivateKeyBytes(seed);
  const from = await getAddressFromPublicKey(pair.publicKey);
  const data = new Uint8Array(12);
  new DataView(data.buffer).setUint32(0, 2, true);
  new DataView(data.buffer).setBigUint64(4, transfer.amount, true);
  const lifetime = { blockhash: blockhash(transfer.context.recentBlockhash), lastValidBlockHeight: 0n };
  const accounts = [
    { address: from, role: AccountRole.WRITABLE_SIGNER },
    { address: address(transfer.to), role: AccountRole.WRITABLE },
  ] as const;
  const message = pipe(
    createTransactionMessage({ version: 'legacy' }),
    (empty) => setTransactionMessageFeePayer(from, empty),
    (paid) => setTransactionMessageLifetimeUsingBlockhash(lifetime, paid),
    (timed) => appendTransactionMessageInstruction({ programAddress: systemProgram, accounts, data }, timed),
  );
  const signed = await signTransaction([pair], compileTransaction(message));
  return { raw: getBase64EncodedWireTransaction(signed), hash: getSignatureFromTransaction(signed) };
}

it('on solana they are those of @solana/kit, to oneself as well', async () => {
  const draws = new Draws('transfers on solana');
  for (let round = 0; round < rounds; round += 1) {
    const seed = draws.bytes(32);
    const privateKey = solanaAddress(seed);
    const own = addressOfKey('solana', privateKey) ?? '';
    const transfer: Transfer = {
      chain: 'solana',
      to: round % 10 === 0 ? own : solanaAddress(draws.bytes(32)),
      amount: draws.big(63),
      keys: { privateKey },
      context: { family: 'solana', recentBlockhash: solanaAddress(draws.bytes(32)) },
    };
    expect(signTransfer(transfer)).toEqual({ ...(await kitTransfer(seed, transfer)), simulated: false });
  }
});

it('on solana the system program itself may be paid: it is listed once, as an account that is written to', () => {
  const privateKey = solanaAddress(new Draws('program').bytes(32));
  const context = { family: 'solana' as const, recentBlockhash: systemProgram };
  const { raw } = signTransfer({
    chain: 'solana',
    to: systemProgram,
    amount: 1n,
    keys: { privateKey },
    context,
  });
  const message = Buffer.from(raw, 'base64').subarray(65);
  expect([...message.subarray(0, 4)]).toEqual([1, 0, 0, 2]);
  expect([...message.subarray(-17, -12)]).toEqual([1, 2, 0, 1, 12]);
});

const tron = new TronWeb({ fullHost: 'http://127.0.0.1:1' });

async function tronTransfer(transfer: Transfer): Promise<{ raw: string; hash: string }> {
  const { context, keys, to, amount, token } = transfer;
  if (context.family !== 'tron' || !('privateKey' in keys)) throw new Error('not on tron');
  const from = addressOfKey('tron', keys.privateKey) ?? '';
  const blockHeader = {
    ref_block_bytes: context.refBlockBytes,
    ref_block_hash: context.refBlockHash,
    expiration: context.expirationMs,
    timestamp: context.timestampMs,
  };
  const unsigned =
    token === undefined
      ? await tron.transactionBuilder.sendTrx(to, Number(amount), from, { blockHeader })
      : (
          await tron.transactionBuilder.triggerSmartContract(
            token,
            'transfer(address,uint256)',
            {
              txLocal: true,
              blockHeader,
              ...(context.feeLimitSun === undefined ? {} : { feeLimit: Number(context.feeLimitSun) }),
            },
            [
              { type: 'address', value: to },
              { type: 'uint256', value: amount.toString() },
            ],
            from,
          )
        ).transaction;
  const signed = await tron.trx.sign(unsigned, keys.privateKey);
  const whole = tronUtils.transaction.txJsonToPb(signed);
  for (const signature of signed.signature) whole.addSignature(new Uint8Array(Buffer.from(signature, 'hex')));
  return { raw: Buffer.from(whole.serializeBinary()).toString('hex'), hash: signed.txID };
}

it('on tron they are those of tronweb, coins and tokens alike', async () => {
  const draws = new Draws('transfers on tron');
  const someAddress = (): string => addressOfKey('tron', draws.hex(32)) ?? '';
  for (let round = 0; round < rounds; round += 1) {
    const timestampMs = draws.below(2 ** 31) * 1000;
    const isToken = round % 2 === 1;
    const transfer: Transfer = {
      chain: 'tron',
      to: someAddress(),
      amount: draws.big(isToken ? 255 : 52),
      ...(isToken ? { token: someAddress() } : {}),
      keys: { privateKey: draws.hex(32) },
      context: {
        family: 'tron',
        refBlockBytes: draws.hex(2),
        refBlockHash: draws.hex(8),
        timestampMs,
        expirationMs: timestampMs + 60_000,
        ...(round % 4 === 1 ? { feeLimitSun: draws.big(33) } : {}),
      },
    };
    expect(signTransfer(transfer)).toEqual({ ...(await tronTransfer(transfer)), simulated: false });
  }
});
