/**
 * The type of a value that a schema describes and nobody changes: objects and lists are read-only at every depth.
 * TypeBox's `Static` gives the same with writable fields.
 */
export type Written<T> = T extends readonly (infer Item)[]
  ? readonly Written<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: Written<T[Key]> }
    : T;
