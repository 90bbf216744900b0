import type { Logger } from 'pino';
import type { Database } from '../store/connection/database.ts';
import { Unavailable } from '../store/connection/failures.ts';
import type { Ids } from '../store/schema/ids.ts';
import { recordEvent, type SecurityEvent } from './events.ts';

/** Milliseconds between two tries. */
const pause = 2000;
/** Writes that wait at most; further ones are lost at once. */
const mostWaiting = 2000;
/** Milliseconds after which a write is given up. */
const patience = 30 * 60_000;

/** Writes what nobody waits for: where the database is away, or the tenant moves, it is tried again. */
export class LateWriter {
  #waiting = 0;
  readonly #pause: number;

  constructor(given: { readonly pause?: number } = {}) {
    this.#pause = given.pause ?? pause;
  }

  /** Tries once before it returns. @param lost hears of a write that is given up */
  async write(work: () => Promise<unknown>, lost: (error: unknown) => void): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Unavailable) || this.#waiting >= mostWaiting) return lost(error);
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

/** Records events in a transaction of their own, at the time of the event. */
export const recordLate =
  (parts: RecordingParts, waiting = new LateWriter()) =>
  (tenantId: string, event: SecurityEvent): Promise<void> => {
    const now = parts.clock();
    return waiting.write(
      () => parts.database.transaction(tenantId, (tx) => recordEvent(tx, parts.ids, now, event)),
      (error) => parts.log.error({ error, event }, 'a security event could not be written'),
    );
  };
