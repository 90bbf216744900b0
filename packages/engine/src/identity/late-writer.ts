import type { Logger } from 'pino';
import type { Database } from '../store/connection/database.ts';
import { Unavailable } from '../store/connection/failures.ts';
import type { Ids } from '../store/schema/ids.ts';
import { recordEvent, type SecurityEvent } from './events.ts';

/** Milliseconds between two attempts. */
const pause = 2000;
/** Maximum number of queued writes; further writes are lost. */
const maxQueuedWrites = 2000;
/** Milliseconds after which a queued write is given up. */
const patience = 30 * 60_000;

/** Writes in the background: if the database is unreachable or the tenant moves, the write is tried again. */
export class LateWriter {
  #waiting = 0;
  readonly #pause: number;

  constructor(given: { readonly pause?: number } = {}) {
    this.#pause = given.pause ?? pause;
  }

  /**
   * Tries the write once before it returns.
   * @param lost called with the error of a write that is given up
   */
  async write(work: () => Promise<unknown>, lost: (error: unknown) => void): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Unavailable) || this.#waiting >= maxQueuedWrites) return lost(error);
      this.#waiting += 1;
      void this.#later(work, lost, performance.now() + patience).finally(() => {
        this.#waiting -= 1;
      });
    }
  }

  async #later(
    work: () => Promise<unknown>,
    lost: (error: unknown) => void,
    until: number,
  ): Promise<void> {
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, this.#pause).unref());
      try {
        await work();
        return;
      } catch (error) {
        if (!(error instanceof Unavailable) || performance.now() > until) return lost(error);
      }
    }
  }
}

interface RecordingParts {
  readonly database: Database;
  readonly ids: Ids;
  readonly clock: () => Date;
  readonly log: Logger;
}

/** Records events in a separate transaction, with the time of the event. */
export const recordLate =
  (parts: RecordingParts, waiting = new LateWriter()) =>
  (tenantId: string, event: SecurityEvent): Promise<void> => {
    const now = parts.clock();
    return waiting.write(
      () => parts.database.transaction(tenantId, (tx) => recordEvent(tx, parts.ids, now, event)),
      (error) => parts.log.error({ error, event }, 'a security event could not be written'),
    );
  };
