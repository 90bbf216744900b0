import { timeText } from '@keyan/kernel/values/time.ts';
import { expect, test } from 'vitest';
import { type Caller, caller, runJob } from './support/api.ts';
import { field, pane, press, toast } from './support/form.ts';
import { type Person, person } from './support/page.ts';

type Row = Readonly<Record<string, string>>;

const service = 'kh-edu-research';

const listed = async (who: Caller, call: string): Promise<readonly Row[]> =>
  (await who.get<{ records: readonly Row[] }>(`${service}/${call}`)).records;

const stored = (who: Caller, kind: string, id: string): Promise<Row> =>
  who.get<Row>(`${service}/${kind}/detail?id=${id}`);

/** Longer than any computation takes. */
const patience = { timeout: 200_000, interval: 500 };

/** Waits for a status that comes by the clock, whose job is asked for again and again. */
const statusByClock = (read: () => Promise<string | undefined>) =>
  expect.poll(async () => {
    await runJob('ring-times');
    return read();
  }, patience);

/** Presses a button of a record's page, and the one of that name in the dialog that asks. */
const act = async (who: Person, path: string, word: string, fill?: () => Promise<void>) => {
  await who.visit(path);
  await press(who.page, word);
  const dialog = who.page.locator('.ant-modal').filter({ visible: true });
  await fill?.();
  // A dialog that is still opening may lose a click.
  await expect
    .poll(async () => {
      if (!(await dialog.isVisible())) return 'closed';
      await dialog.getByRole('button', { name: word, exact: true }).click({ timeout: 10_000 });
      return 'open';
    }, patience)
    .toBe('closed');
};

const dialogField = (who: Person, name: string) =>
  who.page.locator('.ant-modal').filter({ visible: true }).getByLabel(name).first();

const pick = async (who: Person, name: string, option: string): Promise<void> => {
  await dialogField(who, name).click();
  await who.page
    .locator('.ant-select-dropdown')
    .filter({ visible: true })
    .locator('.ant-select-item-option')
    .filter({ hasText: option })
    .first()
    .click();
};

/** A moment this many seconds ahead, as forms take it. */
const ahead = (seconds: number): string => timeText(new Date(Date.now() + seconds * 1000));

