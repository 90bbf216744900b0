import type { RowLike } from '@keyan/kernel/values/row.ts';
import type {
  CheckRow,
  NextStepRow,
  TaskPageData,
  UncheckedFindings,
  WorkKindRow,
  WorkRow,
} from '@keyan/kernel/wire/tasks.ts';
import type { SignKind } from '@keyan/kernel/workflow/command.ts';
import type { Client, Page } from '../client/client.ts';

/** The part of one's work that a list shows; `all` is for those who manage processes. */
export type WorkTab = 'todo' | 'claim' | 'done' | 'send' | 'all';

/** Manages processes of others: the button code of the flow pages. */
export const manageCode = 'flow_follow_delete';

/** May do the same with processes on which their own office decides. */
export const officeCode = 'flow_follow_office';

/** Ids of nodes and flows by their outcome, for the drawing. */
export interface DrawingMarks {
  readonly xml: string;
  readonly done: readonly string[];
  readonly active: readonly string[];
  readonly back: readonly string[];
  readonly skipped: readonly string[];
  readonly flows: readonly string[];
}

/** A process by its names; a task that is not known is left out. */
export interface NamedProcess {
  readonly taskId?: string;
  readonly processInstanceId?: string;
  readonly businessId?: string;
}

export interface WorkQuery {
  readonly type: WorkTab;
  readonly current: number;
  readonly size: number;
  readonly businessName?: string;
  readonly kind?: string;
  readonly arriveTime_dategt?: string;
  readonly arriveTime_datelt?: string;
  readonly applicant?: string;
  readonly deptName?: string;
  /** Waiting longer than this many days. */
  readonly stayDays?: string;
  /** `1`: handed in again after a return. */
  readonly again?: string;
  /** `oldest` or `newest` first; by default what waits longest comes first. */
  readonly order?: string;
  /** `1`: with the facts of each record. */
  readonly facts?: string;
  /** Ids of records, separated by commas. */
  readonly businessIds?: string;
}

/** Data that an assignee sends about a task (ruling 10). */
export interface TaskCompletion {
  readonly taskId: string;
  readonly processInstanceId: string;
  /** `ok` agrees, `refuse` refuses, `back` returns to `backTo`, or rejects by the route where `backTo` is left out. */
  readonly flag: 'ok' | 'refuse' | 'back';
  readonly comment: string;
  readonly backTo?: string;
  /** Does a returned record come straight back to this step? Left out, as the school has it. */
  readonly direct?: boolean;
  readonly taskUserId?: string;
  /** Fields of this step that were changed, and the version that they stood in (ruling 26). */
  readonly form?: RowLike;
  /** Ids of files that go with the comment. */
  readonly attachments?: readonly string[];
}

const quiet = { quiet: true } as const;

/** The call that answers a page of tasks. */
export const workList = '/kh-edu-research/mywork/todo/page';

/** The call that answers the records that were copied to the reader. */
export const copyList = '/blade-flow/work/cc-list';

