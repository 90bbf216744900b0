import type { Label } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { type ColumnKind, columnKinds, sponsorHeadings } from './headings.ts';

export { type ColumnKind, columnKinds };

/** Label of each column meaning. */
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

/** Column indexes of a list by meaning, from 0. */
export type SponsorListMapping = Readonly<Partial<Record<ColumnKind, number>>>;

/** Normalised heading without width, spaces and bracketed text: `批准金额（万元）` becomes 批准金额. */
const plainHeading = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\(.*?\)|\[.*?\]/g, '')
    .replace(/[\s/:：*]/g, '');

/** True if two headings are equal apart from spaces and brackets. */
export const sameHeading = (one: string, other: string): boolean =>
  plainHeading(one) === plainHeading(other);

/**
 * Column indexes found in a heading row by headings that sponsors use; each column has one meaning.
 */
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

/** True if lines can be read: number, title and leader are mapped. */
export const isReadable = ({ number, title, leader }: SponsorListMapping): boolean =>
  number !== undefined && title !== undefined && leader !== undefined;

/** Validates a mapping sent by the client for a number of columns; null if invalid. */
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
