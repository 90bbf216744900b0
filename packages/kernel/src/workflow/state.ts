import type { StepOutcome } from '../definition/life/process.ts';
import type { Label } from '../label.ts';
import type { Facts } from './expression.ts';

/**
 * Everything known of one running (or ended) process. The rows stay as history: statuses change,
 * nothing is moved or removed. A token is a visit that is ACTIVE; there is no token row.
 */
export interface Snapshot {
  readonly instance: Instance;
  readonly scopes: readonly Scope[];
  /** In the order in which they were entered. */
  readonly visits: readonly StepVisit[];
  readonly tasks: readonly Task[];
  /** In the order in which they were made. */
  readonly copies: readonly Copy[];
}

export type InstanceStatus = 'RUN' | 'DONE' | 'REFUSED' | 'RECALLED' | 'DELETED';

export interface Instance {
  readonly id: string;
  /** The deployed version that it runs on; only a manager moves it to another. */
  readonly definition: string;
  /** Record of the process: kind of the process, key of the record. */
  readonly kind: string;
  readonly business: string;
  readonly title: string;
  readonly applicant: string;
  /** Department whose people act, frozen at start (ruling 22). */
  readonly department: string | null;
  /** Facts that the last submission froze: parameters of the school, roles of the applicant. */
  readonly frozen: Facts;
  /** Counts submissions: one lasts from a submit to the next. */
  readonly submission: number;
  readonly status: InstanceStatus;
  readonly suspended: boolean;
  /** Since when it is suspended; null while it is not. */
  readonly suspendedAt: Date | null;
  /** Counts accepted commands. */
  readonly revision: number;
  readonly started: Date;
  readonly ended: Date | null;
}

/** A branch that came to the join: its flow out of the fork, and its last visit. */
export interface Arrival {
  readonly flow: string;
  readonly act: string;
}

/** One opened fork: closed when as many branches have arrived as were taken. */
export interface Scope {
  readonly id: string;
  readonly fork: string;
  readonly parent: string | null;
  /** How many branches were taken. */
  readonly expected: number;
  /** A branch that ends in a join of its own has several last visits. */
  readonly arrivals: readonly Arrival[];
  /** Opened by a return for one branch; the others are settled before it closes. */
  readonly partial: boolean;
  readonly status: 'OPEN' | 'DONE' | 'CANCEL';
}

/** How many branches of a fork have come to its join. */
export const arrivedBranches = ({ arrivals }: Pick<Scope, 'arrivals'>): number =>
  new Set(arrivals.map(({ flow }) => flow)).size;

/** Opened by a return for one branch, of which nobody has looked yet whether others are needed. */
export const isUnsettled = ({ partial, expected }: Scope): boolean => partial && expected === 1;

/** How many people of a visit have said something. */
export const votesIn = ({ done, against }: Pick<StepVisit, 'done' | 'against'>): number =>
  done + against;

/** Status of an act (a visit of a step or a task of a person): under way, done, returned, withdrawn or skipped. */
export type ActStatus = 'ACTIVE' | 'DONE' | 'BACK' | 'CANCEL' | 'SKIP';

/** The verdict of a visit; a step on which nobody was asked has none. */
export type Verdict = 'agree' | 'against';

/** One visit of a step, or of a wait or a service: those have no tasks. */
export interface StepVisit {
  readonly id: string;
  /** 1, 2, 3, … within the instance. */
  readonly seq: number;
  /** The submission that it followed. */
  readonly submission: number;
  readonly node: string;
  readonly scope: string | null;
  /** The visits whose completion led here: several behind a join, none for the first. */
  readonly previous: readonly string[];
  readonly status: ActStatus;
  /** People asked, none by a wait or a service; and how many of them have agreed. */
  readonly total: number;
  readonly done: number;
  /** How many of them have voted against. */
  readonly against: number;
  /** The people of a sequential step, in order; empty for every other. */
  readonly people: readonly string[];
  /** Flows that the token took on leaving, for the picture. */
  readonly flows: readonly string[];
  /** Null until it is decided, and where the step was passed without an approval. */
  readonly verdict: Verdict | null;
  /** The record's values that the agreement rests on; null where none is known. */
  readonly basis: Facts | null;
  /** Gone back over: it counts no more. Never undone. */
  readonly void: boolean;
  readonly entered: Date;
  readonly left: Date | null;
  /** When a wait is over, or a step is to be dealt with; null where there is no such moment. */
  readonly due: Date | null;
  /** Time for which it was suspended, in milliseconds: it does not count. */
  readonly paused: number;
  /** The facts that the completion of a matter told, by name; null for every other visit. */
  readonly outcome: Facts | null;
  /** Key with which the matter was completed: the same completion again has no effect. */
  readonly outcomeKey: string | null;
}

