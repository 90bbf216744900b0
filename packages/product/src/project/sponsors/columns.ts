import type { Label } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { type ColumnKind, columnKinds, sponsorHeadings } from './headings.ts';

export { type ColumnKind, columnKinds };

/** Names of the columns for people. */
export const columnNames: Readonly<Record<ColumnKind, Label>> = {
  number: ['批准号', 'Grant no.'],
  title: ['项目名称', 'Title'],
  leader: ['负责人', 'Organiser'],
  staffNo: ['工号', 'Staff no.'],
  college: ['院系', 'College'],
  type: ['项目类别', 'Type'],
  code: ['申请代码', 'Application code'],
  funds: ['批准金额', 'Granted'],
  period: ['起止年月', 'Start and end'],
  start: ['开始日期', 'Start'],
  end: ['结束日期', 'End'],
  approvedOn: ['批准日期', 'Approved on'],
  document: ['批文号', 'Document'],
};

/** Columns of a list by meaning, from 0. */
export type SponsorListMapping = Readonly<Partial<Record<ColumnKind, number>>>;

/** A heading without width, blanks and what stands in brackets: `批准金额（万元）` is 批准金额. */
const plainHeading = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\(.*?\)|\[.*?\]/g, '')
    .replace(/[\s/:：*]/g, '');

/** Tells whether two headings are the same apart from blanks and brackets. */
export const sameHeading = (one: string, other: string): boolean =>
  plainHeading(one) === plainHeading(other);

/** The columns that a heading row has, as sponsors call them; each column has one meaning. */
export const columnsBySponsorHeadings = (headings: readonly string[]): SponsorListMapping => {
  const plain = headings.map(plainHeading);
  const taken = new Set<number>();
  return Object.fromEntries(
    columnKinds.flatMap((kind) => {
      const found = sponsorHeadings[kind]
        .map((word) => plain.findIndex((one, at) => one === word && !taken.has(at)))
        .find((at) => at >= 0);
      if (found === undefined) return [];
      taken.add(found);
      return [[kind, found]];
    }),
  );
};

/** Can projects be read by these columns: a number, a title and whose it is? */
export const isReadable = ({ number, title, leader }: SponsorListMapping): boolean =>
  number !== undefined && title !== undefined && leader !== undefined;

/** Is what somebody sends a mapping of this many columns? */
export const sponsorListMappingOf = (
  given: unknown,
  columns: number,
): SponsorListMapping | null => {
  if (given === null || typeof given !== 'object') return null;
  const values = given as RowLike;
  return Object.fromEntries(
    columnKinds.flatMap((kind) => {
      const at = values[kind];
      return typeof at === 'number' && Number.isInteger(at) && at >= 0 && at < columns
        ? [[kind, at]]
        : [];
    }),
  );
};
