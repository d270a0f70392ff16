/** The class of every field of every answer, by `service/style/operation /path`. */
import { casinoFields } from './casino-fields.ts';
import { domainsFields } from './domains-fields.ts';
import { escrowFields } from './escrow-fields.ts';
import { faucetFields } from './faucet-fields.ts';
import type { FieldClass, FieldTable } from './field-table.ts';
import { tradingFields } from './trading-fields.ts';
import { walletFields } from './wallet-fields.ts';

const tables: Readonly<Record<string, FieldTable>> = {
  casino: casinoFields,
  domains: domainsFields,
  escrow: escrowFields,
  faucet: faucetFields,
  trading: tradingFields,
  wallet: walletFields,
};

/** Every declared field with its class. Throws where one is declared twice. */
export function declaredFields(): ReadonlyMap<string, FieldClass> {
  const declared = new Map<string, FieldClass>();
  for (const [service, table] of Object.entries(tables))
    for (const [call, classes] of Object.entries(table))
      for (const [name, paths] of Object.entries(classes))
        for (const path of paths.split(' ')) {
          const field = `${service}/${call} ${path}`;
          if (declared.has(field)) throw new Error(`${field} is declared twice`);
          declared.set(field, name as FieldClass);
        }
  return declared;
}
