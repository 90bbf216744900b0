import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';
import { closeBrowser, onWindow } from './page.ts';

let failures = 0;

/** What a window showed when its journey failed. */
const failurePath = (test: string): string => {
  failures += 1;
  const name = test.replaceAll(/[^\p{L}\d]+/gu, '-');
  return join(import.meta.dirname, `../test-results/${name}-${failures}.png`);
};

onWindow(({ page, context }) =>
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') await page.screenshot({ path: failurePath(task.name) });
    await context.close();
  }),
);

afterAll(closeBrowser);
