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
 * The fields that a list asks the server for: its columns, the title, and what other parts of the row
 * read; separated by commas, equal for equal fields. Empty, which means all fields, where a resource
 * has several kinds of approval: its own function reads the kind from any of them.
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
