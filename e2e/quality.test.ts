import { expect, test } from 'vitest';
import { agreeTo, type Caller, caller, freshTitle, paperOf } from './support/api.ts';
import { pane, toast } from './support/form.ts';
import { type Person, person } from './support/page.ts';
import { findInList, rowOf } from './support/work.ts';

/** A paper in the library. */
const approved = async (writer: Caller, name: string, title: string, more: object = {}) => {
  const body = await paperOf(writer, title, [{ account: writer, name, rate: '100' }]);
  const { id } = await writer.post<{ id: string }>('kh-edu-research/papers/submit', {
    ...body,
    ...more,
  });
  for (const account of ['dept_secretary', 'rd_achieve']) await agreeTo(await caller(account), id);
  return id;
};

/** The row of the two papers about a topic. */
const pairOf = (office: Person, topic: string) =>
  rowOf(office.page, `${topic}研究`).filter({ hasText: `${topic}方法研究` });

/** The desk with the finding about a topic, once the job has been through the papers. */
const openDesk = async (office: Person, topic: string): Promise<void> => {
  const calls = await caller('rd_achieve');
  await calls.post('kh-edu-research/quality/recheck');
  const query = new URLSearchParams({ topic: 'duplicate', text: topic });
  await expect
    .poll(
      async () =>
        (await calls.get<{ total: number }>(`kh-edu-research/quality/list?${query}`)).total,
      { timeout: 60_000 },
    )
    .toBeGreaterThan(0);
  await office.visit('/achievement/quality');
  await pane(office.page).getByRole('textbox', { name: '名称、编号、作者' }).fill(topic);
  await pairOf(office, topic).waitFor();
};

test('the office compares two papers that may be one, and merges them', async () => {
  const topic = freshTitle('湖泊沉积物重金属的来源解析');
  const teacher = await caller('teacher');
  const kept = await approved(teacher, '林晓岚', `${topic}研究`);
  const gone = await approved(teacher, '林晓岚', `${topic}方法研究`, { volume: '58' });
  const office = await person('rd_achieve');
  await openDesk(office, topic);

  await pairOf(office, topic).getByRole('button', { name: '对比' }).click();
  const dialog = office.page.getByRole('dialog', { name: '对比疑似重复的记录' });
  const field = (name: string) =>
    dialog.getByRole('row').filter({ has: office.page.getByRole('rowheader', { name }) });
  await field('论文题目').getByText(`${topic}方法研究`).waitFor();
  // Only one of them has a volume: it is taken over unless somebody chooses otherwise.
  expect(await field('卷').getByRole('radio', { checked: true }).getAttribute('aria-label')).toBe(
    '卷 右',
  );
  const merge = dialog.getByRole('button', { name: '合并', exact: true });
  expect(await merge.isDisabled()).toBe(true);
  await dialog.getByRole('textbox', { name: '说明（2–500 字）' }).fill('投稿与发表时各登记了一次');
  await merge.click();
  await toast(office.page, '已合并').waitFor();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => pairOf(office, topic).count()).toBe(0);

  const states = await Promise.all(
    [kept, gone].map((id) =>
      teacher.get<{ auditStatus: string; volume: string }>(
        `kh-edu-research/papers/detail?id=${id}`,
      ),
    ),
  );
  expect(states).toMatchObject([{ auditStatus: '2', volume: '58' }, { auditStatus: '6' }]);

  // A decision is kept, and the writer finds the record that is void.
  await pane(office.page).getByRole('button', { name: '已处理' }).click();
  await rowOf(office.page, topic).getByText('投稿与发表时各登记了一次').waitFor();
  const writer = await person('teacher');
  await findInList(writer, '/achievement/papers', `${topic}方法研究`);
  await rowOf(writer.page, `${topic}方法研究`).getByText('已作废').first().waitFor();
  expect([office.faults, writer.faults]).toEqual([[], []]);
});
