import { permissionsOf } from '@keyan/kernel/definition/permissions.ts';
import { untypedResource } from '@keyan/kernel/definition/resource.ts';
import { Invalid, Refused } from '@keyan/kernel/errors.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyVersion } from '../records/versions.ts';
import { testDatabase } from '../testing/database.ts';
import {
  dealBills,
  dealContracts,
  dealKinds,
  dealPrograms,
  dealReceipts,
  dealResults,
  dealTeams,
} from '../testing/deals.ts';
import { actorOf, furnishSamples, startEngine } from '../testing/sample.ts';
import type { Runtime } from '../workflow/runtime/runtime.ts';
import { performDueActions } from './timers.ts';

const database = await testDatabase();
const engine = startEngine(database, 1, { resources: dealKinds });
beforeAll(() => furnishSamples(database, engine, dealKinds));
afterAll(async () => {
  await engine.database.close();
  await database.drop();
});

const handOf = (id: string) => {
  const actor = actorOf(id);
  const permissions = [...actor.permissions, ...dealKinds.flatMap(permissionsOf)];
  return { ...actor, permissions: new Set(permissions) };
};
const finance = engine.as(handOf('31'));

/** The office agrees to what waits, and fills in these fields. */
const agree = async (id: string, form: RowLike = {}) => {
  const actor = handOf('34');
  const [found] = await engine.database.read(actor.tenantId, (session) =>
    session.query<{ id: string }>(
      `select id::text from wf_task where tenant_id = $1 and business_id = $2 and status = 'TODO'`,
      [actor.tenantId, id],
    ),
  );
  const task = found?.id ?? '0';
  await (engine.workflow as Runtime).execute(engine, actor, {
    on: { task },
    command: { task, comment: '同意', is: 'agree' },
    form: Object.keys(form).length === 0 ? {} : { ...form, version: anyVersion },
  });
};

let count = 0;
const next = (): string => {
  count += 1;
  return `26-${count}`;
};

const signed = async (values: object = {}) => {
  const { id: programId } = await finance.save(dealPrograms, { programName: `项目 ${next()}` });
  const draft = await finance.save(dealContracts, {
    contractName: `合同 ${next()}`,
    programId,
    amount: '300.00',
    ...values,
  });
  await finance.submit(untypedResource(dealContracts), { ...draft });
  await agree(draft.id, { contractNum: next() });
  return (await finance.read(dealContracts, draft.id)).row;
};

const waiting = async (values: object = {}) => {
  const contractId = (await signed()).id;
  const draft = await finance.save(dealBills, {
    buyer: `购方 ${next()}`,
    contractId,
    amount: '106.00',
    ...values,
  });
  const { id } = draft;
  await finance.submit(untypedResource(dealBills), { ...draft });
  await agree(id);
  return (await finance.read(dealBills, id)).row;
};

const issued = async (values: object = {}, invoiceNumber = next()) => {
  const { id, version } = await waiting(values);
  return finance.perform(dealBills, 'issue', id, { invoiceNumber, version });
};

/** Faults of a command that was refused by its fields. */
const faultsOf = async (work: Promise<unknown>) => {
  const fault = await work.catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(Invalid);
  return (fault as Invalid).faults;
};

