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

/** `{kind}/{page}/{taskId}/{processInstanceId}/{businessId}`; a kind may have a slash of its own. */
const address = /^(.+)\/(handle|detail)\/([^/]*)\/([^/]*)\/([^/]+)$/;

/** What an address below `/mywork/process/` asks for. */
export interface AskedProcess {
  readonly kind: string;
  readonly page: 'handle' | 'detail';
  readonly businessId: string;
  readonly taskId?: string;
  readonly processInstanceId?: string;
}

/** Undefined when the address is none of a process (spec §2). */
export const readProcessPath = (rest: string): AskedProcess | undefined => {
  const [, kind, page, task, instance, businessId] = address.exec(rest) ?? [];
  if (!kind || !businessId) return undefined;
  return {
    kind,
    page: page === 'handle' ? 'handle' : 'detail',
    businessId,
    ...(task && task !== unknownTask ? { taskId: task } : {}),
    ...(instance && instance !== unknownTask ? { processInstanceId: instance } : {}),
  };
};

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
