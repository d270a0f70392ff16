/** What a comparison left out, as results list it. */
import { Type } from 'typebox';
import { closed, Count } from '../../../core/base/schema-parts.ts';
import type { HiddenBy } from './rules.ts';

/** One rule and field, and how often it hid a difference. */
export const NotComparedSchema = Type.Object(
  { rule: Type.Unsafe<HiddenBy>(Type.String()), field: Type.String(), count: Count },
  closed,
);
