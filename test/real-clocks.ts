/** Files share a process: fake timers that one leaves behind would keep the next one waiting for ever. */

const names = ['setTimeout', 'setInterval', 'setImmediate', 'clearTimeout', 'clearInterval', 'Date'] as const;

/** As the process began with them. */
const shared = globalThis as { orreryRealClocks?: readonly unknown[] };

const present = (): readonly unknown[] => [
  ...names.map((name) => globalThis[name]),
  Reflect.get(performance, 'now'),
];

/** What throws, with their names, where clocks are not those of the process. */
export function leavesClocksReal(): () => void {
  const real = (shared.orreryRealClocks ??= present());
  return () => {
    const left = present().flatMap((clock, place) =>
      clock === real[place] ? [] : [names[place] ?? 'performance.now'],
    );
    if (left.length > 0)
      throw new Error(`the file leaves ${left.join(', ')} behind that are not the real ones`);
  };
}
