import type { WireRow } from '@keyan/console/data/calls.ts';
import { RecordDetail } from '@keyan/console/detail/RecordDetail.tsx';
import { RecordHistory } from '@keyan/console/form/HistoryDrawer.tsx';
import { renderPage } from '@keyan/console/testing/render.tsx';
import { testUser } from '@keyan/console/testing/scriptedClient.ts';
import { untypedResource } from '@keyan/kernel/definition/resource.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { assessResult } from './assess-result.ts';
import { assessResultPresentation } from './assessment.web.tsx';

const results = untypedResource(assessResult);
const Buttons = assessResultPresentation.ExtraRecordActions;
const { all } = results.views;

const known = {
  language: 'zh',
  resources: [results],
  presentations: [assessResultPresentation],
} as const;

const result = (over: object): WireRow =>
  ({ id: '7', version: 1, fkBatchId: '3', fkDeptId: '310', status: '1', ...over }) as WireRow;

/** The page of scores that the button opens. */
const opened = async (row: WireRow, ...permissions: readonly string[]): Promise<string> => {
  if (!Buttons || !all) throw new Error('no buttons');
  const { tabCalls, unmount } = await renderPage(<Buttons row={row} view={all} />, {
    ...known,
    permissions,
    answers: { '/kh-edu-research/score/assessBatch/detail': { id: '3', scoreBatchIds: '11,12' } },
  });
  await page.getByRole('button', { name: /得分明细/ }).click();
  await expect.poll(() => tabCalls.length).toBe(1);
  unmount();
  return decodeURIComponent(tabCalls[0] ?? '');
};

test('scores behind a result are those of its batches: of the person, the department or the members', async () => {
  const { userId } = testUser;
  expect(await opened(result({ userId }), 'myscore_view')).toBe(
    'open("/score/mine?batchId=11,12")',
  );
  const office = 'sresult_view';
  expect(await opened(result({ userId: '9' }), office)).toBe(
    'open("/score/batchResult?batchId=11,12&userId=9")',
  );
  expect(await opened(result({}), office)).toBe(
    'open("/score/batchResult?batchId=11,12&fkDeptId=310")',
  );
  const members = [{ userId: '8' }, { userId: '9' }];
  expect(await opened(result({ teamId: '5', members }), office)).toBe(
    'open("/score/batchResult?batchId=11,12&userId=8,9")',
  );
});

const judged = result({
  teamId: '5',
  subjectName: '智能感知团队',
  permissions: { mark: { allowed: true } },
  criteria: [
    {
      id: '1',
      itemName: '论文',
      itemScore: '60.00',
      isQuant: '1',
      points: '30.00',
      how: '论文 2 ÷ 4 × 60 分 = 30.00',
    },
    {
      id: '2',
      itemName: '人才培养',
      itemScore: '40.00',
      isQuant: '0',
      points: '0.00',
      how: '待科研处打分，暂计 0 分',
    },
  ],
  members: [{ id: '3', userId: '8', userIdName: '林教授', teamRole: '1', requiredScore: '120.00' }],
});

test('the office reads how a team was judged and marks what is not counted', async () => {
  const { callsTo } = await renderPage(<RecordDetail resource={results} row={judged} />, {
    ...known,
    answers: { '/kh-edu-research/score/assessResult/mark': {} },
  });
  await expect.element(page.getByText('论文 2 ÷ 4 × 60 分 = 30.00')).toBeVisible();
  await expect.element(page.getByText('林教授')).toBeVisible();
  const marks = page.getByRole('button', { name: '打分' });
  expect(marks.elements()).toHaveLength(1);
  await marks.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: '得分' }).fill('32');
  await dialog.getByRole('textbox', { name: '理由' }).fill('培养 2 人');
  await dialog.getByRole('button', { name: '打分' }).click();
  await expect
    .poll(() => callsTo('/kh-edu-research/score/assessResult/mark').map(({ body }) => body))
    .toMatchObject([{ id: '7', criterion: '人才培养', points: '32.00', why: '培养 2 人' }]);
});

test('whoever may not mark has no button for it', async () => {
  const row = { ...judged, permissions: {} } as WireRow;
  await renderPage(<RecordDetail resource={results} row={row} />, known);
  await expect.element(page.getByText('待科研处打分，暂计 0 分')).toBeVisible();
  expect(page.getByRole('button', { name: '打分' }).elements()).toHaveLength(0);
});

test('a history tells the working in the language of the reader, and nothing that stayed empty', async () => {
  const change = (path: string, label: string, after: unknown) => ({
    path,
    label,
    before: null,
    after,
  });
  const changes = [
    change('working', '计算过程', '应达 80.00'),
    change('workingEn', '计算过程（英文）', 'Required 80.00'),
    change('criteria', '指标得分', []),
    {
      path: 'criteria',
      label: '指标得分',
      before: [{ id: '5', itemName: '服务', how: '暂计 0 分', howEn: '0 so far' }],
      after: [{ id: '5', itemName: '服务', how: '打分 8.00', howEn: 'Marked 8.00' }],
    },
  ];
  const entry = { id: '1', action: 'save', actorName: '考核批次', time: '2026-11-29', changes };
  await renderPage(<RecordHistory resource={results} id="7" />, {
    ...known,
    answers: { '/kh-edu-research/score/assessResult/history': [entry] },
  });
  await expect.element(page.getByText('应达 80.00')).toBeVisible();
  expect(page.getByText('Required 80.00').elements()).toEqual([]);
  expect(page.getByText('指标得分').elements()).toHaveLength(1);
  await expect.element(page.getByText('打分 8.00')).toBeVisible();
  expect(page.getByText('Marked 8.00').elements()).toEqual([]);
});
