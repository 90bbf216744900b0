import type { Engine } from '@keyan/engine/engine.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { checkQuality } from '@keyan/product/achievement/quality/check.server.ts';
import type {
  DecisionRow,
  FindingRow,
  QualityTopic,
} from '@keyan/product/achievement/quality/quality.ts';
import { home, startApplication } from './application.ts';
import type { Answer, Client } from './client.ts';
import { attached, handle, ok, path, read } from './filing.ts';

/** Returns an author line with an account. */
export const author = (who: Client, sort: number, rate: number, more: RowLike = {}): RowLike => ({
  sort,
  personType: '01',
  userId: who.id,
  name: '作者',
  unit: '计算机学院',
  authorType: sort === 1 ? '01' : '06',
  contributionRate: String(rate),
  ...more,
});

/** Returns an author line of an external person. */
export const external = (name: string, unit: string, sort: number, rate: number): RowLike => ({
  sort,
  personType: '03',
  name,
  unit,
  authorType: '06',
  contributionRate: String(rate),
});

/** Returns the path of a call of the quality desk. */
export const quality = (call: string): string => path(`quality/${call}`);

/** Returns the body of a merge of two papers. */
export const mergeOf = (keep: RowLike, drop: RowLike, more: RowLike = {}): RowLike => ({
  resource: 'papersapp',
  keep: keep.id,
  keepVersion: keep.version,
  drop: drop.id,
  dropVersion: drop.version,
  reason: '同一篇论文登记了两次',
  ...more,
});

let serial = 0;

/** Returns a number that no other record of this file has. */
export const nextSerial = (): number => {
  serial += 1;
  return serial;
};

/** Submits a paper; `more` contains the values relevant to a test. */
export const register = async (
  who: Client,
  title: string,
  more: RowLike = {},
): Promise<RowLike> => {
  const number = nextSerial();
  return ok(
    who.post(path('papers/submit'), {
      artName: title,
      paperType: '01',
      journalName: `无此刊物${number}`,
      issn: '1000-0003',
      volume: '3',
      publishDate: '2025-06-01',
      publishScope: '2',
      journalLevel: 'B1',
      indexTypes: ['99'],
      discipline: '18044',
      moeDiscipline: '0812',
      authors: [author(who, 1, 100)],
      ...(await attached(who, '13')),
      ...more,
    }),
  );
};

/** Accounts of the laws that use the desk. */
const people = ['teacher', 'teacher2', 'rd_achieve', 'rd_admin', 'dept_secretary'] as const;

/**
 * Opens the quality desk of a separate university: people who register and decide, and their calls.
 */
export const openDesk = async () => {
  const app = await startApplication();
  const [teacher, other, office, admin, secretary] = (await Promise.all(
    people.map((account) => app.as(account)),
  )) as [Client, Client, Client, Client, Client];
  const check = (): Promise<unknown> =>
    checkQuality.run(
      { tenantId: home, data: {}, signal: new AbortController().signal },
      app.parts.engine as Engine,
    );
  const approve = async (record: RowLike): Promise<RowLike> => {
    for (const handler of [secretary, office]) await ok(handle(handler, record, { flag: 'ok' }));
    return read(office, 'papers', record);
  };
  const found = async <Row = FindingRow>(
    topic: QualityTopic,
    text: string,
    who: Client = office,
  ): Promise<readonly Row[]> => {
    const page = await ok(who.get(quality('list'), { topic, text, size: '100' }));
    return page.records as Row[];
  };

  const settled = async (text: string): Promise<readonly DecisionRow[]> =>
    (await ok(office.get(quality('list'), { topic: 'settled', text, size: '100' })))
      .records as DecisionRow[];

  /** Makes two approved papers of one year whose titles differ by two letters. */
  const twins = async (title: string, one: RowLike = {}, two: RowLike = {}) => {
    const first = await approve(await register(teacher, `${title}研究`, one));
    const second = await approve(await register(other, `${title}方法研究`, two));
    await check();
    return [first, second] as const;
  };
  const merge = (who: Client, keep: RowLike, drop: RowLike, more: RowLike = {}): Promise<Answer> =>
    who.post(quality('merge'), mergeOf(keep, drop, more));
  return {
    app,
    teacher,
    other,
    office,
    admin,
    secretary,
    check,
    approve,
    found,
    settled,
    twins,
    merge,
  };
};