test('a year is closed: norm, what-if, scores, appeal, reward, assessment, each by whose job it is', async () => {
  const serial = String(Date.now()).slice(-7);
  const [office, teacher] = [await caller('rd_admin'), await caller('teacher')];
  const statusOf = async (kind: string, id: string) => (await stored(office, kind, id)).status;
  const achieve = await person('rd_achieve');
  const chief = await person('rd_admin');
  const author = await person('teacher');

  // The section writes a norm, and a rule for every paper.
  await achieve.visit('/score/norm/add');
  await field(achieve.page, '标准名称').fill(`新计分办法 ${serial}`);
  await field(achieve.page, '适用年度起').fill('2020');
  await field(achieve.page, '适用年度起').press('Enter');
  await press(achieve.page, '保存');
  await toast(achieve.page, '新增成功').waitFor();
  const [norm = {}] = await listed(office, `scoreNorm/list?normName=${serial}`);
  const rule = await office.post<Row>(`${service}/scoreProject/submit`, {
    normId: norm.id,
    itemCode: 'LW-01',
    itemName: '期刊论文',
    scoreObject: 'paper',
    scoreUnit: '1',
    baseScore: '100',
    unitCoef: ['1', '2', '3'].map((schoolSign) => ({ schoolSign, coef: '1' })),
    allotMode: '7',
    onlySchool: '1',
    priority: 10,
  });
  await achieve.visit(`/score/project/detail?id=${rule.id}`);
  await press(achieve.page, '启用');
  await expect.poll(() => statusOf('scoreProject', rule.id ?? '')).toBe('1');

  // While it is a draft, they look who would gain and who would lose last year, and export it.
  const closed = (await listed(office, 'scoreBatch/list?status=5')).toSorted((a, b) =>
    Number(a.batchYear) < Number(b.batchYear) ? 1 : -1,
  )[0];
  const trial = await office.post<Row>(`${service}/scoreTrial/submit`, {
    trialName: `试算 ${serial}`,
    normId: norm.id,
    batchId: closed?.id,
  });
  await achieve.visit(`/score/trial/detail?id=${trial.id}`);
  await press(achieve.page, '开始试算');
  await expect.poll(() => statusOf('scoreTrial', trial.id ?? ''), patience).toBe('2');
  await achieve.visit(`/score/trialCompare/index?ids=${trial.id}`);
  await pane(achieve.page).getByText('按学院的得分增减').first().waitFor();
  const told = achieve.page.waitForEvent('download');
  await pane(achieve.page).getByRole('button', { name: '导出 按学院的得分增减' }).click();
  await achieve.page.getByRole('menuitem', { name: '导出 Excel' }).click();
  expect((await told).suggestedFilename()).toContain('.xlsx');
  await achieve.visit(`/score/trialPerson/index?trialId=${trial.id}`);
  await pane(achieve.page).locator('tbody tr').first().waitFor();

  // Released, it scores the year; the computation shows the scores.
  await act(achieve, `/score/norm/detail?id=${norm.id}`, '发布');
  await expect.poll(() => statusOf('scoreNorm', norm.id ?? '')).toBe('1');
  const own = (await listed(teacher, 'scoreBatchResult/list?view=mine&size=100')).find(
    ({ batchId, scoreObject }) => batchId === closed?.id && scoreObject === 'paper',
  );
  const batch = await office.post<Row>(`${service}/scoreBatch/submit`, {
    batchName: `学院计分 ${serial}`,
    batchYear: closed?.batchYear,
    normId: norm.id,
    deptIds: [own?.fkDeptId],
    publicEnd: ahead(86_400),
  });
  const batchPage = `/score/batch/detail?id=${batch.id}`;
  await achieve.visit(batchPage);
  await press(achieve.page, '发布');
  await expect.poll(() => statusOf('scoreBatch', batch.id ?? '')).toBe('1');
  await act(achieve, batchPage, '计算');
  await expect.poll(() => statusOf('scoreBatch', batch.id ?? ''), patience).toBe('3');

  // A teacher reads why, and appeals; the section decides, and the score follows.
  const [mine = {}] = await listed(
    teacher,
    `scoreBatchResult/list?view=mine&batchId=${batch.id}&size=1`,
  );
  await author.visit(`/score/mine/detail?id=${mine.id}`);
  await pane(author.page).getByText('按规则「期刊论文」计分').first().waitFor();
  await press(author.page, '申诉');
  await field(author.page, '申诉内容').fill('本人为通讯作者，请复核。');
  await press(author.page, '保存');
  await toast(author.page, '新增成功').waitFor();
  const [appeal = {}] = await listed(teacher, `scoreAppeal/list?batchId=${batch.id}`);
  await author.visit(`/score/appeal/detail?id=${appeal.id}`);
  await press(author.page, '提交申诉');
  await toast(author.page, '已提交').waitFor();
  await achieve.visit('/score/approvals/index');
  await pane(achieve.page).getByText('已提交').first().waitFor();
  await act(achieve, `/score/appeal/detail?id=${appeal.id}`, '申诉成立', async () => {
    await dialogField(achieve, '认定分值').fill('88.80');
    await dialogField(achieve, '处理结果').fill('同意');
  });
  const scoreOf = async () => (await stored(teacher, 'scoreBatchResult', mine.id ?? '')).finalScore;
  await expect.poll(scoreOf).toBe('88.80');

  // The publicity is shortened; computed again, the adjusted score stays. The clock ends it.
  await act(achieve, batchPage, '撤回');
  await expect.poll(() => statusOf('scoreBatch', batch.id ?? '')).toBe('6');
  const { version } = await stored(office, 'scoreBatch', batch.id ?? '');
  await office.post(`${service}/scoreBatch/submit`, {
    id: batch.id,
    version,
    publicEnd: ahead(15),
  });
  await office.post(`${service}/scoreBatch/release`, { ids: batch.id });
  await office.post(`${service}/scoreBatch/calc`, { ids: batch.id });

  // Meanwhile the office makes the program and its batch, and colleges suggest grades.
  const program = await office.post<Row>(`${service}/score/assessProgram/submit`, {
    programName: `学院考核方案 ${serial}`,
    assessObject: '1',
    normId: norm.id,
    cycleType: '1',
    excellentRate: '100',
    targets: ['1', '2', '3', '4'].flatMap((rankLevel) =>
      ['01', '02', '03'].map((jobCategory) => ({ rankLevel, jobCategory, requiredScore: '10' })),
    ),
    grades: [
      { assessGrade: '01', minRate: '9000' },
      { assessGrade: '02', minRate: '100' },
      { assessGrade: '03', minRate: '60' },
    ],
  });
  await act(chief, `/score/assessProgram/detail?id=${program.id}`, '发布');
  await expect.poll(() => statusOf('score/assessProgram', program.id ?? '')).toBe('1');
  const assessment = await office.post<Row>(`${service}/score/assessBatch/submit`, {
    batchName: `学院考核 ${serial}`,
    programId: program.id,
    year: closed?.batchYear,
    startDate: `${closed?.batchYear}-01-01`,
    endDate: `${closed?.batchYear}-12-31`,
    scoreBatchIds: [batch.id],
    deptIds: [own?.fkDeptId],
  });
  const assessPage = `/score/assessBatch/detail?id=${assessment.id}`;
  await expect.poll(() => statusOf('scoreBatch', batch.id ?? ''), patience).not.toBe('2');
  await chief.visit(assessPage);
  await press(chief.page, '发布');
  const assessStatus = () => statusOf('score/assessBatch', assessment.id ?? '');
  await expect.poll(assessStatus).toBe('1');
  await act(chief, assessPage, '计算');
  const resultsIn = () =>
    listed(office, `score/assessResult/list?fkBatchId=${assessment.id}&size=100`);
  await expect.poll(async () => (await resultsIn()).length, patience).toBeGreaterThan(0);
  await expect.poll(assessStatus, patience).toBe('1');
  const result = (await resultsIn()).find(({ userId }) => userId === teacher.userId);
  expect(result).toMatchObject({ sysGrade: '02' });
  const secretary = await person('dept_secretary');
  await act(secretary, `/score/assessResult/detail?id=${result?.id}`, '建议等级', async () => {
    await pick(secretary, '等级', '优秀');
    await dialogField(secretary, '理由').fill('承担学院重点实验室建设。');
  });
  await toast(secretary.page, '已建议').waitFor();
  await act(chief, assessPage, '计算');
  const gradeOf = async () =>
    (await stored(office, 'score/assessResult', result?.id ?? '')).finalGrade;
  await expect.poll(gradeOf, patience).toBe('01');
  await expect.poll(assessStatus, patience).toBe('1');
  await act(chief, assessPage, '公示', async () => {
    await dialogField(chief, '公示（申诉）截止').fill(ahead(30));
    await dialogField(chief, '公示（申诉）截止').press('Enter');
  });
  await expect.poll(assessStatus).toBe('3');

  // The scores become final, and are paid.
  await statusByClock(() => statusOf('scoreBatch', batch.id ?? '')).toBe('4');
  expect(await scoreOf()).toBe('88.80');
  await act(achieve, batchPage, '确认归档');
  await expect
    .poll(async () => (await stored(teacher, 'scoreBatchResult', mine.id ?? '')).status, patience)
    .toBe('9');
  const reward = await office.post<Row>(`${service}/scoreReward/submit`, {
    rewardName: `学院奖励 ${serial}`,
    batchId: batch.id,
    rewardMode: '1',
    unitPrice: '10',
    maxPerPerson: '500',
    budget: '100000',
    exceptObjects: null,
  });
  const rewardPage = `/score/reward/detail?id=${reward.id}`;
  await act(achieve, rewardPage, '生成结果');
  const details = async () =>
    Number((await stored(office, 'scoreReward', reward.id ?? '')).detailCount);
  await expect.poll(details, patience).toBeGreaterThan(0);
  await achieve.visit(rewardPage);
  await press(achieve.page, '提交审批');
  await expect.poll(() => statusOf('scoreReward', reward.id ?? '')).toBe('2');
  const leader = await person('rd_leader');
  await act(leader, rewardPage, '确认');
  await expect.poll(() => statusOf('scoreReward', reward.id ?? '')).toBe('3');
  const finance = await person('finance');
  await act(finance, rewardPage, '发放', async () => {
    await dialogField(finance, '发放日期').fill(ahead(0).slice(0, 10));
    await dialogField(finance, '发放日期').press('Enter');
  });
  await expect.poll(() => statusOf('scoreReward', reward.id ?? '')).toBe('4');

  // The grades become final, and the teacher reads their own.
  await statusByClock(assessStatus).toBe('4');
  await act(chief, assessPage, '确认归档');
  await expect
    .poll(
      async () => (await stored(office, 'score/assessResult', result?.id ?? '')).status,
      patience,
    )
    .toBe('5');
  await author.visit(`/score/myAssess/detail?id=${result?.id}`);
  await pane(author.page).getByText('优秀').first().waitFor();
  await author.visit('/score/myReward/index');
  await pane(author.page).getByText('共').first().waitFor();
  for (const one of [achieve, chief, author, secretary, leader, finance]) {
    expect(one.faults).toEqual([]);
  }
}, 600_000);

test('on a phone a person sees target, score and what would count next', async () => {
  const { page, visit, faults } = await person('teacher', { width: 390, height: 844 });
  await visit('/score/progress/index');
  await pane(page).getByText('应达', { exact: true }).first().waitFor();
  await pane(page).getByText('已计入得分').first().waitFor();
  const [wide, seen] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ]);
  expect(wide).toBeLessThanOrEqual(seen ?? 0);
  await pane(page).getByText('应达、实际和等级的依据').first().click();
  await pane(page)
    .getByText(/× 12.00 个月 ÷ 12|逐年折算/)
    .first()
    .waitFor();
  expect(faults).toEqual([]);
});
