/** Maximum milliseconds for running requests to finish when the server is asked to stop. */
const maxShutdownMilliseconds = 15_000;

/**
 * Reports the state of the process to the launcher: if a serving process ends without having
 * reported `stopping`, the launcher restarts it (`scripts/restarts.mjs`). Does nothing if another
 * program started the process.
 */
export function reportToLauncher(state: 'serving' | 'stopping'): void {
  if (process.connected) process.send?.(state);
}

/**
 * Calls `stop` once when the process is asked to end: Ctrl-C, SIGTERM, a closed terminal, or the end
 * of the launcher that started it. Then the process exits, with 1 when stopping failed or took
 * too long.
 */
export function onStop(stop: () => Promise<void>, say: (line: string) => void): void {
  let stopping = false;
  const end = (): void => {
    // A terminal sends Ctrl-C to every process, and the launcher forwards its copy, so a second
    // signal is ignored.
    if (stopping) return;
    stopping = true;
    reportToLauncher('stopping');
    say('\nStopping: running requests are finished, then the database is closed…');
    setTimeout(() => {
      console.error(`Not stopped after ${maxShutdownMilliseconds / 1000} s; giving up.`);
      process.exit(1);
    }, maxShutdownMilliseconds).unref();
    stop().then(
      () => {
        say('Stopped.');
        process.exit(0);
      },
      (error) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
  process.on('disconnect', end);
  // An open channel would hold the process alive as long as the launcher, even after a failed
  // start.
  process.channel?.unref();
}
