import { afterAll, expect, test } from 'vitest';
import { exhibit } from './fixtures/exhibit.ts';
import { home, startApplication } from './support/application.ts';
import type { Client } from './support/client.ts';
import { agree, ok } from './support/filing.ts';
import { complete, type Input, sample } from './support/inputs.ts';

/** Recipients of the message that a record was declared void or made a draft again (ruling 48). */
const app = await startApplication();
afterAll(() => app.close());

const teacher = await app.as('teacher');
const colleague = await app.as('teacher2');
const secretary = await app.as('dept_secretary');
const section = await app.as('rd_achieve');
const office = await app.as('rd_admin');
const path = (call: string): string => `${exhibit.path}/${call}`;

const newsOf = async (who: Client, id: unknown): Promise<readonly string[]> => {
  const page = await ok(who.get('kh-edu-research/message/list', { size: '100' }));
  return (page.records as readonly Input[])
    .filter(({ bizId }) => bizId === id)
    .map(({ msgTitle }) => String(msgTitle));
};

const approved = async (title: string, secretLevel: string): Promise<Input> => {
  const [drawn = {}] = sample(complete(exhibit, app.targets()), 1);
  const [line = {}] = drawn.authors as readonly Input[];
  const { insured: _secret, ...rest } = drawn;
  const authors = ['teacher', 'teacher2'].map((account, at) => ({
    ...line,
    sort: at + 1,
    personType: '01',
    userId: app.people[home]?.get(account),
    authorType: at === 0 ? '01' : '06',
    contributionRate: '50.00',
  }));
  const fkDeptId = app.departments[home]?.get('310');
  const sent = await ok(
    teacher.post(path('submit'), { ...rest, title, authors, fkDeptId, secretLevel }),
  );
  await agree(sent, secretary, section);
  return sent;
};

test.each([
  ['abolish', '已作废：'],
  ['backDraft', '已退回草稿：'],
])('%s is told to the writer and to the people whom the record names', async (call, heading) => {
  const record = await approved(`展览${call}`, '0');
  await ok(office.post(path(call), { id: record.id, reason: '重复登记' }));
  for (const who of [teacher, colleague]) {
    expect(await newsOf(who, record.id)).toContain(`${heading}展览${call}`);
  }
  expect(await newsOf(office, record.id)).toEqual([]);
  // The record says what was done, by whom and why.
  const history = (await ok(
    teacher.get(path('history'), { id: String(record.id) }),
  )) as unknown as readonly Input[];
  expect(history[0]).toMatchObject({ action: call, note: '重复登记' });
});

test('of a secret record only its writer hears', async () => {
  const record = await approved('涉密的展览', '1');
  await ok(office.post(path('abolish'), { id: record.id, reason: '重复登记' }));
  expect(await newsOf(teacher, record.id)).toContain('已作废：涉密的展览');
  expect(await newsOf(colleague, record.id)).toEqual([]);
});
