import type { WireRow } from '../data/calls.ts';

/** The list of work (spec §2); it is read anew whenever a task was handled. */
export const todoPage = '/mywork/todo';

/** Stands for a task that the page has to find by itself. */
export const unknownTask = '0';

interface Place {
  readonly taskId: string;
  readonly processInstanceId: string;
  readonly businessId: string;
}

const path = (kind: string, page: 'handle' | 'detail', place: Place): string =>
  `/mywork/process/${kind}/${page}/${place.taskId || unknownTask}/${place.processInstanceId}/${place.businessId}`;

/** The page that handles a task (spec §2). */
export const taskPath = (kind: string, place: Place): string => path(kind, 'handle', place);

/** The same to be read. */
export const processPath = (kind: string, place: Place): string => path(kind, 'detail', place);

/** The page that handles the reader's task on a record; which task that is, the page asks. */
export const handlePath = (kind: string, row: WireRow): string =>
  taskPath(kind, {
    taskId: unknownTask,
    processInstanceId: row.processInstanceId ?? '',
    businessId: row.id,
  });
