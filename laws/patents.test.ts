import { performDueActions } from '@keyan/engine/commands/timers.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { applicationCheck } from '@keyan/product/achievement/property/patent-numbers.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { home, type LawApplication, startApplication } from './support/application.ts';
import type { Client } from './support/client.ts';
import { attached, handle, ok, path, projectOf, read } from './support/filing.ts';

/** A patent from the request to file it to its annual fees, as people's calls bring it about. */
let app: LawApplication;
let teacher: Client;
let office: Client;
beforeAll(async () => {
  app = await startApplication();
  [teacher, office] = (await Promise.all(
    ['teacher', 'rd_achieve'].map((account) => app.as(account)),
  )) as [Client, Client];
});
afterAll(() => app.close());

const numbered = (serial: number): string => {
  const digits = `20221${String(serial).padStart(7, '0')}`;
  return `${digits}.${applicationCheck(digits)}`;
};

const authorsOf = (who: Client) => [
  {
    sort: 1,
    personType: '01',
    userId: who.id,
    name: '发明人',
    unit: '计算机学院',
    authorType: '01',
    contributionRate: '100',
  },
];

/** An application of 10 March 2022. */
const register = async (serial: number, more: RowLike = {}): Promise<RowLike> =>
  ok(
    teacher.post(path('patentvo/submit'), {
      patentName: `一种水质监测装置 ${serial}`,
      patentType: '01',
      patentStatus: '02',
      applyNum: numbered(serial),
      applyDate: '2022-03-10',
      applicants: '江陵大学',
      country: '156',
      discipline: '52020',
      authors: authorsOf(teacher),
      ...(await attached(teacher, '17')),
      ...more,
    }),
  );

const approve = async (record: RowLike, ...by: readonly string[]): Promise<void> => {
  for (const account of by) await ok(handle(await app.as(account), record, { flag: 'ok' }));
};

const granted = {
  patentStatus: '06',
  eventDate: '2024-05-20',
  note: '授权公告',
  grantNum: 'CN114567890B',
  grantDate: '2024-05-20',
};

/** A patent that was granted, its fees paid for four years. */
const withFees = (): RowLike => ({
  patentStatus: '06',
  grantNum: 'CN114567897B',
  grantDate: '2024-05-20',
  annualFees: [{ feeYear: 4, paidDate: '2025-03-01' }],
});

let patent: RowLike;

test('its legal status changes with what the patent office says, line by line', async () => {
  patent = await register(1);
  const early = await office.post(path('patentvo/changeStatus'), {
    id: patent.id,
    version: patent.version,
    ...granted,
  });
  expect(early.status).toBe(400);
  await approve(patent, 'dept_secretary', 'rd_achieve');
  const { version } = await read(office, 'patentvo', patent);
  const asked = { id: patent.id, version };
  const unfit = await office.post(path('patentvo/changeStatus'), {
    ...asked,
    ...granted,
    grantNum: 'CN214567890U',
  });
  expect(unfit.errors).toMatchObject([{ path: 'grantNum' }]);
  const before = await office.post(path('patentvo/changeStatus'), {
    ...asked,
    ...granted,
    eventDate: '2021-01-01',
  });
  expect(before.errors).toMatchObject([{ path: 'legalEvents.0.eventDate' }]);
  expect((await teacher.post(path('patentvo/changeStatus'), { ...asked, ...granted })).status).toBe(
    403,
  );
  await ok(office.post(path('patentvo/changeStatus'), { ...asked, ...granted }));
  expect(await read(office, 'patentvo', patent)).toMatchObject({
    patentStatus: '06',
    grantNum: 'CN114567890B',
    statYear: 2024,
    expireDate: '2042-03-10',
    legalEvents: [{ eventDate: '2024-05-20', patentStatus: '06', note: '授权公告' }],
  });
  const stale = await office.post(path('patentvo/changeStatus'), { ...asked, ...granted });
  expect(stale.status).toBe(409);
});

test('fees are paid once for each year of its term, and say when the next is due', async () => {
  const pay = async (feeYear: number, more: RowLike = {}) => {
    const { version } = await read(office, 'patentvo', patent);
    const fee = { feeYear, paidDate: '2025-03-01', amount: '900', ...more };
    return office.post(path('patentvo/payFee'), { id: patent.id, version, ...fee });
  };
  await ok(pay(3));
  expect(await read(office, 'patentvo', patent)).toMatchObject({
    feePaidTo: '2025-03-10',
    feeDue: '2025-03-10',
    annualFees: [{ feeYear: 3, paidDate: '2025-03-01', amount: '900.00' }],
  });
  await ok(pay(4));
  expect(await read(office, 'patentvo', patent)).toMatchObject({ feeDue: '2026-03-10' });
  expect((await pay(4)).errors).toMatchObject([{ path: 'annualFees.2.feeYear' }]);
  expect((await pay(21)).errors).toMatchObject([{ path: 'feeYear' }]);
  expect((await pay(5, { paidDate: '2999-01-01' })).errors).toMatchObject([
    { path: 'annualFees.2.paidDate' },
  ]);

  const application = await register(2);
  await approve(application, 'dept_secretary', 'rd_achieve');
  const { version } = await read(office, 'patentvo', application);
  const none = await office.post(path('patentvo/payFee'), {
    id: application.id,
    version,
    feeYear: 1,
    paidDate: '2023-01-01',
  });
  expect(none.msg).toContain('尚未授权');
});