/** The calls of processes and tasks. Long because it has an entry for each of them. */
export const workCalls = (client: Client) => ({
  list: (query: WorkQuery) => client.get<Page<WorkRow>>(workList, { ...query }, quiet),
  /** Numbers of a list by kind, under the conditions of the query without its kind and its page. */
  kinds: (query: Partial<WorkQuery>) =>
    client.get<readonly WorkKindRow[]>('/kh-edu-research/mywork/todo/kinds', { ...query }, quiet),
  task: (named: NamedProcess) =>
    client.get<TaskPageData>('/kh-edu-research/mywork/todo/detail', { ...named }, quiet),
  /** Results of the checks of a record, for everybody with a task on it. */
  checks: (kind: string, businessId: string) =>
    client.get<readonly CheckRow[]>(
      '/kh-edu-research/mywork/todo/checks',
      { kind, businessId },
      quiet,
    ),
  /** Checks of several records of one kind that ask for a look. */
  openChecks: (kind: string, businessIds: readonly string[]) =>
    client.get<UncheckedFindings>(
      '/kh-edu-research/mywork/todo/open-checks',
      { kind, businessIds: businessIds.join(',') },
      quiet,
    ),
  drawing: (named: NamedProcess) =>
    client.get<DrawingMarks>('/blade-flow/process/model-view', { ...named }, quiet),
  complete: (completion: TaskCompletion) =>
    client.post<boolean>('/blade-flow/work/complete-task', completion, quiet),
  /** The steps that agreeing would lead to. */
  ahead: (taskId: string, form: RowLike | undefined) =>
    client.post<readonly NextStepRow[]>(
      '/kh-edu-research/work/nextUserTask/get-next-user-task',
      { taskId, form },
      quiet,
    ),
  claim: (taskId: string) => client.post<boolean>('/blade-flow/work/claim-task', { taskId }),
  unclaim: (taskId: string) =>
    client.post<boolean>('/blade-flow/work/unclaim-task', { taskId }, quiet),
  /** Reminds whoever holds the tasks of one's own record (催办). */
  urge: (processInstanceId: string) =>
    client.post<boolean>('/kh-edu-research/mywork/todo/urge', { processInstanceId }, quiet),
  /** Takes back one's own approval (取回). */
  withdraw: (taskId: string) =>
    client.post<boolean>('/blade-flow/work/withdraw-task', { taskId }, quiet),
  /** Copies the record of a task to people, for information. */
  copy: (taskId: string, userIds: readonly string[], comment: string) =>
    client.post<boolean>(
      '/blade-flow/work/cc-task',
      { taskId, userIds: userIds.join(), comment },
      quiet,
    ),
  /** Marks the reader's copies of a process as read, or all of them. */
  readCopies: (processInstanceId?: string) =>
    client.post<boolean>('/blade-flow/work/cc-read', { processInstanceId }, quiet),
  /** Asks people beside (`P`) or before (`B`) the reader, or for their opinion (`D`). */
  ask: (taskId: string, how: SignKind, userIds: readonly string[], comment: string) =>
    client.post<boolean>(
      '/blade-flow/work/add-sign',
      { taskId, how, userIds: userIds.join(), comment },
      quiet,
    ),
  /** Does without somebody who was asked. */
  removeSign: (taskId: string) =>
    client.post<boolean>('/blade-flow/work/remove-sign', { taskId }, quiet),
  transfer: (taskId: string, assignee: string, comment: string) =>
    client.post<boolean>('/blade-flow/work/todo-assign', { taskId, assignee, comment }, quiet),
});

/** Keys of the query cache. They begin with `live`: an event from the server reads them anew. */
export const workKeys = {
  all: ['live', 'work'] as const,
  list: (query: WorkQuery) => ['live', 'work', query] as const,
  kinds: (query: Partial<WorkQuery>) => ['live', 'work', 'kinds', query] as const,
  copies: ['live', 'copies'] as const,
  /** The number beside the menu entry, as `useCounts` keeps it. */
  copyCount: ['live', 'count', copyList] as const,
  task: (named: NamedProcess) => ['live', 'task', named] as const,
  openChecks: (items: readonly WorkRow[]) =>
    ['live', 'checks', items.map(({ businessId }) => businessId)] as const,
  records: (businessId: string) => ['live', 'records', businessId] as const,
  drawing: (businessId: string) => ['live', 'drawing', businessId] as const,
  running: ['live', 'running'] as const,
  process: (processInstanceId: string) => ['live', 'running', processInstanceId] as const,
  troubles: ['live', 'troubles'] as const,
  routes: ['live', 'routes'] as const,
  versions: (key: string) => ['live', 'routes', key] as const,
};

/** Is the item the reader's own record, come back to be revised? */
export const isRevision = (item: WorkRow, tab: WorkTab): boolean => tab === 'todo' && item.isApply;
