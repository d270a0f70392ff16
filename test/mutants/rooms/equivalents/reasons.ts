/** Reasons that survivors of several groups share. */
export const absent = 'the compiler asks for the value of an absent element; this one is always there';
export const shortcut = 'a shortcut where nothing has to be reduced: the general sum is the same';
