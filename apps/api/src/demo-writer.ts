import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Parts } from './parts.ts';
import { writeDemo } from './seed.ts';

/** Milliseconds before writing the demo continues after a failure of the database or the disk. */
const retryPause = 60_000;

/** Header of responses while the demo is being written: the finished percentage. */
const progressHeader = 'x-demo-progress';

interface Options {
  /** Address of the schema's owner. */
  readonly ownerUrl: string;
  readonly say: (line: string) => void;
  /** Stops the writing; the next start continues. */
  readonly signal: AbortSignal;
}

/** Background writing of the rest of the demo while the server answers. */
export class DemoWriter {
  #percentage: number | null = 0;

  /**
   * Adds the header with the finished percentage to responses of a server that does not listen yet.
   */
  announce(server: FastifyInstance): void {
    server.addHook('onRequest', (_request, reply, done) => {
      if (this.#percentage !== null) reply.header(progressHeader, this.#percentage);
      done();
    });
  }

  /**
   * Writes the rest of the demo. If the database is unreachable or the disk full, writing continues
   * a minute later, and the server goes on serving.
   */
  async run(parts: Parts, { ownerUrl, say, signal }: Options): Promise<void> {
    let tenth = 0;
    const onProgress = (percentage: number): void => {
      this.#percentage = percentage;
      if (Math.floor(percentage / 10) === tenth) return;
      tenth = Math.floor(percentage / 10);
      if (tenth < 10) say(`Writing the demo: ${tenth * 10} %`);
    };
    while (!signal.aborted) {
      try {
        await writeDemo(parts, ownerUrl, { say, onProgress, signal });
        this.#percentage = null;
        return say('The demo is written.');
      } catch (error) {
        if (signal.aborted) return;
        say(`Writing the demo failed and is tried again in a minute: ${String(error)}`);
        await setTimeout(retryPause, undefined, { signal }).catch(() => undefined);
      }
    }
  }
}
