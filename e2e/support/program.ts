import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { agreeTo, type Caller, caller, freshTitle } from './api.ts';
import { stranger } from './page.ts';

/** Calls for the life of a project, and pages of external experts, for journeys about projects. */

const research = 'kh-edu-research';

/** Record as lists and details return it. */
export interface Row {
  readonly id: string;
  readonly version: number;
  readonly [more: string]: unknown;
}

/** Saves a record and returns it as stored. */
export const filed = (who: Caller, kind: string, body: object): Promise<Row> =>
  who.post<Row>(`${research}/${kind}/submit`, body);

/** Returns a record as an account reads it. */
export const readBy = (who: Caller, kind: string, id: string): Promise<Row> =>
  who.get<Row>(`${research}/${kind}/detail?id=${id}`);

/** Returns the rows that an account lists. */
export const listedBy = async (
  who: Caller,
  kind: string,
  query: string,
): Promise<readonly Row[]> => {
  const at = `${research}/${kind}/list?size=100&current=1&${query}`;
  return (await who.get<{ records: readonly Row[] }>(at)).records;
};

/** Performs an action on a record in its current version. */
export const actOn = async (
  who: Caller,
  kind: string,
  call: string,
  id: string,
  more: object = {},
): Promise<Row> => {
  const { version } = await readBy(who, kind, id);
  return who.post<Row>(`${research}/${kind}/${call}`, { id, ids: id, version, ...more });
};

/** Lets these accounts agree to a record, one after the other. */
export const agreed = async (id: string, ...accounts: readonly string[]): Promise<void> => {
  for (const account of accounts) await agreeTo(await caller(account), id);
};

/** Uploads small files of these categories, in the form of a record's attachments. */
export const attached = async (who: Caller, ...catalogs: readonly string[]) => {
  const attachments: object[] = [];
  for (const catalog of catalogs) {
    attachments.push({ id: await who.upload(`附件${catalog}.pdf`, catalog), catalog });
  }
  return { attachments };
};

/** Publishes a call of the university that requires experts. */
export const schoolCall = async (planName: string): Promise<string> => {
  const office = await caller('rd_project');
  const { id } = await filed(office, 'declarePlan', {
    planName,
    programKind: 'school',
    planYear: 2026,
    resource: '6001',
    level: '04',
    startTime: '2020-01-01 08:00:00',
    endTime: '2099-01-01 17:00:00',
    needReview: '1',
    reviewMode: '1',
    fundMode: '1',
    deptQuotaMode: '0',
    personLimit: 9,
    excludeOverdue: '0',
  });
  await office.post(`${research}/declarePlan/publishPlan`, { id, ids: id });
  return id;
};

/** Submits a declaration of an account for a call. */
export const declaredBy = async (
  who: Caller,
  planId: string,
  programName: string,
): Promise<string> => {
  const { deptId } = await who.get<{ deptId: string }>('blade-user/info');
  const { id } = await filed(who, 'declareInfo', {
    planId,
    programName,
    projectType: '600102',
    programLeader: who.userId,
    departmentId: deptId,
    leaderPhone: '13900002222',
    leaderEmail: 'another@example.edu.cn',
    subjectClass: '01',
    subject: '18044',
    keywords: '湿地；碳汇；模型',
    researchType: '1',
    resultForms: ['01'],
    startDate: '2026-06-01',
    endDate: '2028-05-31',
    applyFunds: '80000.00',
    abstractText: '另一项研究。',
    ethics: '0',
    integrity: '1',
    members: [
      { sort: 1, personType: '01', userId: who.userId, memberRole: '01', task: '主持项目' },
    ],
    budget: [{ itemCode: '10201', superiorAppropriation: '80000.00', selfRaiseFunds: '0.00' }],
    ...(await attached(who, '34', '36', '01')),
  });
  return id;
};

/** Registers an external expert. */
export const outsider = async (name: string): Promise<string> => {
  const { id } = await filed(await caller('rd_project'), 'experts', {
    name,
    expertType: '2',
    unit: `${name.at(0)}江大学`,
    ranks: '011',
    disciplines: ['18044'],
    keywords: '湿地；碳汇',
    email: `${Date.now().toString(36)}${name.codePointAt(0)}@elsewhere.example`,
  });
  return id;
};

/** Returns a moment some seconds ahead, in the form of inputs. */
export const soon = (seconds: number): string =>
  new Date(Date.now() + seconds * 1000 + 8 * 3_600_000)
    .toISOString()
    .slice(0, 19)
    .replace('T', ' ');

/** Publishes a review with these experts and settings. */
export const publishedReview = async (
  experts: readonly string[],
  more: object,
): Promise<string> => {
  const office = await caller('rd_project');
  const { id } = await filed(office, 'pssz', {
    setName: freshTitle('湿地项目通讯评审'),
    reviewMode: '1',
    scoreScheme: '1',
    dropExtreme: '0',
    minWords: 6,
    experts: experts.map((expertId) => ({ expertId })),
    ...more,
  });
  await actOn(office, 'pssz', 'publish', id);
  return id;
};

/** Opens the link of an external expert on a phone and signs in with the code. */
export const enterByPhone = async (set: string, expertId: string): Promise<Page> => {
  const office = await caller('rd_project');
  const invitation = async () =>
    (await listedBy(office, 'reviewInvitation', `view=all&setId=${set}`)).find(
      (row) => row.expertId === expertId,
    );
  // The letter is written by a background job.
  await expect.poll(invitation, { timeout: 60_000 }).toBeDefined();
  const { token, code } = await office.post<{ token: string; code: string }>(
    `${research}/reviewInvitation/handOver`,
    { id: (await invitation())?.id },
  );
  const { page, visit } = await stranger({ width: 390, height: 844 });
  await visit(`/r#${token}`);
  await page.getByRole('textbox', { name: '验证码' }).fill(code);
  await page.getByRole('button', { name: '进入评审' }).click();
  return page;
};
