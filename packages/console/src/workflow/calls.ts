import type { Client, Page } from '../client/client.ts';
import type { NextStep } from '../form/nextStep.ts';
import type { Values } from '../shared/present.ts';

/** The part of one's work that a list shows; `all` is for those who manage processes. */
export type WorkTab = 'todo' | 'claim' | 'done' | 'send' | 'all';

/** Manages processes of others: the button code of the flow pages. */
export const manageCode = 'flow_follow_delete';

/** One item of work (domain §5.8 myworkTodo). */
export interface WorkItem {
  readonly businessName: string;
  readonly kind: string;
  readonly kindName: string;
  readonly applicant: string;
  readonly applicantId: string;
  readonly deptName: string;
  readonly nodeName: string;
  readonly arriveTime: string;
  readonly finishTime: string;
  readonly stayDays: number;
  readonly taskId: string;
  readonly processInstanceId: string;
  readonly businessId: string;
  readonly assigneeName: string;
  /** Nobody has it yet: the reader may take it. */
  readonly claimable: boolean;
  /** Of the process: `RUN`, `DONE`, `REFUSED`, `RECALLED`, `DELETED`. */
  readonly status: string;
}

/** What the handling page needs to know beside the record itself. */
export interface TaskSheet {
  readonly taskId: string;
  readonly processInstanceId: string;
  readonly businessId: string;
  readonly kind: string;
  /** Of the process: `RUN` while it goes on. */
  readonly status: string;
  readonly nodeKey: string;
  readonly nodeName: string;
  /** `assigned` to the reader, who is a `candidate`, or `none` of the reader's. */
  readonly mine: 'assigned' | 'candidate' | 'none';
  /** The applicant's own step: the record is edited and submitted again. */
  readonly isApply: boolean;
  readonly editable: readonly string[];
  readonly canRefuse: boolean;
  readonly backTargets: readonly { readonly key: string; readonly name: string }[];
  readonly canUnclaim: boolean;
  readonly canTransfer: boolean;
  /** After a refusal the applicant may mend the record and submit it again. */
  readonly refusedReturns: boolean;
}

/** Ids of nodes and flows by what became of them, beside the drawing. */
export interface Drawing {
  readonly xml: string;
  readonly done: readonly string[];
  readonly active: readonly string[];
  readonly back: readonly string[];
  readonly skipped: readonly string[];
  readonly flows: readonly string[];
}

/** A process by its names; a task that is not known is left out. */
export interface Named {
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
}

/** What a handler says about a task (decisions 10). */
export interface Completion {
  readonly taskId: string;
  readonly processInstanceId: string;
  /** `ok` agrees, `refuse` refuses, `back` returns to `backTo`. */
  readonly flag: 'ok' | 'refuse' | 'back';
  readonly comment: string;
  readonly backTo?: string;
  readonly taskUserId?: string;
  /** Fields of this step that were changed, and the version that they stood in (decisions 26). */
  readonly form?: Values;
  /** Ids of files that go with the opinion. */
  readonly attachments?: readonly string[];
}

const quiet = { quiet: true } as const;

export const workCalls = (client: Client) => ({
  list: (query: WorkQuery) =>
    client.get<Page<WorkItem>>('/kh-edu-research/mywork/todo/page', { ...query }, quiet),
  sheet: (named: Named) =>
    client.get<TaskSheet>('/kh-edu-research/mywork/todo/detail', { ...named }, quiet),
  drawing: (named: Named) =>
    client.get<Drawing>('/blade-flow/process/model-view', { ...named }, quiet),
  complete: (completion: Completion) =>
    client.post<boolean>('/blade-flow/work/complete-task', completion, quiet),
  /** The steps that agreeing would lead to. */
  ahead: (taskId: string, form: Values | undefined) =>
    client.post<readonly NextStep[]>(
      '/kh-edu-research/work/nextUserTask/get-next-user-task',
      { taskId, form },
      quiet,
    ),
  claim: (taskId: string) => client.post<boolean>('/blade-flow/work/claim-task', { taskId }),
  unclaim: (taskId: string) =>
    client.post<boolean>('/blade-flow/work/unclaim-task', { taskId }, quiet),
  transfer: (taskId: string, assignee: string, comment: string) =>
    client.post<boolean>('/blade-flow/work/todo-assign', { taskId, assignee, comment }, quiet),
});

/** Keys of the query cache. They begin with `live`: an event from the server reads them anew. */
export const workKeys = {
  all: ['live', 'work'] as const,
  list: (query: WorkQuery) => ['live', 'work', query] as const,
  sheet: (named: Named) => ['live', 'task', named] as const,
  records: (businessId: string) => ['live', 'records', businessId] as const,
  drawing: (businessId: string) => ['live', 'drawing', businessId] as const,
};

/** Is the item the reader's own record, come back to be revised? */
export const isRevision = (item: WorkItem, tab: WorkTab, userId: string): boolean =>
  tab === 'todo' && item.applicantId === userId;
