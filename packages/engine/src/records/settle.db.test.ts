import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testDatabase } from '../testing/database.ts';
import { furnishSamples, startEngine, tenant } from '../testing/sample.ts';
import {
  actorForEverything,
  awards,
  expenses,
  extensions,
  officeDecides,
  prizes,
  programmes,
  projects,
  standingResources,
} from '../testing/standing.ts';

const database = await testDatabase();
const engine = startEngine(database, 1, { resources: standingResources });
beforeAll(() => furnishSamples(database, engine, standingResources));
afterAll(async () => {
  await engine.database.close();
  await database.drop();
});

const writer = engine.as(actorForEverything('31'));
const office = engine.as(actorForEverything('34'));

const rowOf = async <R extends Resource>(resource: R, id: string) =>
  (await writer.read(resource, id)).row;

const aProject = async (endDate = '2026-12-31') => {
  const programme = await writer.save(programmes, { title: '计划', lastEnd: '2020-01-01' });
  const project = await writer.save(projects, {
    title: '课题',
    endDate,
    programmeId: programme.id,
  });
  return { programme, project };
};

/** An approved extension of the project. */
const extended = async (projectId: string, newEndDate: string): Promise<string> => {
  const { id } = await writer.submit(extensions, { title: newEndDate, projectId, newEndDate });
  await officeDecides(engine, id, 'agree');
  return id;
};

const edit = async (id: string, values: object): Promise<void> => {
  const { version } = await rowOf(projects, id);
  await writer.save(projects, { id, version, ...values });
};

const standing = () =>
  database.query<{ effect: string }>('select effect from standing where tenant_id = $1', [tenant]);

describe('a write', () => {
  test('stands while its record is approved, and its target has its own values again after', async () => {
    const { project, programme } = await aProject();
    const id = await extended(project.id, '2027-06-30');
    expect(await rowOf(projects, project.id)).toMatchObject({
      endDate: '2027-06-30',
      stage: 'late',
    });
    expect((await rowOf(programmes, programme.id)).lastEnd).toBe('2027-06-30');
    await office.backDraft(extensions, id);
    expect(await rowOf(projects, project.id)).toMatchObject({
      endDate: '2026-12-31',
      stage: 'run',
    });
    expect((await rowOf(programmes, programme.id)).lastEnd).toBe('2026-12-31');
  });

  test('has a line in the history of its target that names its cause', async () => {
    const { project } = await aProject();
    const id = await extended(project.id, '2027-06-30');
    await office.backDraft(extensions, id);
    await extended(project.id, '2027-05-31');
    const lines = await writer.history(projects, project.id);
    expect(lines.slice(0, 3).map(({ action, note }) => [action, note])).toEqual([
      ['effect', '【延期申请】2027-05-31'],
      ['undone', '【延期申请】2027-06-30'],
      ['effect', '【延期申请】2027-06-30'],
    ]);
    expect(lines[2]?.changes.map(({ path, after }) => [path, after])).toEqual([
      ['endDate', '2027-06-30'],
      ['stage', 'late'],
    ]);
  });

  test('that a later one covered is taken from beneath it', async () => {
    const { project } = await aProject();
    const first = await extended(project.id, '2027-06-30');
    const second = await extended(project.id, '2028-06-30');
    await office.backDraft(extensions, first);
    expect((await rowOf(projects, project.id)).endDate).toBe('2028-06-30');
    await office.abolish(extensions, second, '撤销');
    expect(await rowOf(projects, project.id)).toMatchObject({
      endDate: '2026-12-31',
      stage: 'run',
    });
  });

  test('leaves what somebody entered since, and the history says so', async () => {
    const { project } = await aProject();
    const id = await extended(project.id, '2027-06-30');
    await edit(project.id, { endDate: '2027-09-30' });
    await office.backDraft(extensions, id);
    expect(await rowOf(projects, project.id)).toMatchObject({
      endDate: '2027-09-30',
      stage: 'run',
    });
    const kept = (await writer.history(projects, project.id)).find(
      ({ action }) => action === 'kept',
    );
    expect(kept?.changes).toEqual([
      { path: 'endDate', label: ['结束日期', 'End'], before: '2027-06-30', after: '2027-09-30' },
    ]);
  });

  test('that its target does not take refuses the decision', async () => {
    const { project } = await aProject();
    const { id } = await writer.submit(extensions, {
      title: '太晚',
      projectId: project.id,
      newEndDate: '2100-01-01',
    });
    await expect(officeDecides(engine, id, 'agree')).rejects.toThrow('【课题】课题:结束日期过晚');
    expect((await rowOf(extensions, id)).auditStatus).toBe('1');
    expect((await rowOf(projects, project.id)).endDate).toBe('2026-12-31');
  });

  test('of a record that is refused never begins', async () => {
    const { project } = await aProject();
    const { id } = await writer.submit(extensions, {
      title: '不批',
      projectId: project.id,
      newEndDate: '2027-06-30',
    });
    await officeDecides(engine, id, 'refuse');
    expect(await rowOf(projects, project.id)).toMatchObject({ version: project.version });
  });
});

