import type { RowLike } from '@keyan/kernel/values/row.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exhibit } from '../fixtures/exhibit.ts';
import { home, type LawApplication, startApplication } from '../support/application.ts';
import type { Answer, Client } from '../support/client.ts';
import { faultOf, handle, ok, path, read } from '../support/filing.ts';
import { complete, sample } from '../support/inputs.ts';

/** A person changes department: what stands stays where it was, and what comes goes to the new one. */
let app: LawApplication;
let teacher: Client;
let office: Client;
let secretary: Client;
let newSecretary: Client;
let person: RowLike;
let file: RowLike;
let old: RowLike;

const call = (name: string) => `${exhibit.path}/${name}`;
const unit = (code: string) => app.departments[home]?.get(code) ?? '';

/** A record that somebody writes now, of the department that their form begins with. */
const write = async (fkDeptId: string, who = teacher): Promise<RowLike> => {
  const [drawn = {}] = sample(complete(exhibit, app.targets()), 1).map((input) => {
    const { insured: _secret, ...rest } = input;
    return rest;
  });
  const [line = {}] = drawn.authors as readonly RowLike[];
  const own = {
    ...line,
    sort: 1,
    personType: '01',
    userId: who.id,
    authorType: '01',
    contributionRate: '100.00',
  };
  return ok(who.post(call('submit'), { ...drawn, fkDeptId, authors: [own] }));
};

/** The records whose tasks lie with somebody, or are offered to them among others. */
const waiting = async (who: Client): Promise<readonly unknown[]> => {
  const pages = ['todo-list', 'claim-list'].map((list) =>
    ok(who.get(`blade-flow/work/${list}`, { size: '200' })),
  );
  const rows = (await Promise.all(pages)).flatMap(({ records }) => records as readonly RowLike[]);
  return rows.map(({ businessId }) => businessId);
};

const departmentsOf = async (who: Client): Promise<unknown> =>
  (await ok(who.get('blade-user/info'))).deptId;

beforeAll(async () => {
  app = await startApplication([home]);
  teacher = await app.as('teacher');
  office = await app.as('rd_admin');
  secretary = await app.as('dept_secretary');
  newSecretary = await app.as('secretary320');
  person = {
    fkDeptId: unit('310'),
    dwmc: '江陵大学',
    sex: '2',
    birthDate: '1980-03-07',
    poliStatus: '13',
    education: '11',
    ranks: '013',
    subjectTitle: '520',
  };
  file = await ok(
    office.post(path('personnel/submit'), {
      ...person,
      jobNum: 'T0001',
      name: '林晓岚',
      account: 'teacher',
    }),
  );
  old = await write(unit('310'));
});
afterAll(() => app.close());

test('the account follows the file at once, and the log says where the person was', async () => {
  expect(await departmentsOf(teacher)).toBe(unit('310'));
  const moved = { id: file.id, version: file.version, fkDeptId: unit('320') };
  await ok(office.post(path('personnel/submit'), moved));
  await expect.poll(() => departmentsOf(teacher)).toBe(unit('320'));
  const log = await ok(office.get(path('personnelChange/list'), { changeItems: 'fkDeptId' }));
  const [change = {}] = log.records as readonly RowLike[];
  const { id } = change;
  const said = await ok(office.get(path('personnelChange/detail'), { id: String(id) }));
  expect(said).toMatchObject({
    jbxxFkDeptIdBefore: unit('310'),
    jbxxFkDeptId: unit('320'),
  });
});

test('a record under way keeps its department, and the task of its secretary', async () => {
  const row = await ok(teacher.get(call('detail'), { id: String(old.id) }));
  expect(row.fkDeptId).toBe(unit('310'));
  expect(await waiting(secretary)).toContain(old.id);
  expect(await waiting(newSecretary)).not.toContain(old.id);
  await ok(handle(secretary, old, { flag: 'ok' }));
});

test('a new record goes to the secretary of the new department', async () => {
  const own = await ok(teacher.get('blade-user/info'));
  const fresh = await write(String(own.deptId));
  expect(await waiting(newSecretary)).toContain(fresh.id);
  expect(await waiting(secretary)).not.toContain(fresh.id);
});

test('a secretary who moves gets the work of the new department, and leaves that of the old one (ruling 61)', async () => {
  const admin = await app.as('admin');
  const user = app.people[home]?.get('secretary320') ?? '';
  const before = await waiting(newSecretary);
  expect(before).toHaveLength(1);
  const row = await ok(admin.get('blade-user/detail', { id: user }));
  await ok(admin.post('blade-user/update', { id: user, deptId: unit('310'), name: row.name }));
  await expect.poll(() => departmentsOf(newSecretary)).toBe(unit('310'));
  // Nobody had touched it: whoever holds the role there now is asked.
  expect(await waiting(newSecretary)).toEqual([]);
  const fresh = await write(unit('310'), await app.as('teacher2'));
  expect(await waiting(newSecretary)).toContain(fresh.id);
  expect(await waiting(secretary)).toContain(fresh.id);
});

const editFile = async (who: Client, of: RowLike, values: RowLike): Promise<Answer> => {
  const { version } = await read(office, 'personnel', of);
  return who.post(path('personnel/submit'), { id: of.id, version, ...values });
};

const filed = (who: Client, values: RowLike): Promise<RowLike> =>
  ok(who.post(path('personnel/submit'), { ...person, ...values }));

test('nobody moves themselves through their own file, nor anybody out of the departments in sight', async () => {
  const own = await filed(office, { jobNum: 'S0310', name: '何敬之', account: 'dept_secretary' });
  const moved = await editFile(secretary, own, { fkDeptId: unit('320') });
  expect(moved.errors).toMatchObject([{ path: 'fkDeptId' }]);
  expect(faultOf(moved)).toContain('本人');
  expect(await departmentsOf(secretary)).toBe(unit('310'));
  await ok(editFile(secretary, own, { name: '何静之' }));
  const other = await filed(secretary, { jobNum: 'T0002', name: '孟怀谦', account: 'teacher2' });
  const sent = await editFile(secretary, other, { fkDeptId: unit('320') });
  expect(faultOf(sent)).toContain('管理范围');
  await ok(editFile(secretary, other, { name: '孟怀千' }));
  expect(await read(office, 'personnel', other)).toMatchObject({ fkDeptId: unit('310') });
});

test('a file leads to no account with more rights, and changes none', async () => {
  const nameOf = async () => {
    const rows = await app.database.query<{ name: string }>(
      "select real_name as name from users where tenant_id = $1 and account = 'admin'",
      [home],
    );
    return rows[0]?.name;
  };
  const before = await nameOf();
  const plain = await filed(secretary, { jobNum: 'X0001', name: '某某' });
  const linked = await editFile(secretary, plain, { account: 'admin', name: '冒名者' });
  expect(linked.status).toBe(403);
  const added = await secretary.post(path('personnel/submit'), {
    ...person,
    jobNum: 'X0002',
    name: '冒名者',
    account: 'admin',
  });
  expect(added.status).toBe(403);
  const theirs = await filed(await app.as('admin'), {
    jobNum: 'A0001',
    name: String(before),
    account: 'admin',
  });
  expect((await editFile(secretary, theirs, { name: '冒名者' })).status).toBe(403);
  expect(await nameOf()).toBe(before);
});
