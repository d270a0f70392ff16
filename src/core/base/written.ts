/**
 * The type of a value that a schema describes and nobody changes: every field and list is read-only, at every depth.
 * TypeBox's `Static` gives the same with writable fields. A list that is read-only already stays as it is.
 */
export type Written<T> = T extends (infer Item)[]
  ? readonly Written<Item>[]
  : T extends readonly unknown[]
    ? T
    : T extends object
      ? { readonly [Key in keyof T]: Written<T[Key]> }
      : T;
