import { expect, test } from 'vitest';
import { caller } from './support/api.ts';
import { pane, press, toast } from './support/form.ts';
import { person } from './support/page.ts';

interface Task {
  readonly id: string;
  readonly title: string;
}

interface Listed<Row> {
  readonly records: readonly Row[];
}

const open = 'status=1&size=50&current=1';

/** Asks an expert in the place of another one: experts are assigned by fit, so that some have nothing to do. */
const ask = async (account: string): Promise<void> => {
  const office = await caller('rd_achieve');
  const { userId } = await caller(account);
  const research = 'kh-edu-research';
  const experts = await office.get<Listed<{ readonly id: string; readonly userId: string }>>(
    `${research}/experts/list?size=200&current=1`,
  );
  const expert = experts.records.find((one) => one.userId === userId);
  const prizes = await office.get<Listed<{ readonly id: string }>>(
    `${research}/pssz/list?view=all&bizKind=4&size=50&current=1`,
  );
  const tasks = await office.get<
    Listed<{ readonly id: string; readonly version: number; readonly setId: string }>
  >(`${research}/reviewTask/list?view=progress&${open}`);
  const ofPrizes = tasks.records.filter(({ setId }) =>
    prizes.records.some(({ id }) => id === setId),
  );
  for (const { id, version } of ofPrizes) {
    const given = { id, version, expertId: expert?.id };
    const done = await office.post(`${research}/reviewTask/replace`, given).catch(() => null);
    if (done !== null) return;
  }
};

/** Task that an expert of the demo has to judge. */
const openTask = async (account: string): Promise<Task> => {
  const api = await caller(account);
  const listed = () => api.get<Listed<Task>>(`kh-edu-research/reviewTask/list?view=mine&${open}`);
  const [task] = (await listed()).records;
  if (task) return task;
  await ask(account);
  const [asked] = (await listed()).records;
  if (!asked) throw new Error(`${account} has nothing to judge`);
  return asked;
};

test('an expert finds at home what to judge, keeps a draft, and hands it in', async () => {
  const task = await openTask('expert');
  const { page, visit } = await person('expert');
  await visit('/wel/index');
  await pane(page).getByText('待评审', { exact: true }).first().waitFor();
  await pane(page).getByRole('link', { name: task.title }).first().click();
  await pane(page).getByRole('heading', { level: 1, name: task.title }).waitFor();
  await press(page, '确认承诺，开始评审');
  await pane(page).getByText('申报书.pdf').first().waitFor();

  const points = (name: string) =>
    pane(page).getByRole('textbox', { name: new RegExp(`^${name}`) });
  await points('创新性').fill('41');
  await pane(page).getByText('不能超过该项分值').waitFor();
  await points('创新性').fill('36.5');
  await press(page, '暂存');
  await toast(page, '已暂存').waitFor();

  await points('学术水平').fill('27.25');
  await points('应用与影响').fill('26');
  await expect.poll(() => pane(page).getByText('89.75').count()).toBeGreaterThan(0);
  await points('综合意见').fill('选题有重要意义，创新点明确，建议推荐。');
  await press(page, '提交评审');
  await page.getByRole('dialog').getByRole('button', { name: '提交' }).click();
  await toast(page, '评审已提交').waitFor();

  const api = await caller('expert');
  const stored = await api.get<Record<string, unknown>>(
    `kh-edu-research/reviewTask/detail?id=${task.id}`,
  );
  expect(stored).toMatchObject({ status: '3', totalScore: '89.75' });
});