/** The clock of the university on another day. */
const onDay = async (day: string): Promise<void> => {
  const clock = () => new Date(`${day}T00:05:00+08:00`);
  await performDueActions(
    { ...app.parts.engine, clock, log: { error: () => undefined } },
    home,
    'date',
  );
};

const reminders = async (id: unknown): Promise<readonly string[]> => {
  const rows = await app.database.query<{ receiver: string }>(
    `select receiver_id::text as receiver from message
      where biz_id = ${id} and msg_type = '09' order by receiver_id`,
  );
  return rows.map(({ receiver }) => receiver);
};

test('a patent that is sold names its contract, and its fees end once that is recorded', async () => {
  const made = await register(7, withFees());
  await approve(made, 'dept_secretary', 'rd_achieve');
  const contract = await projectOf(app, teacher, {
    programKind: 'horizontal',
    endDate: '2027-12-31',
  });
  const other = await projectOf(app, teacher, { programKind: 'vertical', endDate: '2027-12-31' });
  const use = async (values: RowLike) => {
    const { version } = await read(office, 'patentvo', made);
    return office.post(path('patentvo/recordUse'), { id: made.id, version, ...values });
  };
  const wrong = await use({ patentUse: '1', useContract: other.id });
  expect(wrong.errors).toMatchObject([{ path: 'useContract' }]);
  await ok(use({ patentUse: '1', useContract: contract.id, useAmount: '120000' }));
  expect(await read(office, 'patentvo', made)).toMatchObject({
    useContract: contract.id,
    useAmount: '120000.00',
    patentStatus: '06',
    feeDue: '2026-03-10',
  });
  const listed = await ok(office.get(path('patentvo/list'), { useContract: String(contract.id) }));
  expect(listed.total).toBe(1);
  const sold = { patentUse: '1', useContract: contract.id, useAmount: '120000' };
  await ok(use({ ...sold, assignDate: '2025-01-06' }));
  const { patentStatus, feeDue, legalEvents } = await read(office, 'patentvo', made);
  expect([patentStatus, feeDue || null]).toEqual(['13', null]);
  expect(legalEvents).toMatchObject([{ eventDate: '2025-01-06', patentStatus: '13' }]);
});

test('the clock reminds the first inventor and the office, 60 and 30 days before', async () => {
  const { feeDue } = await read(office, 'patentvo', patent);
  const before = (days: number): string =>
    new Date(Date.parse(String(feeDue)) - days * 86_400_000).toISOString().slice(0, 10);
  await onDay(before(61));
  expect(await reminders(patent.id)).toEqual([]);
  await onDay(before(60));
  const both = [teacher.id, office.id].sort();
  expect([...(await reminders(patent.id))].sort()).toEqual(both);
  await onDay(before(45));
  expect(await reminders(patent.id)).toHaveLength(2);
  await onDay(before(30));
  expect(await reminders(patent.id)).toHaveLength(4);
  await onDay(before(29));
  expect(await reminders(patent.id)).toHaveLength(4);
});

/** Answer of the patent office to the request below. */
const accepted = { applyNum: numbered(3), acceptDate: '2022-03-11' };

test('a request to file names the patent that came of it, as long as that stands', async () => {
  const request = await ok(
    teacher.post(path('patent/submit'), {
      patentName: '一种湿地采样器',
      patentType: '01',
      techField: '01',
      novelty: '新颖',
      background: '背景',
      scheme: '方案',
      discipline: '52020',
      authors: authorsOf(teacher),
      statYear: 2026,
      ...(await attached(teacher, '99')),
    }),
  );
  await approve(request, 'dept_secretary', 'dept_leader', 'rd_achieve', 'rd_leader');
  const { version } = await read(teacher, 'patent', request);
  const accept = (values: RowLike) =>
    teacher.post(path('patent/accept'), { id: request.id, version, ...values });
  const amendBy = (who: Client, values: RowLike) =>
    who.post(path('patent/amend'), { id: request.id, ...values });
  const early = await amendBy(office, { version, ...accepted, reason: '日期有误' });
  expect(early.msg).toContain('尚未登记受理');
  const empty = await accept({});
  expect(empty.errors.map(({ path: field }) => field).sort()).toEqual(['acceptDate', 'applyNum']);
  await ok(accept(accepted));
  // The keepers of the library correct a recorded value, with a reason.
  const { permissions, version: seen } = await read(teacher, 'patent', request);
  expect(permissions).toMatchObject({ accept: { allowed: false } });
  const amended = { ...accepted, acceptDate: '2022-03-12' };
  const amend = { version: seen, ...amended, reason: '日期有误' };
  expect((await teacher.post(path('patent/accept'), { id: request.id, ...amend })).status).toBe(
    400,
  );
  expect((await amendBy(teacher, amend)).status).toBe(403);
  const unsaid = await amendBy(office, { ...amend, reason: '' });
  expect(unsaid.errors).toMatchObject([{ path: 'reason' }]);
  const same = await amendBy(office, { ...amend, ...accepted });
  expect(same.errors).toMatchObject([{ path: 'applyNum' }]);
  await ok(amendBy(office, amend));
  const made = await register(3, { declareId: request.id });
  expect(await read(teacher, 'patent', request)).toMatchObject({
    ...amended,
    patentId: made.id,
  });
  await ok(teacher.post(path('patentvo/recall'), { id: made.id }));
  const { patentId } = await read(teacher, 'patent', request);
  expect(patentId || null).toBeNull();
});
