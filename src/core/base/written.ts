/**
 * The read-only type of a value that a schema describes: every field and list, at every depth. TypeBox's `Static`
 * yields writable fields. A list that is already read-only stays as it is.
 */
export type Written<T> = T extends (infer Item)[]
  ? readonly Written<Item>[]
  : T extends readonly unknown[]
    ? T
    : T extends object
      ? { readonly [Key in keyof T]: Written<T[Key]> }
      : T;
