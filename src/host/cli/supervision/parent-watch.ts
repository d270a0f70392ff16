/**
 * Ends with npx. npx starts a shell, and the shell this process; a signal to npx is passed on to the shell, which dies of it
 * without passing it on. So a process that npx has started takes the end of that shell for SIGTERM. Any other process, such
 * as one of `nohup orrery serve &` or of a service manager, outlives the shell that started it, as is usual.
 */

const lookMs = 200;

/** Sends this process SIGTERM once its parent is gone, where the parent is the shell of npx. */
export function endWithNpx(): void {
  if (process.env['npm_command'] !== 'exec') return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, lookMs);
  timer.unref();
}
