import { expect, test } from 'vitest';
import { caller } from '../support/api.ts';
import { pane } from '../support/form.ts';
import { person } from '../support/page.ts';

interface Listed {
  readonly records: readonly Record<string, string>[];
}

test('the office reads why a person has their score, line by line, year by year', async () => {
  const api = await caller('rd_achieve');
  const { records } = await api.get<Listed>('kh-edu-research/scorePerson/list?size=1');
  const [score] = records;
  if (!score) throw new Error('nobody has a score');
  const office = await person('rd_achieve');
  await office.visit(`/score/person/detail?id=${score.id}`);
  const years = pane(office.page).getByRole('region', { name: '业绩分' });
  const open = years.locator('details[open]');
  await open.getByText(String(score.batchIdName)).waitFor();
  await open
    .getByText(/按规则「.+」计分/)
    .first()
    .waitFor();
  // The lines of the batch come to the total of the record.
  await years
    .locator('summary')
    .filter({ hasText: `${score.totalScore} 分` })
    .waitFor();
  await open.locator('li a').nth(1).click();
  await pane(office.page).getByRole('heading', { level: 1 }).waitFor();
  expect(office.page.url()).toContain('/score/project');
});

test('a teacher reads their own scores on their page as a scholar', async () => {
  const teacher = await person('teacher');
  await teacher.visit('/person/scholar');
  const years = pane(teacher.page).getByRole('region', { name: '业绩分' });
  await years
    .getByText(/按规则「.+」计分/)
    .first()
    .waitFor();
  await years.locator('summary').first().click();
  await years
    .getByText(/按规则「.+」计分/)
    .first()
    .waitFor({ state: 'hidden' });
});

test('a team says where it is in its cycle, what came of it and who is in it', async () => {
  const api = await caller('rd_admin');
  const { records } = await api.get<Listed>('kh-edu-research/team/list?auditStatus=2&size=1');
  const [team] = records;
  if (!team) throw new Error('no team is approved');
  const office = await person('rd_admin');
  await office.visit(`/team/index/detail?id=${team.id}`);
  const page = pane(office.page);
  await page.getByText(/建设期(内，剩余|已于)/).waitFor();
  await page.getByText('建设期成果').waitFor();
  await page.getByRole('progressbar', { name: '建设周期' }).waitFor();
  await page.locator('.ky-team-members a').first().click();
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(office.page.url()).toContain('/person/scholar');
});

test('a call shows its way from the declarations to the approvals', async () => {
  const api = await caller('rd_project');
  const { records } = await api.get<Listed>(
    'kh-edu-research/declarePlan/list?status=1&programKind=vertical&size=20',
  );
  const [call] = records;
  if (!call) throw new Error('no call is out');
  const office = await person('rd_project');
  await office.visit(`/program/vertical/declarePlan/detail?id=${call.id}`);
  const progress = pane(office.page).getByRole('region', { name: '申报进展' });
  await progress.getByText(/已申报 \d+ 项|还没有提交的申报/).waitFor();
});
