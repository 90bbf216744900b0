import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, Request } from 'playwright-core';
import type { Person } from './page.ts';

const results = join(import.meta.dirname, '../../test-results/journeys');

/** What a window did, written down from its beginning. */
export interface Evidence {
  /** Writes picture, address, console, page errors and requests into a folder of the journey. */
  keep(journey: string): Promise<string>;
}

const clock = (): string => new Date().toISOString().slice(11, 23);

/** Follows every page of a window, also those that it opens later. */
export const watch = ({ context, page, faults }: Person): Evidence => {
  const log: string[] = [];
  const requests: string[] = [];
  const began = new Map<Request, number>();
  context.on('console', (message) => log.push(`${clock()} ${message.type()} ${message.text()}`));
  context.on('request', (request) => began.set(request, performance.now()));
  const end = (request: Request, outcome: string): void => {
    const ms = Math.round(performance.now() - (began.get(request) ?? performance.now()));
    began.delete(request);
    requests.push(`${clock()} ${request.method()} ${request.url()} ${outcome} ${ms} ms`);
  };
  context.on('requestfinished', (request) => {
    // What was answered in the test itself has no response of the network.
    void request
      .response()
      .then((answer) => end(request, `${answer?.status() ?? 'answered'}`))
      .catch(() => end(request, 'answered'));
  });
  context.on('requestfailed', (request) => end(request, request.failure()?.errorText ?? 'failed'));
  const pictureOf = async (each: Page, path: string): Promise<void> => {
    // A page that hangs has no picture; the rest is worth more.
    await each.screenshot({ path, timeout: 5000 }).catch((fault: unknown) => {
      log.push(`${clock()} no picture of ${each.url()}: ${fault}`);
    });
  };
  return {
    async keep(journey) {
      const folder = join(results, journey);
      mkdirSync(folder, { recursive: true });
      const pages = context.pages();
      await Promise.all(
        pages.map((each, index) => pictureOf(each, join(folder, `page-${index + 1}.png`))),
      );
      const waiting = [...began.keys()].map((each) => `waiting ${each.method()} ${each.url()}`);
      const write = (name: string, lines: readonly string[]): void =>
        writeFileSync(join(folder, name), `${lines.join('\n')}\n`);
      write('console.txt', [...pages.map((each) => `at ${each.url()}`), ...log]);
      write('errors.txt', page.isClosed() ? ['the first page was closed', ...faults] : faults);
      write('requests.txt', [...requests, ...waiting]);
      return folder;
    },
  };
};
