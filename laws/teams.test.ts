import { countDepartments } from '@keyan/product/people/teams/teams.server.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { home, type LawApplication, startApplication } from './support/application.ts';
import type { Client } from './support/client.ts';
import { agree, attached, handle, type Input, ok, path, read } from './support/filing.ts';

/** Research teams, what they are returned for, and the accounts of experts. */
let app: LawApplication;
let teacher: Client;
let secretary: Client;
let office: Client;
let dept: string | undefined;

beforeAll(async () => {
  app = await startApplication();
  teacher = await app.as('teacher');
  secretary = await app.as('dept_secretary');
  office = await app.as('rd_admin');
  dept = [...(app.departments['000000'] ?? [])].find(([code]) => code === '310')?.[1];
});
afterAll(() => app.close());

const members = (...ids: readonly (string | undefined)[]) =>
  ids.map((userId, index) => ({
    userId,
    teamRole: index === 0 ? '1' : '3',
    joinDate: '2024-01-01',
  }));

const given = async (more: Input = {}): Promise<Input> => ({
  teamName: '智能感知科研创新团队',
  teamType: '01',
  teamLevel: '04',
  leaderId: teacher.id,
  fkDeptId: dept,
  discipline: '520',
  direction: '多源感知与融合',
  foundDate: '2024-01-01',
  cycleStart: '2024-01-01',
  cycleEnd: '2028-12-31',
  target: '承担省部级以上项目三项',
  staff: members(teacher.id),
  departments: [{ deptId: dept, isMain: '1' }],
  ...(await attached(teacher, '01')),
  ...more,
});

const hand = async (more: Input = {}) => teacher.post(path('team/submit'), await given(more));

test('a return stays beside the team until it is handed in again', async () => {
  const team = await ok(hand());
  expect(team.auditStatus).toBe('1');
  await ok(handle(secretary, team, { flag: 'back', comment: '请补充团队成员' }));
  const returnsOf = async () =>
    (await ok(teacher.get(path('teamReturn/list'), { fkParentId: String(team.id) }))).records;
  expect(await returnsOf()).toMatchObject([
    { teamName: '智能感知科研创新团队', returnDescription: '请补充团队成员', status: '0' },
  ]);
  const { version } = await read(teacher, 'team', team);
  const again = await ok(hand({ id: team.id, version }));
  expect(await returnsOf()).toMatchObject([{ status: '1' }]);
  await agree(again, secretary, office);
  expect(await read(teacher, 'team', team)).toMatchObject({
    auditStatus: '2',
    teamNum: expect.stringMatching(/^TD\d{8}$/),
  });
  const graded = await read(office, 'team', team);
  const assess = { id: team.id, version: graded.version, assessGrade: '01' };
  await ok(office.post(path('team/assess'), assess));
  expect((await read(teacher, 'team', team)).assessGrade).toBe('01');
});

test('a team has its leader among its members, and nobody twice', async () => {
  const refusalOf = async (more: Input) => {
    const { errors, msg } = await hand(more);
    return JSON.stringify([msg, ...errors]);
  };
  const other = secretary.id;
  expect(await refusalOf({ staff: members(other) })).toContain('须有带头人');
  expect(await refusalOf({ staff: members(teacher.id, other, other) })).toContain(
    '该成员已在团队中',
  );
  const lines = [
    { deptId: dept, isMain: '1' },
    { deptId: dept, isMain: '1' },
  ];
  expect(await refusalOf({ departments: lines })).toContain('该部门已填写');
  expect(await refusalOf({ cycleEnd: '2023-01-01' })).toContain('不能早于');
});

test('every department has a profile that counts, and its secretary fills it in', async () => {
  const { signal } = new AbortController();
  const count = () => countDepartments.run({ tenantId: home, signal } as never, app.parts.engine);
  await count();
  const profiles = async (who: Client) =>
    (await ok(who.get(path('team/departments/list'), { size: '200' }))).records as Input[];
  const [own = {}, ...others] = await profiles(secretary);
  expect(others).toEqual([]);
  expect(own).toMatchObject({ deptName: '计算机学院', secretaryId: secretary.id });
  const { version } = await read(secretary, 'team/departments', own);
  const given = { id: own.id, version, leaderId: office.id, phone: '027-87650001' };
  await ok(secretary.post(path('team/departments/submit'), given));
  const foreign = (await profiles(office)).find(({ id }) => id !== own.id);
  const beyond = { ...given, id: foreign?.id };
  expect((await secretary.post(path('team/departments/submit'), beyond)).status).toBe(404);
  expect((await teacher.get(path('team/departments/list'), {})).status).toBe(403);
  expect(await count()).toEqual({ done: 0 });
});

test('whoever keeps the experts gives them new passwords, but not those with more rights', async () => {
  const enlist = async (account: string) => {
    const { id } = await app.as(account);
    const values = { expertType: '1', unit: '江陵大学', ranks: '011', disciplines: ['18044'] };
    return ok(office.post(path('experts/submit'), { name: account, userId: id, ...values }));
  };
  const reset = async (who: Client, { id }: Input) =>
    who.post(path('experts/resetpwd'), { ids: [id] });
  const outside = await enlist('expert');
  const given = await ok(reset(office, outside));
  expect(given).toMatchObject([{ account: 'expert', password: expect.stringMatching(/^.{12}$/) }]);
  expect((await reset(office, await enlist('admin'))).status).toBe(403);
  expect((await reset(teacher, outside)).status).toBe(403);
});
