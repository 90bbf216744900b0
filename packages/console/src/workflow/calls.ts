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

/** Part of the task pages; `all` is for users who manage processes. */
export type WorkTab = 'todo' | 'claim' | 'done' | 'send' | 'all';

/** Permission code to manage processes of others, of the flow pages. */
export const manageCode = 'flow_follow_delete';

/** Permission code to do the same with processes on which the user's own office decides. */
export const officeCode = 'flow_follow_office';

/** Ids of nodes and flows by their outcome, for the diagram. */
export interface DrawingMarks {
  readonly xml: string;
  readonly done: readonly string[];
  readonly active: readonly string[];
  readonly back: readonly string[];
  readonly skipped: readonly string[];
  readonly flows: readonly string[];
}

/** Ids of a process; an unknown task is omitted. */
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
  /** Shows tasks pending for longer than this many days. */
  readonly stayDays?: string;
  /** `1`: submitted again after a return. */
  readonly again?: string;
  /** `oldest` or `newest` first; by default the longest pending first. */
  readonly order?: string;
  /** `1`: includes the facts of each record. */
  readonly facts?: string;
  /** Ids of records, separated by commas. */
  readonly businessIds?: string;
}

/** Body with which an assignee completes a task (ruling 10). */
export interface TaskCompletion {
  readonly taskId: string;
  readonly processInstanceId: string;
  /**
   * Decision: `ok` agrees, `refuse` refuses, `back` returns to `backTo`, or rejects by the route if
   * `backTo` is absent.
   */
  readonly flag: 'ok' | 'refuse' | 'back';
  readonly comment: string;
  readonly backTo?: string;
  /**
   * True if a returned record comes straight back to this step; by default the tenant's setting.
   */
  readonly direct?: boolean;
  readonly taskUserId?: string;
  /** Changed fields of this step, and the version that they were changed in (ruling 26). */
  readonly form?: RowLike;
  /** Ids of files attached to the comment. */
  readonly attachments?: readonly string[];
}

const quiet = { quiet: true } as const;

/** Path of the call that returns a page of tasks. */
export const workList = '/kh-edu-research/mywork/todo/page';

/** Path of the call that returns the records copied to the reader. */
export const copyList = '/blade-flow/work/cc-list';

/** Returns the calls of processes and tasks. Long because it has an entry for each call. */
export const workCalls = (client: Client) => ({
  list: (query: WorkQuery) => client.get<Page<WorkRow>>(workList, { ...query }, quiet),
  /**
   * Fetches the numbers of a list by kind, under the conditions of the query without kind and page.
   */
  kinds: (query: Partial<WorkQuery>) =>
    client.get<readonly WorkKindRow[]>('/kh-edu-research/mywork/todo/kinds', { ...query }, quiet),
  task: (named: NamedProcess) =>
    client.get<TaskPageData>('/kh-edu-research/mywork/todo/detail', { ...named }, quiet),
  /** Fetches the results of a record's checks, for everybody with a task on it. */
  checks: (kind: string, businessId: string) =>
    client.get<readonly CheckRow[]>(
      '/kh-edu-research/mywork/todo/checks',
      { kind, businessId },
      quiet,
    ),
  /** Fetches the checks of several records of one kind that have findings. */
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
  /** Fetches the steps that agreeing would lead to. */
  ahead: (taskId: string, form: RowLike | undefined) =>
    client.post<readonly NextStepRow[]>(
      '/kh-edu-research/work/nextUserTask/get-next-user-task',
      { taskId, form },
      quiet,
    ),
  claim: (taskId: string) => client.post<boolean>('/blade-flow/work/claim-task', { taskId }),
  unclaim: (taskId: string) =>
    client.post<boolean>('/blade-flow/work/unclaim-task', { taskId }, quiet),
  /** Reminds the holders of the tasks on the caller's own record (催办). */
  urge: (processInstanceId: string) =>
    client.post<boolean>('/kh-edu-research/mywork/todo/urge', { processInstanceId }, quiet),
  /** Takes back the caller's own approval (取回). */
  withdraw: (taskId: string) =>
    client.post<boolean>('/blade-flow/work/withdraw-task', { taskId }, quiet),
  /** Copies the record of a task to people, for information. */
  copy: (taskId: string, userIds: readonly string[], comment: string) =>
    client.post<boolean>(
      '/blade-flow/work/cc-task',
      { taskId, userIds: userIds.join(), comment },
      quiet,
    ),
  /** Marks the reader's copies of a process as read; without an id all copies. */
  readCopies: (processInstanceId?: string) =>
    client.post<boolean>('/blade-flow/work/cc-read', { processInstanceId }, quiet),
  /** Asks people to sign beside (`P`) or before (`B`) the reader, or for their opinion (`D`). */
  ask: (taskId: string, how: SignKind, userIds: readonly string[], comment: string) =>
    client.post<boolean>(
      '/blade-flow/work/add-sign',
      { taskId, how, userIds: userIds.join(), comment },
      quiet,
    ),
  /** Cancels the request to a person who was asked to sign or for an opinion. */
  removeSign: (taskId: string) =>
    client.post<boolean>('/blade-flow/work/remove-sign', { taskId }, quiet),
  transfer: (taskId: string, assignee: string, comment: string) =>
    client.post<boolean>('/blade-flow/work/todo-assign', { taskId, assignee, comment }, quiet),
});

/** Keys of the query cache. They begin with `live`: a live event refetches them. */
export const workKeys = {
  all: ['live', 'work'] as const,
  list: (query: WorkQuery) => ['live', 'work', query] as const,
  kinds: (query: Partial<WorkQuery>) => ['live', 'work', 'kinds', query] as const,
  copies: ['live', 'copies'] as const,
  /** Number beside the menu entry, under the key that `useCounts` uses. */
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

/** Returns true if the item is the reader's own record, returned to be revised. */
export const isRevision = (item: WorkRow, tab: WorkTab): boolean => tab === 'todo' && item.isApply;
