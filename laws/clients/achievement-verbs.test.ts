import { gridsIn } from '@keyan/engine/testing/books.ts';
import { cellText } from '@keyan/engine/workbooks/cell.ts';
import { statuses } from '@keyan/kernel/access/status.ts';
import { permissionsOf } from '@keyan/kernel/definition/permissions.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { achievements } from '@keyan/product/achievement/achievements.ts';
import { claim } from '@keyan/product/achievement/collection/claim.ts';
import { achievementMixin } from '@keyan/product/achievement/common/achievement.ts';
import { differenceField } from '@keyan/product/achievement/common/namesake.ts';
import { paper } from '@keyan/product/achievement/paper/paper.ts';
import { patentDeclaration } from '@keyan/product/achievement/property/patent-declaration.ts';
import { webWork } from '@keyan/product/achievement/works/web-work.ts';
import { activityAttended } from '@keyan/product/activity/attended.ts';
import { activityHeld } from '@keyan/product/activity/held.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { home, type LawApplication, startApplication } from '../support/application.ts';
import { eachOf } from '../support/chosen.ts';
import type { Client } from '../support/client.ts';
import { attached, handle, ok, read } from '../support/filing.ts';
import { complete, type Input, sample } from '../support/inputs.ts';

/**
 * The verbs of the specification (§7) on achievements and activities, with the bodies that clients send: one
 * record from its draft to the library, by way of recall and return, out as a workbook, back to a draft, in
 * again, and void.
 */
const kinds: readonly Resource[] = [
  ...achievements,
  patentDeclaration,
  claim,
  activityHeld,
  activityAttended,
];

/** Values that the achievement section enters when it agrees. */
const known: Readonly<Record<string, Input>> = {
  [claim.key]: { journalLevel: 'B1', publishScope: '2' },
  [webWork.key]: { equalLevel: 'B1' },
};

/** Values that a form sends and that no picker of the teacher offers to a record drawn at random. */
const chosen: Readonly<Record<string, Input>> = {
  [patentDeclaration.key]: { feeSource: '2', feeProgramId: null },
};

/** The fields that tell one achievement of the kind from another. */
const identityOf = (kind: Resource): readonly string[] =>
  achievementMixin.optionsOf(kind)?.duplicates ?? [];

/** Identifiers of kinds whose records may have one title; nothing of other kinds. */
const identifiersOf = (kind: Resource): readonly string[] | undefined =>
  achievementMixin.optionsOf(kind)?.identifiers;

/** Roles that handle any of them, in the order of the routes. */
const handlers = ['dept_secretary', 'dept_leader', 'rd_achieve', 'rd_leader'] as const;

let app: LawApplication;
let teacher: Client;
let office: Client;
let keeper: Client;
beforeAll(async () => {
  app = await startApplication();
  [teacher, office, keeper] = (await Promise.all(
    ['teacher', 'rd_achieve', 'rd_admin'].map((account) => app.as(account)),
  )) as [Client, Client, Client];
});
afterAll(() => app.close());

/** A small file of this person in each category that the kind requires. */
const filesOf = (kind: Resource, writer: Client): Promise<Input> => {
  const { categories = [] } = kind.fields.attachments?.spec ?? {};
  return attached(writer, ...categories.filter((one) => one.required).map(({ code }) => code));
};

/** A complete record of the teacher's department, with its files, as its form would send it. */
const bodyOf = async (kind: Resource, writer = teacher): Promise<Input> => {
  // Two of one draw differ in what makes an achievement; each person has one.
  const drawn = sample(complete(kind, app.targets()), 2)[writer === teacher ? 0 : 1];
  return {
    ...drawn,
    ...chosen[kind.key],
    [String(kind.department)]: app.departments[home]?.get('310'),
    ...(await filesOf(kind, writer)),
  };
};

const statusOf = async ({ path }: Resource, record: Input): Promise<unknown> =>
  (await ok(teacher.get(`${path}/detail`, { id: String(record.id) }))).auditStatus;

