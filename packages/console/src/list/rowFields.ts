import { hasProcess } from '@keyan/kernel/definition/field/base-fields.ts';
import { stateFields } from '@keyan/kernel/definition/life/states.ts';
import type { Presentation } from '../presentation/present.ts';

/** Fields that the column 当前环节 shows, and those that lead to the process. */
const processFields = [
  'currentNode',
  'currentAssignee',
  'currentSince',
  'finishTime',
  'updateTime',
  'steps',
  'processInstanceId',
];

/**
 * Returns the fields that a list requests from the server: its columns, the title, and what other
 * parts of the row read; separated by commas, in a stable order. Empty, which means all fields, for
 * a resource with several kinds of approval, whose function may read any of them.
 */
export const rowFields = (
  { resource, rowFields: more = [] }: Presentation,
  columns: readonly { readonly name: string }[],
): string => {
  if (resource.processes.length > 1) return '';
  const names = [
    resource.title,
    resource.englishTitle ?? resource.title,
    ...columns.map(({ name }) => name),
    ...more,
    ...(hasProcess(resource) ? processFields : []),
    ...stateFields(resource),
  ];
  return [...new Set(names)].sort().join();
};
