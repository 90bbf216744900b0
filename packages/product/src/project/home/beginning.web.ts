import type { WireRow } from '@keyan/console/data/calls.ts';
import { storeHandover } from '@keyan/console/form/handover.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';

/** Project data that a form about the project shows before it is saved. */
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

/** The address of a form of a business about a project, with what the business fills in beside it. */
export const projectFormAddress = (path: string, row: WireRow, filled: RowLike = {}): string =>
  `${path}/add?handover=${storeHandover({ ...aboutIt(row), ...filled })}`;