/** `WAIT`: its holder goes on when those whom they asked before it have answered. */
export type TaskStatus = 'TODO' | 'WAIT' | 'DONE' | 'BACK' | 'REFUSE' | 'CANCEL';

/**
 * Reason for a task: `N`, the route asks; `P`, its holder asked another person to vote beside them (并加签);
 * `B`, to speak before them (前加签); `D`, to give an opinion that they decide on (委派).
 */
export type TaskKind = 'N' | 'P' | 'B' | 'D';

/** A task that is not over: to do, or waiting for the tasks before it. */
export const isTaskOpen = ({ status }: Pick<Task, 'status'>): boolean =>
  status === 'TODO' || status === 'WAIT';

/** Does the word said with the task count as a vote on the step? */
export const isVoter = ({ kind }: Pick<Task, 'kind'>): boolean => kind === 'N' || kind === 'P';

/** Person to whom a word on a step belongs: the absent one in whose name it was said, else who said it. */
export const representedPersonOf = ({
  owner,
  actor,
}: Pick<Task, 'owner' | 'actor'>): string | null => (actor === null ? null : (owner ?? actor));

/** One person's item of a visit. */
export interface Task {
  readonly id: string;
  readonly visit: string;
  readonly node: string;
  readonly kind: TaskKind;
  /** Task whose holder asked for this one; null where the route did. */
  readonly parent: string | null;
  /** Person who has it; null while any of the candidates may take it. */
  readonly assignee: string | null;
  /** Absent person in whose name the assignee acts; null where that is nobody else. */
  readonly owner: string | null;
  /** People who may take it, as references, matched when read and when acted on. */
  readonly candidates: readonly string[];
  readonly status: TaskStatus;
  /** Person who ended it, and their comment. */
  readonly actor: string | null;
  readonly comment: string;
  /** Verdict of a done task. */
  readonly result: Verdict | null;
  readonly created: Date;
  readonly claimed: Date | null;
  /** When it was last handed on from one person to another. */
  readonly handed: Date | null;
  readonly finished: Date | null;
}

/** The record, shown to somebody who has nothing to do there (抄送). */
export interface Copy {
  readonly id: string;
  /** The visit with which it was made. */
  readonly visit: string;
  readonly user: string;
  /** Person who made it; null where the route says so. */
  readonly by: string | null;
  readonly at: Date;
}

/** Operation, as the timeline names it; the codes of the dictionary of task actions. */
export type Operation =
  | 'start'
  | 'submit'
  | 'claim'
  | 'unclaim'
  /** A holder asked others beside or before themselves (加签), or for their opinion (委派). */
  | 'addSign'
  /** A holder asks one of these people no more (减签). */
  | 'removeSign'
  /** One who was asked before somebody else has spoken: no vote. */
  | 'opinion'
  | 'approve'
  | 'disagree'
  | 'back'
  | 'backApplicant'
  | 'refuse'
  | 'recall'
  | 'withdraw'
  | 'transfer'
  /** An absent person took back what their proxy had. */
  | 'reclaim'
  | 'skip'
  /** The record was copied to people. */
  | 'cc'
  /** The applicant urged those who hold it. */
  | 'urge'
  /** A gateway judged its conditions. */
  | 'route'
  /** An edit changed what gateways were judged by: the route is walked anew. */
  | 'rejudge'
  | 'reassign'
  /** A manager moved a token to another step. */
  | 'jump'
  /** A step that a jump left out: nobody approved it. */
  | 'jumped'
  /** The process goes on with another version of its route. */
  | 'move'
  /** The time of a wait has passed. */
  | 'elapse'
  /** The matter of a wait was completed. */
  | 'complete'
  /** A manager ended a wait. */
  | 'settle'
  /** The calendar changed: deadlines are counted anew. */
  | 'reschedule'
  | 'suspend'
  | 'activate'
  | 'backDraft'
  | 'end';

