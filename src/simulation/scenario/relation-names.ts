/**
 * Relations between a run and a second one of a changed scenario, which `property_violations{relation:NAME}` asks for.
 * `src/verification/check/metamorphic` says what each of them changes and what stays the same.
 */
export const relationNames = ['agents-renamed', 'strangers-added', 'called-as-tools'] as const;

/** The name of a relation, and of the property that it is reported under. */
export type RelationName = (typeof relationNames)[number];
