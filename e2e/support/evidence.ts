import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ConsoleMessage, Page, Request } from 'playwright-core';
import type { Person } from './page.ts';
import { pagesOf } from './windows.ts';

const results = join(import.meta.dirname, '../../test-results/journeys');

/** Recording of a window from its beginning. */
export interface Evidence {
  /** Writes picture, address, console, page errors and requests into a folder of the journey. */
  keep(journey: string): Promise<string>;
  /** Stops recording. */
  end(): void;
}

const clock = (): string => new Date().toISOString().slice(11, 23);

/** Records every page of a window, including pages opened later. */
export const watch = ({ context, page, faults }: Person): Evidence => {
  const log: string[] = [];
  const requests: string[] = [];
  const began = new Map<Request, number>();
  const end = (request: Request, outcome: string): void => {
    const ms = Math.round(performance.now() - (began.get(request) ?? performance.now()));
    began.delete(request);
    requests.push(`${clock()} ${request.method()} ${request.url()} ${outcome} ${ms} ms`);
  };
  const onConsole = (message: ConsoleMessage): void => {
    log.push(`${clock()} ${message.type()} ${message.text()}`);
  };
  const onRequest = (request: Request): void => {
    began.set(request, performance.now());
  };
  const onFinished = (request: Request): void => {
    // A request answered by the test itself has no network response.
    void request
      .response()
      .then((answer) => end(request, `${answer?.status() ?? 'answered'}`))
      .catch(() => end(request, 'answered'));
  };
  const onFailed = (request: Request): void =>
    end(request, request.failure()?.errorText ?? 'failed');
  context.on('console', onConsole);
  context.on('request', onRequest);
  context.on('requestfinished', onFinished);
  context.on('requestfailed', onFailed);
  const pictureOf = async (each: Page, path: string): Promise<void> => {
    // A page that hangs yields no picture; the other evidence is still written.
    await each.screenshot({ path, timeout: 5000 }).catch((fault: unknown) => {
      log.push(`${clock()} no picture of ${each.url()}: ${fault}`);
    });
  };
  return {
    async keep(journey) {
      const folder = join(results, journey);
      mkdirSync(folder, { recursive: true });
      const pages = pagesOf(context);
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
    end() {
      context.off('console', onConsole);
      context.off('request', onRequest);
      context.off('requestfinished', onFinished);
      context.off('requestfailed', onFailed);
    },
  };
};
