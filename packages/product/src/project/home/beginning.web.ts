import type { WireRow } from '@keyan/console/data/calls.ts';
import { storeHandover } from '@keyan/console/form/handover.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';

/** Project fields that a form shows before it is saved. */
const aboutIt = (row: WireRow): RowLike => ({
  programId: row.id,
  programIdName: row.programName,
  ...Object.fromEntries(
    [
      'programName',
      'programNum',
      'programKind',
      'programKindName',
      'programLeader',
      'programLeaderName',
      'departmentId',
      'departmentIdName',
      'endDate',
    ].map((name) => [name, row[name]]),
  ),
});

/** Address of a form about a project with prefilled values. */
export const projectFormAddress = (path: string, row: WireRow, filled: RowLike = {}): string =>
  `${path}/add?handover=${storeHandover({ ...aboutIt(row), ...filled })}`;
