import { buildPage } from '../scripts/page.ts';
import { caller, freshTitle, submittedPaper, taskOn } from './support/api.ts';
import { button, pane } from './support/form.ts';
import { person } from './support/page.ts';
import { startSites } from './support/server.ts';
import { closeBrowser } from './support/windows.ts';

/**
 * `node e2e/gestures.ts`: counts gestures (clicks, keys, scrolls) for approving ten papers in a
 * row, each after a look at its main file, and the machine's time from the gesture until the first
 * page of the next paper's file is drawn. Prints results without judging them.
 */
const papers = 10;

/** Window sizes: the usual one, and the narrowest with the file beside the data. */
const windows = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
] as const;

/** Height in pixels of the bar with the verdict, which covers the bottom of the page. */
const foot = 96;

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

const run = async ({ width, height }: (typeof windows)[number]): Promise<void> => {
  const titles: string[] = [];
  let first = '';
  for (let turn = 0; turn < papers; turn += 1) {
    const title = freshTitle('流域面源污染的来源解析与调控');
    const { id } = await submittedPaper(title);
    if (turn === 0) first = id;
    titles.push(title);
  }
  const { taskId, processInstanceId } = await taskOn(await caller('dept_secretary'), first);
  const { page, visit } = await person('dept_secretary', { width, height });
  await visit(`/mywork/process/papersapp/handle/${taskId}/${processInstanceId}/${first}`);
  const file = () => pane(page).locator('.pdfViewer canvas').first();
  const inSight = async (): Promise<boolean> => {
    const box = await file().boundingBox();
    return box !== null && box.y < height - 2 * foot;
  };
  let gestures = 0;
  const times: number[] = [];
  for (const [turn, title] of titles.entries()) {
    await pane(page).getByRole('heading', { level: 1, name: title }).waitFor();
    await file().waitFor();
    if (!(await inSight())) {
      await file().scrollIntoViewIfNeeded();
      gestures += 1;
    }
    const next = titles[turn + 1];
    const began = performance.now();
    await button(page, '同意').last().click();
    gestures += 1;
    if (next === undefined) break;
    await pane(page).getByRole('heading', { level: 1, name: next }).waitFor();
    await file().waitFor();
    times.push(performance.now() - began);
  }
  console.log(
    `${width} px, ${papers} papers: ${gestures} gestures, ${(gestures / papers).toFixed(1)} each; the machine takes ` +
      `${Math.round(median(times))} ms from 同意 to the next file (${times.map(Math.round).join(', ')})`,
  );
};

if (!process.env.E2E_SITE) await buildPage();
const stop = await startSites(1);
try {
  for (const size of windows) await run(size);
} finally {
  await closeBrowser();
  await stop?.();
}
