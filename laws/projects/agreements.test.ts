import type { RowLike } from '@keyan/kernel/values/row.ts';
import { addMonths } from '@keyan/kernel/values/time.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LawApplication, startApplication } from '../support/application.ts';
import type { Answer, Client } from '../support/client.ts';
import { actOn, declareIn, releasedPlan } from '../support/declaring.ts';
import { agree, attached, faultOf, ok, path, read } from '../support/filing.ts';

/** Contracts of projects (任务书), and statements of ethics and compliance, from the call to the project's page. */
let app: LawApplication;
let teacher: Client;
let office: Client;
let deciders: readonly Client[];
beforeAll(async () => {
  app = await startApplication();
  [teacher, office] = [await app.as('teacher'), await app.as('rd_project')];
  deciders = [
    await app.as('dept_secretary'),
    await app.as('dept_leader'),
    office,
    await app.as('rd_leader'),
  ];
});
afterAll(() => app.close());

const call = (more: RowLike = {}): Promise<RowLike> =>
  releasedPlan(office, { planName: '省自然科学基金', resource: '2005', level: '02', ...more });

const declare = (plan: RowLike, more: RowLike = {}): Promise<Answer> =>
  declareIn(app, teacher, plan, { programName: '河口沉积的观测', projectType: '200501', ...more });

const grant = async (sent: RowLike, grantNum: string): Promise<Answer> => {
  const { version } = await read(office, 'declareInfo', sent);
  return actOn(office, 'declareInfo/approveListed', sent, {
    version,
    grantNum,
    grantDate: '2027-05-20',
    grantFunds: '180000.00',
  });
};

const projectOf = async (sent: RowLike): Promise<Answer['data']> => {
  const { approvalId } = await read(office, 'declareInfo', sent);
  const { programInfoId } = await read(office, 'programVerticalApproval', { id: approvalId });
  return read(teacher, 'programInfo', { id: programInfoId });
};

test('a project of a call that asks for a contract has one, which is signed and filed', async () => {
  const plan = await call({
    contractAsked: '1',
    contractFirst: '1',
    contractTemplate:
      '<p>{项目名称}（{项目编号}，{批准号}）由{负责人}承担，经费 {批准经费} 元。</p>',
  });
  const sent = await ok(declare(plan));
  await agree(sent, ...deciders);
  await ok(grant(sent, '2027AFB001'));
  const project = await projectOf(sent);
  const contract = { id: project.taskContractId };
  const drawn = await read(teacher, 'taskContract', contract);
  expect(drawn).toMatchObject({
    status: '1',
    mustSign: '1',
    programName: '河口沉积的观测',
    text: `<p>河口沉积的观测（${project.programNum}，2027AFB001）由林晓岚承担，经费 200,000.00 元。</p>`,
  });
  expect(String(drawn.contractNum)).toMatch(/^RW\d{8}$/);
  const sign = async (more: RowLike): Promise<Answer> => {
    const { version } = await read(teacher, 'taskContract', contract);
    return actOn(teacher, 'taskContract/sign', contract, {
      version,
      signedOn: '2027-06-01',
      ...more,
    });
  };
  expect((await sign({})).status).not.toBe(200);
  await ok(sign(await attached(teacher, '02')));
  const { version } = await read(office, 'taskContract', contract);
  expect(
    (await actOn(teacher, 'taskContract/archive', contract, { version, fileNum: 'K-1' })).status,
  ).not.toBe(200);
  await ok(actOn(office, 'taskContract/archive', contract, { version, fileNum: 'KY-2027-001' }));
  expect(await read(teacher, 'taskContract', contract)).toMatchObject({
    status: '3',
    signedOn: '2027-06-01',
    fileNum: 'KY-2027-001',
    text: drawn.text,
  });
  const other = await ok(declare(await call()));
  await agree(other, ...deciders);
  await ok(grant(other, '2027AFB002'));
  expect((await projectOf(other)).taskContractId).toBe('');
});

test('statements are asked by the call, there before the project is, and told before they expire', async () => {
  const plan = await call({ complianceAsked: ['1', '4'] });
  expect(faultOf(await declare(plan))).toBe('请填写【科技伦理】办理情况；不涉及的选“不涉及”');
  const pending = [
    { kind: '1', state: '1' },
    { kind: '4', state: '0' },
  ];
  const early = await call({ complianceAsked: ['1'], complianceAt: '1' });
  expect(faultOf(await declare(early, { compliance: [pending[0]] }))).toContain('【科技伦理】');
  const sent = await ok(declare(plan, { compliance: pending }));
  await agree(sent, ...deciders);
  expect(JSON.stringify(await grant(sent, '2027AFB003'))).toContain('取得批件后方可办理');

  const until = addMonths(new Date().toISOString().slice(0, 10), 1);
  const granted = {
    kind: '1',
    state: '3',
    number: 'LL2026-017',
    board: '校科技伦理委员会',
    grantedOn: '2026-09-01',
    validUntil: until,
  };
  const second = await ok(declare(plan, { compliance: [granted, pending[1]] }));
  await agree(second, ...deciders);
  await ok(grant(second, '2027AFB004'));
  const project = await projectOf(second);
  expect(project.compliance).toMatchObject([{ kind: '1', number: 'LL2026-017' }, { kind: '4' }]);
  const home = await ok(teacher.get(path('programInfo/home'), { id: String(project.id) }));
  expect(JSON.stringify(home)).toContain('科技伦理批件到期');
  const renewed = { ...granted, number: 'LL2027-002', validUntil: addMonths(until, 12) };
  await ok(
    actOn(office, 'programInfo/registerStatement', project, {
      ...renewed,
      version: project.version,
    }),
  );
  expect((await read(teacher, 'programInfo', project)).compliance).toMatchObject([
    { kind: '4' },
    { kind: '1', number: 'LL2027-002', validUntil: addMonths(until, 12) },
  ]);
});
