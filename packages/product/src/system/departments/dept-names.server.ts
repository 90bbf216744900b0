import type { Commands } from '@keyan/engine/commands/port.ts';
import { anyOf } from '@keyan/kernel/records/query.ts';
import { department } from './department.ts';

/**
 * Reads the names of departments by id; unknown ids are missing in the result.
 * @param ids may contain duplicates and null
 */
export const departmentNames = async (
  commands: Pick<Commands, 'all'>,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> => {
  const known = [...new Set(ids)].filter((id) => id !== null);
  const rows = await commands.all(department, {
    where: [anyOf('id', known)],
    fields: ['deptName'],
  });
  return new Map(rows.map(({ id, deptName }) => [id, deptName ?? '']));
};
