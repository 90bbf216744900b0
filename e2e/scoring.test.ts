import { expect, test } from 'vitest';
import { caller } from './support/api.ts';
import { field, pane, press, toast } from './support/form.ts';
import { person } from './support/page.ts';

type Row = Readonly<Record<string, string>>;

test('a batch is computed, a person sees why and appeals, the office decides', async () => {
  const office = await caller('rd_admin');
  const teacher = await caller('teacher');
  const list = async (who: typeof office, call: string): Promise<readonly Row[]> =>
    (await who.get<{ records: readonly Row[] }>(`kh-edu-research/${call}`)).records;
  const [norm] = await list(office, 'scoreNorm/list?status=1');
  const [locked] = await list(teacher, 'scoreBatchResult/list?view=mine&status=9&size=1');
  const year = (await list(office, 'scoreBatch/list')).find(({ id }) => id === locked?.batchId);
  const batch = await office.post<Row>('kh-edu-research/scoreBatch/submit', {
    batchName: `计分 ${Date.now()}`,
    batchYear: year?.batchYear,
    normId: norm?.id,
    publicEnd: '2099-12-31 17:00:00',
  });
  await office.post('kh-edu-research/scoreBatch/release', { ids: batch.id });

  const chief = await person('rd_admin');
  await chief.visit(`/score/batch/detail?id=${batch.id}`);
  await press(chief.page, '计算');
  await chief.page.locator('.ant-modal').getByRole('button', { name: '计算' }).click();
  await toast(chief.page, '已开始计算').waitFor();
  const statusOf = async (): Promise<string | undefined> =>
    (await office.get<Row>(`kh-edu-research/scoreBatch/detail?id=${batch.id}`)).status;
  await expect.poll(statusOf, { timeout: 60_000 }).toBe('3');

  const own = `scoreBatchResult/list?view=mine&batchId=${batch.id}&size=1`;
  const [first] = await list(teacher, own);
  const detail = `kh-edu-research/scoreBatchResult/detail?id=${first?.id}`;
  const score = await teacher.get<Row>(detail);
  const author = await person('teacher');
  await author.visit(`/score/mine/detail?id=${score.id}`);
  await pane(author.page)
    .getByText(String(score.working).split('；')[0] ?? '')
    .first()
    .waitFor();
  await press(author.page, '申诉');
  await field(author.page, '申诉内容').fill('请复核分配比例');
  await press(author.page, '保存');
  await toast(author.page, '新增成功').waitFor();
  const [appeal] = await list(teacher, `scoreAppeal/list?batchId=${batch.id}`);
  expect(appeal?.resultId).toBe(score.id);
  await author.visit(`/score/appeal/detail?id=${appeal?.id}`);
  await press(author.page, '提交申诉');
  await toast(author.page, '已提交').waitFor();

  await chief.visit(`/score/appeal/detail?id=${appeal?.id}`);
  await press(chief.page, '申诉成立');
  const dialog = chief.page.locator('.ant-modal');
  await dialog.getByLabel('认定分值').fill('12.34');
  await dialog.getByLabel('处理结果').fill('同意');
  await dialog.getByRole('button', { name: '申诉成立' }).click();
  const finalScore = async (): Promise<string | undefined> =>
    (await teacher.get<Row>(detail)).finalScore;
  await expect.poll(finalScore, { timeout: 20_000 }).toBe('12.34');
});
