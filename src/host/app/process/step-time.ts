/** The processor time that one step of a run may take before it counts as endless, in milliseconds. Tests set it lower. */
export const stepMsMax = Number(process.env['ORRERY_STEP_CPU_MS'] ?? 10_000);
