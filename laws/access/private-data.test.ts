import type { FieldSpec, Fields } from '@keyan/kernel/definition/field/field.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { application } from '@keyan/product/index.ts';
import { maskedKinds, maskedPaths } from '@keyan/product/privacy/masked-look.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { home, type LawApplication, startApplication } from '../support/application.ts';
import type { Client } from '../support/client.ts';
import { attached, ok, path, read } from '../support/filing.ts';

/** Accounts and ID numbers wherever a record or a line of it has one, and the page that says who looked. */
const fieldsIn = (fields: Fields): readonly (readonly [string, FieldSpec])[] =>
  Object.entries(fields).flatMap(([name, { spec }]) => [
    [name, spec] as const,
    ...fieldsIn(spec.fields ?? {}),
  ]);

const isPrivate = ({ label: [zh] }: FieldSpec): boolean =>
  /银行账号|银行卡号|(收款|来款|付款|购方)账号|身份证号|^证件号$/.test(zh);

/** Accounts of organisations, which stand on every invoice: they belong to no person. */
const ofOrganisations: ReadonlySet<string> = new Set([
  'cooperation.bankAccount',
  'billapplyinfo.buyerAccount',
]);

test.each(application.resources.map((resource) => [resource.key, resource] as const))(
  'every account and ID number of %s is masked, and looks at it have a name',
  (key, { fields }) => {
    const open = fieldsIn(fields).filter(
      ([name, spec]) => isPrivate(spec) && !spec.masked && !ofOrganisations.has(`${key}.${name}`),
    );
    expect(open.map(([name]) => name)).toEqual([]);
    const isKnown = maskedKinds.some((kind) => kind.key === key);
    expect(isKnown, 'name it in maskedKinds').toBe(maskedPaths(fields).length > 0);
  },
);

let app: LawApplication;
let leader: Client;
let finance: Client;
let expense: RowLike;

const account = '6222020200001234567';
const card = '6217000010001234567';
const idNumber = '110101199003070011';
const shown = { card: '621************4567', idNumber: '110***********0011' };

beforeAll(async () => {
  app = await startApplication();
  leader = await app.as('teacher');
  finance = await app.as('finance');
  const resource = app.resources.find(({ key }) => key === 'programInfo');
  if (!resource) throw new Error('no projects');
  const project = await app.parts.engine.asSystem('test', home).save(resource, {
    programName: '合同研究',
    programNum: 'H2026001',
    programKind: 'horizontal',
    level: '06',
    programLeader: leader.id,
    departmentId: app.departments[home]?.get('310'),
    startDate: '2026-01-01',
    endDate: '2027-12-31',
    status: '20',
  });
  const labour = { name: '许怀瑾', personType: '02', gross: '500.00' };
  expense = await ok(
    leader.post(path('fundsExpenditure/save'), {
      ...(await attached(leader, '25')),
      programId: project.id,
      expenseType: '04',
      expenseDate: '2026-04-01',
      payee: '劳务发放',
      receivablesAccount: account,
      openingBank: '工商银行江陵支行',
      reason: '劳务',
      items: [{ itemCode: '10201', amount: '500.00', remark: '劳务' }],
      labors: [{ ...labour, idNumber, bankAccount: card }],
    }),
  );
});
afterAll(() => app.close());

const labours = (row: RowLike) => row.labors as readonly RowLike[];
const detail = (who: Client) => read(who, 'fundsExpenditure', expense);
const look = (who: Client, field: string) =>
  who.post(path('fundsExpenditure/reveal'), { id: expense.id, field });

test('lines leave masked: answers, details, exports, history; what goes back keeps its value', async () => {
  for (const row of [expense, await detail(leader)]) {
    expect(row.receivablesAccount).toBe('622************4567');
    expect(labours(row)).toMatchObject([{ idNumber: shown.idNumber, bankAccount: shown.card }]);
  }
  const row = await detail(leader);
  const [line] = labours(row);
  const saved = await ok(
    leader.post(path('fundsExpenditure/save'), {
      ...row,
      labors: [{ ...line, gross: '600.00' }],
    }),
  );
  expect(labours(saved)).toMatchObject([{ gross: '600.00', bankAccount: shown.card }]);
  expect(await ok(look(leader, `labors.${line?.id}.bankAccount`))).toEqual({ value: card });
  expect(await ok(look(leader, `labors.${line?.id}.idNumber`))).toEqual({ value: idNumber });
  const touched = await leader.post(path('fundsExpenditure/save'), {
    ...saved,
    labors: [{ ...labours(saved)[0], bankAccount: '621************0000' }],
  });
  expect(touched.errors).toMatchObject([{ path: 'labors.0.bankAccount' }]);
  const history = await leader.get(path('fundsExpenditure/history'), { id: String(expense.id) });
  expect(history.status).toBe(200);
  const text = history.raw.toString();
  expect(text).toContain('劳务发放明细：银行卡号');
  for (const whole of [account, card, idNumber]) expect(text).not.toContain(whole);
});

test('a line that does not exist, a field that is not masked, and no code tell nothing', async () => {
  const [line] = labours(await detail(leader));
  expect((await look(leader, 'labors.1.bankAccount')).status).toBe(404);
  expect((await look(leader, `labors.${line?.id}.name`)).status).toBe(400);
  expect((await look(leader, 'labors')).status).toBe(400);
  expect((await look(await app.as('rd_leader'), 'receivablesAccount')).status).toBe(403);
  // A draft is nobody's but its writer's.
  expect((await look(finance, 'receivablesAccount')).status).toBe(404);
});

test('an administrator reads who looked at what, whose, when and from where; nobody else does', async () => {
  const admin = await app.as('admin');
  await ok(look(leader, 'receivablesAccount'));
  const { records } = await ok(admin.get(path('maskedLook/list'), { kind: 'fundsExpenditure' }));
  const rows = records as readonly RowLike[];
  expect(rows.map(({ field }) => field).toSorted()).toEqual([
    'fundsExpenditure.labors.bankAccount',
    'fundsExpenditure.labors.idNumber',
    'fundsExpenditure.receivablesAccount',
  ]);
  expect(rows[0]).toMatchObject({
    userId: leader.id,
    subject: '劳务 · 劳务发放 · ¥500.00',
    recordId: expense.id,
    address: '127.0.0.1',
    lookTime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
  });
  const found = await ok(
    admin.get(path('maskedLook/list'), { field: 'fundsExpenditure.labors.idNumber' }),
  );
  expect(found.total).toBe(1);
  const book = await admin.get(path('maskedLook/export'), { kind: 'fundsExpenditure' });
  expect(book.status).toBe(200);
  expect((await leader.get(path('maskedLook/list'), {})).status).toBe(403);
  const forged = await admin.post(path('maskedLook/submit'), { subject: '无' });
  expect(forged.status).toBe(403);
});
