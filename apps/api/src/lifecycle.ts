/** Requests that are still running when the server is asked to stop get this long, in ms. */
const patience = 15_000;

/**
 * Tells the launcher the state of the process: a server that served and ends without a word of
 * stopping is started again (`scripts/restarts.mjs`). Nobody listens when it was started otherwise.
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
    // A terminal sends Ctrl-C to every process, and the launcher passes its own copy on.
    if (stopping) return;
    stopping = true;
    reportToLauncher('stopping');
    say('\nStopping: running requests are finished, then the database is closed…');
    setTimeout(() => {
      console.error(`Not stopped after ${patience / 1000} s; giving up.`);
      process.exit(1);
    }, patience).unref();
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
  // Listening would keep the process for as long as the launcher lives, a start that failed, too.
  process.channel?.unref();
}
