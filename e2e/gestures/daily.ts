import { buildPage } from '../../scripts/page.ts';
import { pane } from '../support/form.ts';
import { handAt } from '../support/hand.ts';
import { person } from '../support/page.ts';
import { startSites } from '../support/server.ts';
import { closeBrowser } from '../support/windows.ts';
import type { Job } from './job.ts';
import { officeJobs } from './office-jobs.ts';
import { ownJobs } from './own-jobs.ts';
import { projectJobs } from './project-jobs.ts';

/**
 * `node e2e/gestures/daily.ts`: counts gestures and hesitations (`e2e/support/hand.ts`) of daily
 * jobs from the home page, beside their targets. Prints results without judging them.
 */
const jobs: readonly Job[] = [...officeJobs, ...ownJobs, ...projectJobs];

const runJob = async ({ name, account, aim, before, work }: Job): Promise<string> => {
  const made = (await before?.()) ?? '';
  const { page, context, visit } = await person(account, { width: 1440, height: 900 });
  page.setDefaultTimeout(20_000);
  await visit('/wel/index');
  await pane(page).getByRole('link').first().waitFor();
  const hand = handAt(page);
  let outcome = '';
  try {
    await work(hand, made);
  } catch (fault) {
    outcome = String(fault).split('\n')[0] ?? 'failed';
    await page
      .screenshot({ path: `.vitest/gestures-${account}-${aim}.png` })
      .catch(() => undefined);
  }
  const { gestures, hesitations } = hand.effort();
  await context.close();
  const verdict = outcome !== '' ? `stopped: ${outcome}` : gestures <= aim ? 'as aimed' : 'more';
  return `| ${name} | ${account} | ${gestures} | ${hesitations} | ≤ ${aim} | ${verdict} |`;
};

if (!process.env.E2E_SITE) await buildPage();
const stop = await startSites(1);
try {
  console.log(
    '| job | account | gestures | hesitations | aim | |\n| --- | --- | ---: | ---: | ---: | --- |',
  );
  const only = process.argv[2] ?? '';
  for (const job of jobs) if (job.name.includes(only)) console.log(await runJob(job));
} finally {
  await closeBrowser();
  await stop?.();
}
