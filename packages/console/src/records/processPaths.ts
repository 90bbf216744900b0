import type { WireRow } from '../data/calls.ts';

/** Path of the page of open tasks, refetched whenever a task was handled. */
export const todoPage = '/mywork/todo';

/** Path of the page of tasks that the reader has handled. */
export const handledTasksPage = '/mywork/done';

/** Placeholder for a task id that the page has to look up. */
export const unknownTaskId = '0';

interface ProcessIds {
  readonly taskId: string;
  readonly processInstanceId: string;
  readonly businessId: string;
}

const pagePath = (kind: string, page: 'handle' | 'detail', ids: ProcessIds): string =>
  `/mywork/process/${kind}/${page}/${ids.taskId || unknownTaskId}/${ids.processInstanceId}/${ids.businessId}`;

/**
 * Pattern `{kind}/{page}/{taskId}/{processInstanceId}/{businessId}`; a kind may contain a slash.
 */
const processAddressPattern = /^(.+)\/(handle|detail)\/([^/]*)\/([^/]*)\/([^/]+)$/;

/** A parsed address below `/mywork/process/`. */
export interface ProcessAddress {
  readonly kind: string;
  readonly page: 'handle' | 'detail';
  readonly businessId: string;
  readonly taskId?: string;
  readonly processInstanceId?: string;
}

/** Parses the address of a process; undefined for any other address. */
export const readProcessPath = (rest: string): ProcessAddress | undefined => {
  const [, kind, page, task, instance, businessId] = processAddressPattern.exec(rest) ?? [];
  if (!kind || !businessId) return undefined;
  return {
    kind,
    page: page === 'handle' ? 'handle' : 'detail',
    businessId,
    ...(task && task !== unknownTaskId ? { taskId: task } : {}),
    ...(instance && instance !== unknownTaskId ? { processInstanceId: instance } : {}),
  };
};

/**
 * Returns the address of a route's page: `/flow/route/vertical/declare`, followed by the version if
 * an older one is shown.
 */
export const chainPath = (kind: string, definitionId = ''): string =>
  `/flow/route/${kind}${definitionId === '' ? '' : `?version=${definitionId}`}`;

/** Returns the address of the page that handles a task. */
export const taskPath = (kind: string, ids: ProcessIds): string => pagePath(kind, 'handle', ids);

/** Returns the address of the page of a process, read-only. */
export const processPath = (kind: string, ids: ProcessIds): string => pagePath(kind, 'detail', ids);

/**
 * Returns the address of the page that handles the user's task on a record; the page looks up the
 * task.
 */
export const handlePath = (kind: string, row: WireRow): string =>
  taskPath(kind, {
    taskId: unknownTaskId,
    processInstanceId: row.processInstanceId ?? '',
    businessId: row.id,
  });