/** Why a token went where it went. */
export interface RouteNote {
  readonly flows: readonly string[];
  readonly facts: Facts;
}

/** One line of history. Lines are only ever added. */
export interface LogEntry {
  readonly id: string;
  readonly revision: number;
  /** Position among the lines of the same revision. */
  readonly line: number;
  readonly operation: Operation;
  /** Null where the system acted by rule. */
  readonly actor: string | null;
  /** Absent person in whose name the actor acted. */
  readonly owner: string | null;
  readonly task: string | null;
  readonly visit: string | null;
  readonly node: string | null;
  readonly nodeName: Label | null;
  readonly comment: string;
  /** Why the system did it. */
  readonly reason: Label | null;
  /** Person to whom it went (of a copy several ids, separated by commas), or the step it went back to. */
  readonly target: string | null;
  /** Note of a gateway: the flows taken, and the values that its conditions looked at. */
  readonly extra: RouteNote | null;
  /** When the step had been reached. */
  readonly arrived: Date | null;
  readonly at: Date;
}

export type NoticeKind =
  | 'todo'
  | 'approved'
  | 'returned'
  | 'refused'
  | 'ended'
  /** The record was sent back: a task elsewhere in it is gone. */
  | 'cancelled'
  /** An approval was taken back, and with it the task that it had led to. */
  | 'takenBack'
  /** A manager reassigned the task. */
  | 'reassigned'
  /** The time for a task was over, and the clock decided. */
  | 'lapsed'
  /** The absent person took their task back. */
  | 'reclaimed'
  /** Whoever had asked them does without. */
  | 'removed'
  /** A manager moved on past a step: nobody approved it. */
  | 'leftOut'
  /** The record was copied to them. */
  | 'copied';

/** A message to send once the transaction is committed. */
export interface Notice {
  readonly kind: NoticeKind;
  readonly to: readonly string[];
  readonly task: string | null;
  readonly nodeName: Label | null;
  /** Comment of a person, or the reason of the program. */
  readonly comment: string | Label;
}

/** The position of the record in its process. */
export type RecordPosition =
  | 'inApproval'
  | 'approved'
  | 'returned'
  | 'refused'
  | 'recalled'
  | 'draft';

/** Change that a command made. Applying the events to the snapshot gives the next snapshot. */
export type WorkflowEvent =
  | { readonly type: 'instance'; readonly row: Instance }
  | { readonly type: 'scope'; readonly row: Scope }
  | { readonly type: 'visit'; readonly row: StepVisit }
  | { readonly type: 'task'; readonly row: Task }
  | { readonly type: 'copy'; readonly row: Copy }
  | { readonly type: 'log'; readonly entry: LogEntry }
  | { readonly type: 'notice'; readonly notice: Notice }
  | { readonly type: 'outcome'; readonly outcome: StepOutcome };

const put = <T extends { readonly id: string }>(rows: readonly T[], row: T): readonly T[] => {
  const index = rows.findIndex((item) => item.id === row.id);
  return index < 0 ? [...rows, row] : rows.with(index, row);
};

/** The snapshot after the events; logs, notices and outcomes are not part of it. */
export const applyEvents = (
  snapshot: Snapshot | null,
  events: readonly WorkflowEvent[],
): Snapshot => {
  let instance = snapshot?.instance;
  let scopes = snapshot?.scopes ?? [];
  let visits = snapshot?.visits ?? [];
  let tasks = snapshot?.tasks ?? [];
  let copies = snapshot?.copies ?? [];
  for (const event of events) {
    if (event.type === 'instance') instance = event.row;
    if (event.type === 'scope') scopes = put(scopes, event.row);
    if (event.type === 'visit') visits = put(visits, event.row);
    if (event.type === 'task') tasks = put(tasks, event.row);
    if (event.type === 'copy') copies = put(copies, event.row);
  }
  if (!instance) throw new Error('events without an instance');
  return { instance, scopes, visits, tasks, copies };
};
