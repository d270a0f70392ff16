/** The parameters of each game besides the stake, as schemas of its calls. */
import { Type, type TSchema } from 'typebox';
import { cashOuts } from '../../../games/crash.ts';
import { hundredthsForm } from '../../../games/forms.ts';
import type { Game } from '../../../games/game.ts';

/** The fields of a game, and the alternatives of which they must match at least one together. */
export interface GameParams {
  readonly fields: Readonly<Record<string, TSchema>>;
  readonly anyOf?: readonly object[];
}

/** Cash-outs of a live round too. */
export const CashOut = Type.Unsafe<number>(hundredthsForm(cashOuts));

/** The parameters of a game as schemas, with its optional fields marked. */
export function gameParamsOf({ params }: Game): GameParams {
  const { fields, optional = [], anyOf } = params;
  const schemas = Object.entries(fields).map(([name, form]): [string, TSchema] => {
    const schema = Type.Unsafe(form);
    return [name, optional.includes(name) ? Type.Optional(schema) : schema];
  });
  return { fields: Object.fromEntries(schemas), ...(anyOf === undefined ? {} : { anyOf }) };
}
