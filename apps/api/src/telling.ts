import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Parts } from './parts.ts';
import { tellDemo } from './seed.ts';

/** Milliseconds before the telling goes on that the database or the disk broke off. */
const pause = 60_000;

/** Header of answers while the demo is told: the percentage that is there. */
const header = 'x-demo-told';

interface Options {
  /** The database as the owner of its tables. */
  readonly ownerUrl: string;
  readonly say: (line: string) => void;
  /** Ends the telling; the next start goes on. */
  readonly signal: AbortSignal;
}

/** The rest of the demo, which is told while the server answers. */
export class DemoTelling {
  #percentage: number | null = 0;

  /** Lets the answers of a server that does not listen yet say how much is told. */
  announce(server: FastifyInstance): void {
    server.addHook('onRequest', (_request, reply, done) => {
      if (this.#percentage !== null) reply.header(header, this.#percentage);
      done();
    });
  }

  /**
   * Tells the rest. A database that is away or a full disk breaks it off, and it goes on a minute later: neither is a
   * reason to stop serving.
   */
  async run(parts: Parts, { ownerUrl, say, signal }: Options): Promise<void> {
    let tenth = 0;
    const onProgress = (percentage: number): void => {
      this.#percentage = percentage;
      if (Math.floor(percentage / 10) === tenth) return;
      tenth = Math.floor(percentage / 10);
      if (tenth < 10) say(`Telling the demo: ${tenth * 10} %`);
    };
    while (!signal.aborted) {
      try {
        await tellDemo(parts, ownerUrl, { say, onProgress, signal });
        this.#percentage = null;
        return say('The demo is told.');
      } catch (error) {
        if (signal.aborted) return;
        say(`Telling the demo was broken off, and goes on in a minute: ${String(error)}`);
        await setTimeout(pause, undefined, { signal }).catch(() => undefined);
      }
    }
  }
}
