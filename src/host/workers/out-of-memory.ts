/** With this code a thread ends that must not be used again: what went wrong in it may have left its mark on later points. */
export const outOfMemoryCode = 75;