/** One word on a record by `subApprovals`; false where nobody asks this person. */
const decide = async (
  account: (typeof handlers)[number],
  { path }: Resource,
  { id }: Input,
  said: Input,
): Promise<boolean> => {
  const answer = await ok(
    (await app.as(account)).post(`${path}/subApprovals`, { ids: [id], ...said }),
  );
  return (answer as unknown as readonly { success: boolean }[])[0]?.success ?? false;
};

/** Everybody who is asked agrees. */
const approve = async (kind: Resource, record: Input): Promise<void> => {
  for (const account of handlers) {
    const form = known[kind.key];
    if (account === 'rd_achieve' && form) {
      const { version } = await read(office, kind.path.replace(/^.*?\//, ''), record);
      await ok(handle(office, record, { flag: 'ok', form: { ...form, version } }));
    } else {
      await decide(account, kind, record, { flag: 'ok', comment: '材料齐全，同意' });
    }
  }
  expect(await statusOf(kind, record)).toBe(statuses.approved);
};

describe.each(eachOf(kinds))('%s', (_key, kind) => {
  const { path, title } = kind;
  let body: Input;
  let record: Input;

  test('a draft starts its approval, is taken back, handed in, returned, and started again', async () => {
    body = await bodyOf(kind);
    record = await ok(teacher.post(`${path}/save`, body));
    expect(record.auditStatus).toBe(statuses.draft);
    await ok(teacher.post(`${path}/start-audit`, { businessId: record.id }));
    expect(await statusOf(kind, record)).toBe(statuses.inApproval);
    await ok(teacher.post(`${path}/recall`, { id: record.id }));
    expect(await statusOf(kind, record)).toBe(statuses.recalled);

    const { version } = await ok(teacher.get(`${path}/detail`, { id: String(record.id) }));
    await ok(teacher.post(`${path}/submit`, { id: record.id, version, remarks: '已补充说明' }));
    expect(await statusOf(kind, record)).toBe(statuses.inApproval);
    const returning = { flag: 'back', comment: '请补充证书扫描件' };
    const returned =
      (await decide('dept_secretary', kind, record, returning)) ||
      (await decide('dept_leader', kind, record, returning));
    expect(returned).toBe(true);
    expect(await statusOf(kind, record)).toBe(statuses.returned);
    await ok(teacher.post(`${path}/start-process`, { businessId: record.id }));
    expect(await statusOf(kind, record)).toBe(statuses.inApproval);
  });

  test('it comes to the library, and says who wrote what on the way', async () => {
    await approve(kind, record);
    const said = await ok(teacher.get(`${path}/approvals`, { id: String(record.id) }));
    const lines = said as unknown as readonly Input[];
    expect(lines.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['start', 'recall', 'backApplicant', 'approve']),
    );
    expect(lines.map(({ opinion }) => opinion)).toContain('请补充证书扫描件');
    const found = await ok(office.get(`${path}/list`, { id: String(record.id), size: '10' }));
    expect(found.records).toMatchObject([{ id: record.id, auditStatus: statuses.approved }]);
    const counts = await ok(office.get(`${path}/counts`));
    expect(Number(counts[statuses.approved])).toBeGreaterThan(0);
  });

  test.skipIf(identityOf(kind).length === 0)(
    'the same achievement is not registered again, and the refusal says whose it is (R-502)',
    async () => {
      const again = { ...body, ...(await filesOf(kind, keeper)) };
      const copy = await ok(keeper.post(`${path}/save`, again));
      const refused = await keeper.post(`${path}/start-process`, { businessId: copy.id });
      expect([refused.status, JSON.stringify(refused.errors)]).toEqual([
        400,
        expect.stringContaining('已由【林晓岚】登记'),
      ]);
      await ok(keeper.post(`${path}/remove`, { ids: [copy.id] }));
    },
  );

  test.skipIf(identifiersOf(kind) === undefined)(
    'another work of its title is registered once its registrant says how they differ (R-502)',
    async () => {
      const own = Object.fromEntries((identifiersOf(kind) ?? []).map((name) => [name, null]));
      const twin = { ...body, ...own, ...(await filesOf(kind, keeper)) };
      const saved = await ok(keeper.post(`${path}/save`, twin));
      const start = () => keeper.post(`${path}/start-process`, { businessId: saved.id });
      const refused = await start();
      expect([refused.status, refused.errors.map((fault) => fault.path)]).toEqual([
        400,
        [title, differenceField],
      ]);
      const said = '前一篇论述 C++，本篇论述 C#';
      await ok(keeper.post(`${path}/save`, { ...saved, [differenceField]: said }));
      await ok(start());
      const seen = await ok(
        (await app.as('dept_secretary')).get('kh-edu-research/mywork/todo/checks', {
          kind: kind.key,
          businessId: String(saved.id),
        }),
      );
      expect(JSON.stringify(seen)).toContain(said);
      await ok(keeper.post(`${path}/recall`, { id: saved.id }));
      await ok(keeper.post(`${path}/remove`, { ids: [saved.id] }));
    },
  );

  test('it goes out as a workbook, and comes back from one as a draft', async () => {
    const row = await ok(office.get(`${path}/detail`, { id: String(record.id) }));
    const book = await office.get(`${path}/export`, { id: String(record.id) });
    const cells = [...(await gridsIn(book.raw)).values()].flat(2).map(cellText);
    expect(cells).toContain(row[title]);
    if (!permissionsOf(kind).some((code) => code.endsWith('_import'))) return;

    const other = await ok(keeper.post(`${path}/save`, await bodyOf(kind, keeper)));
    const file = await keeper.get(`${path}/export`, { whole: '1', id: String(other.id) });
    await ok(keeper.post(`${path}/remove`, { ids: [other.id] }));
    const judged = await ok(keeper.upload(`${path}/import`, '成果.xlsx', file.raw));
    expect([judged.valid, judged.errors]).toEqual([1, []]);
    const sure = await ok(keeper.post(`${path}/importSure`, { batchId: judged.batchId }));
    expect(sure).toMatchObject({ saved: 1, failed: [] });
  });

  test('the office sets it back with a reason, and declares it void once it stands again', async () => {
    const reason = { id: record.id, reason: '证书编号有误，请更正' };
    await ok(keeper.post(`${path}/backDraft`, reason));
    expect(await statusOf(kind, record)).toBe(statuses.draft);
    await ok(teacher.post(`${path}/start-audit`, { businessId: record.id }));
    await approve(kind, record);
    if (permissionsOf(kind).some((code) => code.endsWith('_copy'))) {
      const copy = await ok(teacher.post(`${path}/copy`, { id: record.id }));
      expect([copy.auditStatus, copy.id === record.id]).toEqual([statuses.draft, false]);
    }
    expect((await keeper.post(`${path}/abolish`, { id: record.id })).status).toBe(400);
    await ok(keeper.post(`${path}/abolish`, { id: record.id, reason: '重复登记' }));
    expect(await statusOf(kind, record)).toBe(statuses.void);
    const history = await ok(office.get(`${path}/history`, { id: String(record.id) }));
    expect(JSON.stringify(history)).toContain('证书编号有误');
  });
});

test('a DOI finds the paper that is registered, and says so where nobody can answer (R-509)', async () => {
  const { doi: _, ...drawn } = await bodyOf(paper);
  const doi = '10.5555/verbs.2026';
  const record = await ok(teacher.post(`${paper.path}/submit`, { ...drawn, doi }));
  const asking = (text: string) => keeper.get(`${paper.path}/queryDoi`, { doi: text });
  const found = await ok(asking(`https://doi.org/${doi.toUpperCase()}`));
  expect(found.registered).toMatchObject({ id: record.id, registrant: '林晓岚', open: true });
  const unknown = await asking('10.5555/nobody.knows');
  expect([unknown.status, unknown.msg]).toEqual([200, '外部服务不可用，请手工填写']);
  expect((await asking('11.5555/x')).errors).toMatchObject([{ path: 'doi' }]);
});