describe('a further life of a record', () => {
  test('begins with its state, is moved by its own actions, and ends with the state', async () => {
    const { id, version, settled } = await waiting();
    expect(settled).toBeNull();
    await expect(finance.perform(dealBills, 'settle', id)).rejects.toThrow(Refused);
    await finance.perform(dealBills, 'issue', id, { invoiceNumber: next(), version });
    const done = await finance.perform(dealBills, 'settle', id);
    expect(done).toMatchObject({ status: '3', settled: '2' });
    await expect(finance.perform(dealBills, 'settle', id)).rejects.toThrow(Refused);
    const reversed = await finance.perform(dealBills, 'reverse', id);
    expect(reversed).toMatchObject({ status: '7', settled: null });
    const [last] = await finance.history(untypedResource(dealBills), id);
    expect(last?.changes.map(({ path }) => path)).toEqual(['status', 'settled']);
  });

  test('is moved by the clock where it goes on, and nowhere else', async () => {
    const late = await issued({ dueDate: '2020-01-01' });
    const paid = await issued({ dueDate: '2020-01-01' });
    await finance.perform(dealBills, 'settle', paid.id);
    const open = await waiting({ dueDate: '2020-01-01' });
    const only = { ...engine, resources: new Map([['dealBill', untypedResource(dealBills)]]) };
    await performDueActions(only, '000000', 'date');
    const found = await Promise.all(
      [late, paid, open].map(async ({ id }) => (await finance.read(dealBills, id)).row.settled),
    );
    expect(found).toEqual(['3', '2', null]);
  });

  test('offers its actions only where it goes on', async () => {
    const { id } = await issued();
    const { abilities } = await finance.read(dealBills, id);
    expect(abilities.settle).toEqual({ allowed: true });
    expect(abilities.issue?.allowed).toBe(false);
  });

  test('of a contract begins with its approval, and money is dealt to its periods in order', async () => {
    const payPlans = ['90.00', '120.00', '90.00'].map((planAmount) => ({ planAmount }));
    const { id, performance } = await signed({ payPlans });
    expect(performance).toBe('2');
    const paid = async () => {
      const { row } = await finance.read(dealContracts, id);
      return [row.performance, ...(row.payPlans ?? []).map(({ paidAmount }) => paidAmount)];
    };
    await finance.save(dealReceipts, { payer: '甲', contractId: id, received: '100.00' });
    expect(await paid()).toEqual(['3', '90.00', '10.00', '0.00']);
    await finance.save(dealReceipts, { payer: '乙', contractId: id, received: '110.00' });
    expect(await paid()).toEqual(['3', '90.00', '120.00', '0.00']);
    expect(await finance.perform(dealContracts, 'dissolve', id)).toMatchObject({
      performance: '5',
      auditStatus: '2',
    });
  });

  test('of an invoice copies through its contract, and its trial answers values', async () => {
    const bill = await waiting();
    const contract = (await finance.read(dealContracts, String(bill.contractId))).row;
    expect(bill).toMatchObject({
      contractName: contract.contractName,
      programName: contract.programName,
    });
    const answer = untypedResource(dealBills).trials?.getTaxes?.answer;
    expect(answer?.({ amount: '106.00' } as never, {} as never)).toEqual({
      tax: '6.36',
      net: '99.64',
    });
  });

  test('of an assessment has a person, a department or a team', async () => {
    const { id: teamId } = await finance.save(dealTeams, { teamName: '甲队' });
    const save = (values: object) => finance.save(dealResults, { note: '结果', ...values });
    const all = { userId: '32', deptId: '22', teamId };
    expect(await save({ object: '1', ...all })).toMatchObject({ userId: '32', teamId: null });
    expect(await save({ object: '2', ...all })).toMatchObject({ deptId: '22', userId: null });
    const musts = [{ objects: ['1', '3'], people: ['31', '32'] }];
    expect(await save({ object: '3', ...all, musts })).toMatchObject({
      teamId,
      deptId: null,
      musts,
    });
    expect(await faultsOf(save({ object: '3', userId: '32' }))).toMatchObject([{ path: 'teamId' }]);
  });
});

describe('a value that another record has', () => {
  const message = (zh: string, en: string) => [`【${zh}】已存在`, `${en} already exists`];

  test('of an action: at the field of its dialog, with the record that has it', async () => {
    const holder = await issued({}, 'A-100');
    const { id, version } = await waiting();
    const twice = finance.perform(dealBills, 'issue', id, { invoiceNumber: ' a-100 ', version });
    expect(await faultsOf(twice)).toEqual([
      {
        path: 'invoiceNumber',
        message: message('发票号码', 'Invoice number'),
        link: { resource: 'dealBill', id: holder.id, text: holder.buyer },
      },
    ]);
  });

  test('of an action is asked for within the limits of the record', async () => {
    const { id, version } = await waiting();
    const long = finance.perform(dealBills, 'issue', id, {
      invoiceNumber: '1'.repeat(21),
      version,
    });
    await expect(long).rejects.toThrow(Invalid);
    await expect(finance.perform(dealBills, 'issue', id, { version })).rejects.toThrow(Invalid);
  });

  test('of a save and of a step of the approval', async () => {
    await finance.save(dealPrograms, { programName: '一', card: 'K1' });
    const again = finance.save(dealPrograms, { programName: '二', card: 'k1' });
    expect(await faultsOf(again)).toMatchObject([
      { path: 'card', message: message('经费卡号', 'Card') },
    ]);
    const { contractNum, programId } = await signed();
    const second = await finance.save(dealContracts, {
      contractName: '二',
      programId,
      amount: '1.00',
    });
    await finance.submit(untypedResource(dealContracts), { ...second });
    expect(await faultsOf(agree(second.id, { contractNum }))).toMatchObject([
      { path: 'contractNum', message: message('合同编号', 'Contract no.') },
    ]);
  });

  test('of an effect on another record, and of a move with it', async () => {
    await issued({ serial: 'S1' });
    const { id, version } = await waiting({ serial: 's1' });
    const other = finance.perform(dealBills, 'issue', id, { invoiceNumber: next(), version });
    expect(await faultsOf(other)).toMatchObject([
      { path: 'lastBill', message: message('最近流水号', 'Last serial') },
    ]);
    const [first, then] = [await signed(), await signed()];
    await finance.perform(dealPrograms, 'tag', String(first.programId), {
      reason: '重点',
      version: 1,
    });
    const moved = finance.perform(dealPrograms, 'tag', String(then.programId), {
      reason: '重点',
      version: 1,
    });
    expect(await faultsOf(moved)).toMatchObject([
      { path: 'mark', message: message('标记', 'Mark') },
    ]);
  });
});
