import type { RowLike } from '@keyan/kernel/values/row.ts';
import { computeScores } from '@keyan/product/scoring/scoring.server.ts';
import { home, type LawApplication, startApplication } from './application.ts';
import type { Client } from './client.ts';
import { ok, path, read } from './filing.ts';
import { approvedPaper, author, personnelFile } from './scored.ts';

/**
 * Batch of scores of 2025 with one paper of two people, and the people who compute, approve and pay
 * it.
 */
export interface ScoredYear {
  readonly app: LawApplication;
  readonly office: Client;
  readonly leader: Client;
  readonly finance: Client;
  /** First author, of department 310. */
  readonly teacher: Client;
  /** Second author, of department 320. */
  readonly colleague: Client;
  readonly norm: RowLike;
  readonly rule: RowLike;
  readonly batch: RowLike;
}

const signal = new AbortController().signal;

/** Returns the input of a job that handles one record. */
export const workOn = ({ id }: RowLike) => ({ tenantId: home, data: { id: String(id) }, signal });

/** Returns the rows of a list that a person reads. */
export const listOf = async (
  who: Client,
  kind: string,
  more: Record<string, string> = {},
): Promise<readonly RowLike[]> =>
  (await ok(who.get(path(`${kind}/list`), { view: 'all', size: '100', ...more })))
    .records as readonly RowLike[];

/** Returns id and version of a record, as an action sends them. */
export const versioned = async (who: Client, kind: string, row: RowLike): Promise<RowLike> => ({
  id: row.id,
  version: (await read(who, kind, row)).version,
});

/** Computes a batch as the office and the job do. */
export const computeBatch = async ({ app, office, batch }: ScoredYear): Promise<void> => {
  await ok(office.post(path('scoreBatch/calc'), { ids: batch.id }));
  await computeScores.run(workOn(batch), app.parts.engine);
};

/** Returns the input with which a leader divides the score of an output, in percent. */
export const division = async (
  { teacher, colleague, office }: ScoredYear,
  allot: RowLike,
  [mine, other]: readonly [string, string],
): Promise<RowLike> => ({
  ...(await versioned(office, 'scoreAllot', allot)),
  lines: [
    { userId: teacher.id, rate: mine },
    { userId: colleague.id, rate: other },
  ],
});

/** Makes the two authors the only staff. */
const authorsOnFile = async (app: LawApplication, teacher: Client, colleague: Client) => {
  await app.database.query('update personnel set is_deleted = 1');
  for (const [who, name] of [
    [teacher, '林教授'],
    [colleague, '周讲师'],
  ] as const) {
    const more =
      who === colleague ? { ranks: '013', fkDeptId: app.departments[home]?.get('320') } : {};
    const row = await personnelFile(app, who, { name, ...more });
    await app.database.query('update personnel set user_id = $1, zzzt = $2 where id = $3', [
      who.id,
      '1',
      row.id,
    ]);
  }
};

/** Opens a year whose paper is scored with 200 and not divided yet. */
export const openScoredYear = async (): Promise<ScoredYear> => {
  const app = await startApplication();
  const office = await app.as('rd_admin');
  const teacher = await app.as('teacher');
  const colleague = await app.as('teacher320');
  await authorsOnFile(app, teacher, colleague);
  const norm = await ok(
    office.post(path('scoreNorm/submit'), { normName: '办法', normYear: 2024, endYear: 2028 }),
  );
  const rule = await ok(
    office.post(path('scoreProject/submit'), {
      normId: norm.id,
      itemCode: 'LW-A1',
      itemName: 'A1 类期刊论文',
      scoreObject: 'paper',
      conditions: [{ field: 'paper.journalLevel', operator: 'eq', value: 'A1' }],
      scoreUnit: '1',
      baseScore: '200',
      rewardPrice: '3000',
      unitCoef: [{ schoolSign: '1', coef: '1' }],
      allotMode: '5',
      onlySchool: '1',
      priority: 10,
    }),
  );
  await ok(office.post(path('scoreProject/release'), { ids: rule.id }));
  await ok(office.post(path('scoreNorm/release'), { ids: norm.id }));
  await approvedPaper(app, '两人合作的论文', [
    author(teacher, 1, '50'),
    author(colleague, 2, '50'),
  ]);
  const batch = await ok(
    office.post(path('scoreBatch/submit'), {
      batchName: '2025 年度计分',
      batchYear: 2025,
      normId: norm.id,
      publicEnd: '2099-12-31 17:00:00',
    }),
  );
  await ok(office.post(path('scoreBatch/release'), { ids: batch.id }));
  const year: ScoredYear = {
    app,
    office,
    leader: await app.as('rd_leader'),
    finance: await app.as('finance'),
    teacher,
    colleague,
    norm,
    rule,
    batch,
  };
  await computeBatch(year);
  return year;
};
