import { paper } from '@keyan/product/achievement/paper/paper.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { exhibit } from './fixtures/exhibit.ts';
import { home, startApplication } from './support/application.ts';
import type { Answer } from './support/client.ts';
import { attached, ok } from './support/filing.ts';
import { complete, type Input, sample } from './support/inputs.ts';

/** Whoever returns, refuses or declares void says why in 2 to 500 characters, whichever call it is. */
const app = await startApplication();
afterAll(() => app.close());

const teacher = await app.as('teacher');
const secretary = await app.as('dept_secretary');
const office = await app.as('rd_admin');
let titles = 0;

const submitted = async (): Promise<Input> => {
  const [input = {}] = sample(complete(paper, app.targets()), 1);
  titles += 1;
  return ok(
    teacher.post(`${paper.path}/submit`, {
      ...input,
      doi: null,
      artName: `${['锂', '钠', '钾', '镁', '钙', '铝'][titles % 6]}的论文${'甲乙丙丁'[titles % 4]}${titles}`,
      fkDeptId: app.departments[home]?.get('310'),
      ...(await attached(teacher, '13')),
    }),
  );
};

const taskOn = async ({ id }: Input): Promise<Input> => {
  const page = await ok(secretary.get('blade-flow/work/todo-list', { size: '200' }));
  return (page.records as Input[]).find(({ businessId }) => businessId === id) ?? {};
};

/** The calls that return or refuse, with the names that each dialect has for the opinion. */
const calls: Readonly<Record<string, (record: Input, text: string) => Promise<Answer>>> = {
  'complete-task': async (record, text) => {
    const { taskId, processInstanceId } = await taskOn(record);
    return secretary.post('blade-flow/work/complete-task', {
      taskId,
      processInstanceId,
      flag: 'no',
      comment: text,
    });
  },
  'complete-task to the step before': async (record, text) => {
    const { taskId } = await taskOn(record);
    return secretary.post('blade-flow/work/complete-task', {
      taskId,
      flag: 'back',
      backTo: 'applicant',
      comment: text,
    });
  },
  'complete-task against': async (record, text) => {
    const { taskId } = await taskOn(record);
    return secretary.post('blade-flow/work/complete-task', {
      taskId,
      flag: 'refuse',
      comment: text,
    });
  },
  businessBack: (record, text) =>
    secretary.post('kh-edu-research/work/businessBack/back', {
      businessId: record.id,
      opinion: text,
    }),
  businessTuih: (record, text) =>
    secretary.post('kh-edu-research/work/businessTuih/back', {
      businessId: record.id,
      backTo: 'applicant',
      comment: text,
    }),
};

const record = await submitted();

describe.each(Object.keys(calls))('%s', (name) => {
  const call = calls[name] as (record: Input, text: string) => Promise<Answer>;

  test.each([
    ['nothing', ' ', /^请填写(退回|审批)意见$/],
    ['one character', '改', /^【(退回|审批)意见】至少 2 个字符$/],
    ['501 characters', '改'.repeat(501), /^【(退回|审批)意见】长度不能超过 500 个字符$/],
  ])('refuses %s, naming the field', async (_what, text, message) => {
    const answer = await call(record, text);
    expect(answer.status).toBe(400);
    expect(answer.msg).toMatch(message);
    expect(['comment', 'opinion']).toContain(answer.errors[0]?.path);
  });
});

test('several at once are refused one by one', async () => {
  const answer = await ok(
    secretary.post(`${paper.path}/approvals`, { ids: [record.id], flag: 'no', comment: '改' }),
  );
  expect(answer).toMatchObject([{ success: false, msg: '【审批意见】至少 2 个字符' }]);
});

test('two characters are enough', async () => {
  expect((await calls.businessBack?.(record, '补充'))?.status).toBe(200);
});

test('a record is declared void with a reason of 2 to 500 characters', async () => {
  const [input = {}] = sample(complete(exhibit, app.targets()), 1);
  const { insured: _secret, ...rest } = input;
  const fkDeptId = app.departments[home]?.get('310');
  const draft = await ok(teacher.post(`${exhibit.path}/submit`, { ...rest, fkDeptId }));
  const tell = async (call: string, reason: string) => {
    const { status, msg, errors } = await office.post(`${exhibit.path}/${call}`, {
      id: draft.id,
      reason,
    });
    return [status, msg, errors[0]?.path];
  };
  expect(await tell('backDraft', '错')).toEqual([400, '【原因】至少 2 个字符', 'reason']);
  expect(await tell('abolish', '错'.repeat(501))).toEqual([
    ...[400, '【原因】长度不能超过 500 个字符', 'reason'],
  ]);
  expect((await tell('backDraft', '登记有误'))[0]).toBe(200);
});
