// @ts-check
/**
 * When a server that ended is started again. Plain JavaScript without a dependency, as the launcher
 * that uses it.
 */

/** Milliseconds before each start after a quick death; all later ones wait as long as the last. */
const delays = [500, 1000, 2000, 5000, 15_000, 180_000];
/** Milliseconds that a server has to live for its death to count as the first again. */
const steady = 60_000;

/**
 * How a server ended.
 * @typedef {object} End
 * @property {number | null} code its exit code
 * @property {NodeJS.Signals | null} signal the signal that ended it
 * @property {boolean} served it said that it serves
 * @property {boolean} stopping it was told to stop, or was stopping by itself
 * @property {number} lived milliseconds from its start to its end
 */

/** @param {End} end @returns {string} */
const reasonOf = ({ code, signal }) => {
  if (signal === 'SIGABRT' || code === 134) return 'aborted, most often because its memory ran out';
  if (signal === 'SIGKILL')
    return 'killed, by somebody or because the memory of the machine ran out';
  return signal ? `ended by ${signal}` : `ended with code ${code}`;
};

/** Remembers the deaths of one server, and says what follows. */
export class Restarts {
  #served = false;
  #quick = 0;

  /**
   * Decision after an end: a start after `wait` milliseconds, or none any more. A server that ends repeatedly is
   * tried every few minutes: the cause may be a single request, or a machine that is short of memory for an hour. A
   * server that never served is not started again: its configuration, its port or its data folder is at fault, and it
   * said so itself.
   * @param {End} end
   * @returns {{ wait: number, line: string } | { wait: null, line: string }} `line` tells people; it is empty if
   *   there is nothing to tell
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
