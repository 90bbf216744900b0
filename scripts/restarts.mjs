// @ts-check
/**
 * Rules for restarting a server that ended. Plain JavaScript without a dependency, like the
 * launcher that uses it.
 */

/** Milliseconds before each restart after quick deaths; further ones wait as long as the last. */
const delays = [500, 1000, 2000, 5000, 15_000, 180_000];
/** Minimum milliseconds of life after which a death counts as the first again. */
const steady = 60_000;

/**
 * End of a server process.
 * @typedef {object} End
 * @property {number | null} code its exit code
 * @property {NodeJS.Signals | null} signal signal that ended it
 * @property {boolean} served true if it reported that it serves
 * @property {boolean} stopping true if it was asked to stop, or was stopping by itself
 * @property {number} lived milliseconds from its start to its end
 */

/** @param {End} end @returns {string} */
const reasonOf = ({ code, signal }) => {
  if (signal === 'SIGABRT' || code === 134) return 'aborted, most often because its memory ran out';
  if (signal === 'SIGKILL')
    return 'killed, by somebody or because the memory of the machine ran out';
  return signal ? `ended by ${signal}` : `ended with code ${code}`;
};

/** Record of the deaths of one server, which decides about restarts. */
export class Restarts {
  #served = false;
  #quick = 0;

  /**
   * Decides after an end: a restart after `wait` milliseconds, or none. A server that ends
   * repeatedly is restarted every few minutes: the cause may be a single request, or a temporary
   * lack of memory. A server that never served is not restarted: its configuration, port or data
   * folder is at fault, and it has printed so.
   * @param {End} end
   * @returns {{ wait: number, line: string } | { wait: null, line: string }} `line` is the text to
   * print; empty if
   *   there is none
   */
  after(end) {
    this.#served ||= end.served;
    if (end.code === 0 || end.stopping || !this.#served) return { wait: null, line: '' };
    this.#quick = end.lived < steady ? this.#quick + 1 : 1;
    const died = `The server died: ${reasonOf(end)}.`;
    const wait = delays[Math.min(this.#quick, delays.length) - 1] ?? 0;
    const often = this.#quick > 1 ? ` It died ${this.#quick} times in a row.` : '';
    return { wait, line: `${died}${often} It is started again in ${wait / 1000} s.` };
  }
}
