/**
 * How messages and reports call Orrery. Both names of the command are this program in a project that has the package and in a
 * checkout; elsewhere `npx orrery` would fetch another package (docs/install.md).
 */
export const ownCall = 'npx orrery-sim';