describe('a created record', () => {
  const prize = async (title: string): Promise<string> => {
    const { id } = await writer.submit(prizes, { title });
    await officeDecides(engine, id, 'agree');
    return id;
  };

  test('is a draft of the writer while its reason holds, and goes with it', async () => {
    const id = await prize('一等奖');
    const { awardId } = await rowOf(prizes, id);
    expect(await rowOf(awards, String(awardId))).toMatchObject({
      title: '一等奖',
      auditStatus: '0',
      createUser: '31',
    });
    await office.backDraft(prizes, id);
    expect((await rowOf(prizes, id)).awardId).toBeNull();
    await expect(rowOf(awards, String(awardId))).rejects.toThrow('记录不存在');
  });

  test('that somebody worked on keeps its reason', async () => {
    const id = await prize('二等奖');
    const award = await rowOf(awards, String((await rowOf(prizes, id)).awardId));
    await writer.save(awards, { id: award.id, version: award.version, note: '补充' });
    await expect(office.backDraft(prizes, id)).rejects.toThrow(
      '【奖励】二等奖:已被修改或提交，不能撤销',
    );
    expect((await rowOf(prizes, id)).auditStatus).toBe('2');
  });

  test('is removed with its reason only', async () => {
    const id = await prize('三等奖');
    const { awardId } = await rowOf(prizes, id);
    await expect(writer.remove(awards, [String(awardId)])).rejects.toThrow('已被引用，不能删除');
  });
});

describe('entries of a ledger', () => {
  const spent = async (projectId: string, amount: string): Promise<string> =>
    (await writer.submit(expenses, { title: '支出', projectId, amount })).id;

  const balance = async (projectId: string): Promise<string | undefined> => {
    const [row] = await database.query<{ spent: string }>(
      'select spent::text from ledger_made_spending_balance where owner_id = $1',
      [projectId],
    );
    return row?.spent;
  };

  test('stand while the record is in approval, and are given back', async () => {
    const { project } = await aProject();
    await edit(project.id, { funds: '100.00' });
    const id = await spent(project.id, '70.00');
    expect(await balance(project.id)).toBe('70.00');
    await expect(spent(project.id, '40.00')).rejects.toThrow('余额不足：差 10.00 元');
    await writer.recall(expenses, id);
    expect(await balance(project.id)).toBe('0.00');
    await spent(project.id, '40.00');
  });

  test('are judged again when the owner has less', async () => {
    const { project } = await aProject();
    await edit(project.id, { funds: '100.00' });
    await spent(project.id, '70.00');
    await expect(edit(project.id, { funds: '60.00' })).rejects.toThrow('余额不足：差 10.00 元');
    await edit(project.id, { funds: '70.00' });
  });
});

test('two extensions of one project at once leave both standing', async () => {
  const { project } = await aProject();
  const ids = await Promise.all(
    ['2027-01-31', '2027-02-28', '2027-03-31'].map((end) => extended(project.id, end)),
  );
  for (const id of ids) await office.backDraft(extensions, id);
  expect(await rowOf(projects, project.id)).toMatchObject({ endDate: '2026-12-31', stage: 'run' });
});

test('nothing stands for records that are drafts again', async () => {
  const before = await standing();
  const { project } = await aProject();
  const id = await extended(project.id, '2027-06-30');
  expect((await standing()).length).toBe(before.length + 2);
  await office.backDraft(extensions, id);
  // The project writes on its programme as long as it runs.
  expect((await standing()).length).toBe(before.length + 1);
});
