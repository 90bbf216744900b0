import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { paper } from '@keyan/product/achievement/paper/paper.ts';
import { personnel } from '@keyan/product/people/personnel.ts';
import { home, type LawApplication } from './application.ts';
import type { Client } from './client.ts';

/**
 * Makes the personnel file of a person of department 310, an associate professor in teaching and
 * research.
 */
export const personnelFile = (app: LawApplication, who: Client, more: RowLike) =>
  app.parts.engine.asSystem('law', home).save(personnel as unknown as Resource, {
    subjectClass: '01',
    sorter: '01',
    jobNum: `G${who.id.slice(-6)}`,
    name: '考核对象',
    dwmc: '江陵大学',
    sex: '1',
    birthDate: '1980-01-01',
    poliStatus: '13',
    education: '11',
    ranks: '012',
    subjectTitle: '52020',
    jobCategory: '01',
    fkDeptId: app.departments[home]?.get('310'),
    ...more,
  });

/** Returns an author line of a client's person, or of an external one. */
export const author = (who: Client | null, sort: number, contributionRate: string) => ({
  sort,
  personType: who ? '01' : '03',
  userId: who?.id ?? null,
  name: who ? '本校' : '外校',
  unit: '江陵大学',
  authorType: sort === 1 ? '01' : '06',
  contributionRate,
});

/** Makes an approved paper of 2025 in an A1 journal. */
export const approvedPaper = async (
  app: LawApplication,
  title: string,
  authors: readonly RowLike[],
): Promise<void> => {
  const row = await app.parts.engine.asSystem('law', home).save(paper as unknown as Resource, {
    artName: title,
    paperType: '01',
    publishLanguage: '01',
    fkDeptId: app.departments[home]?.get('310'),
    discipline: '52020',
    publishDate: '2025-03-01',
    schoolSign: '1',
    journalName: '某刊',
    indexTypes: ['16'],
    journalLevel: 'A1',
    publishScope: '2',
    authors,
  });
  await app.database.query(`update paper set audit_status = '2' where id = $1`, [row.id]);
};
