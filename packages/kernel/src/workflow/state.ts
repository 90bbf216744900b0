import type { StepOutcome } from '../definition/life/process.ts';
import type { Label } from '../label.ts';
import type { Facts } from './expression.ts';

/**
 * State of a running or ended process. Its rows are its history: statuses change, but no row moves
 * or is deleted. A token is a visit that is ACTIVE; there is no row for tokens.
 */
export interface Snapshot {
  readonly instance: Instance;
  readonly scopes: readonly Scope[];
  /** Visits in the order in which they were entered. */
  readonly visits: readonly StepVisit[];
  readonly tasks: readonly Task[];
  /** Copies in the order in which they were made. */
  readonly copies: readonly Copy[];
}

export type InstanceStatus = 'RUN' | 'DONE' | 'REFUSED' | 'RECALLED' | 'DELETED';

export interface Instance {
  readonly id: string;
  /** Id of the deployed version; only a manager changes it. */
  readonly definition: string;
  /** Kind of approval, and key of the record. */
  readonly kind: string;
  readonly business: string;
  readonly title: string;
  readonly applicant: string;
  /** Department whose people act, fixed at start (ruling 22). */
  readonly department: string | null;
  /** Facts fixed by the last submission: parameters of the tenant, roles of the applicant. */
  readonly frozen: Facts;
  /** Number of the current submission. */
  readonly submission: number;
  readonly status: InstanceStatus;
  readonly suspended: boolean;
  /** Time since which the process is suspended; null while it is not. */
  readonly suspendedAt: Date | null;
  /** Number of accepted commands. */
  readonly revision: number;
  readonly started: Date;
  readonly ended: Date | null;
}

/** Branch that arrived at the join: its flow out of the fork, and its last visit. */
export interface Arrival {
  readonly flow: string;
  readonly act: string;
}

/** Opened fork: closed when all branches taken have arrived. */
export interface Scope {
  readonly id: string;
  readonly fork: string;
  readonly parent: string | null;
  /** Number of branches taken. */
  readonly expected: number;
  /** Arrivals at the join; a branch that ends in a nested join has several last visits. */
  readonly arrivals: readonly Arrival[];
  /** True if a return opened the fork for one branch; the others are settled before it closes. */
  readonly partial: boolean;
  readonly status: 'OPEN' | 'DONE' | 'CANCEL';
}

/** Returns the number of branches that have arrived at the join. */
export const arrivedBranches = ({ arrivals }: Pick<Scope, 'arrivals'>): number =>
  new Set(arrivals.map(({ flow }) => flow)).size;

/** True if a return opened the fork for one branch and the other branches are not settled yet. */
export const isUnsettled = ({ partial, expected }: Scope): boolean => partial && expected === 1;

/** Returns the number of people of a visit who have voted. */
export const votesIn = ({ done, against }: Pick<StepVisit, 'done' | 'against'>): number =>
  done + against;

/** Status of a visit or task: under way, done, returned, withdrawn or skipped. */
export type ActStatus = 'ACTIVE' | 'DONE' | 'BACK' | 'CANCEL' | 'SKIP';

/** Verdict of a visit; a step without tasks has none. */
export type Verdict = 'agree' | 'against';

/** Visit of a step, or of a wait or service, which have no tasks. */
export interface StepVisit {
  readonly id: string;
  /** Number within the instance, from 1. */
  readonly seq: number;
  /** Number of the submission in which it was entered. */
  readonly submission: number;
  readonly node: string;
  readonly scope: string | null;
  /** Ids of the visits whose completion led here: several after a join, none for the first. */
  readonly previous: readonly string[];
  readonly status: ActStatus;
  /** Number of people asked (0 for a wait or service); `done` counts agreements. */
  readonly total: number;
  readonly done: number;
  /** Number of votes against. */
  readonly against: number;
  /** People of a sequential step, in order; empty for other steps. */
  readonly people: readonly string[];
  /** Ids of flows that the token took on leaving, for the diagram. */
  readonly flows: readonly string[];
  /** Verdict; null while undecided, and for a skipped step without an approval. */
  readonly verdict: Verdict | null;
  /** Values of the record on which the agreement is based; null if unknown. */
  readonly basis: Facts | null;
  /** True once a return has passed the visit, which is then no longer valid; never reset. */
  readonly void: boolean;
  readonly entered: Date;
  readonly left: Date | null;
  /** End of a wait, or deadline of a step; null without one. */
  readonly due: Date | null;
  /** Milliseconds of suspension, by which deadlines are extended. */
  readonly paused: number;
  /** Facts from the completion of a matter, by name; null for other visits. */
  readonly outcome: Facts | null;
  /** Idempotency key of the completion of a matter. */
  readonly outcomeKey: string | null;
}

/** Status of a task. `WAIT`: its holder continues after people added before them have answered. */
export type TaskStatus = 'TODO' | 'WAIT' | 'DONE' | 'BACK' | 'REFUSE' | 'CANCEL';

/**
 * Way in which a task arose: `N`, by the route; `P`, its holder added a person who votes in
 * parallel (并加签); `B`, one who answers before them (前加签); `D`, one who gives an opinion (委派).
 */
export type TaskKind = 'N' | 'P' | 'B' | 'D';

/** True for a task that is to do, or waits for added people. */
export const isTaskOpen = ({ status }: Pick<Task, 'status'>): boolean =>
  status === 'TODO' || status === 'WAIT';

/** True if the answer to the task counts as a vote on the step. */
export const isVoter = ({ kind }: Pick<Task, 'kind'>): boolean => kind === 'N' || kind === 'P';

/**
 * Returns the person whose vote an answer is: the represented absent person, otherwise the one who
 * answered.
 */
export const representedPersonOf = ({
  owner,
  actor,
}: Pick<Task, 'owner' | 'actor'>): string | null => (actor === null ? null : (owner ?? actor));

/** Task of a visit for one person or several candidates. */
export interface Task {
  readonly id: string;
  readonly visit: string;
  readonly node: string;
  readonly kind: TaskKind;
  /** Id of the task whose holder added this one; null for a task by the route. */
  readonly parent: string | null;
  /** Id of the assignee; null while candidates may claim the task. */
  readonly assignee: string | null;
  /** Id of the absent person whom the assignee represents; null without one. */
  readonly owner: string | null;
  /** References to people who may claim the task, resolved when read and when acted on. */
  readonly candidates: readonly string[];
  readonly status: TaskStatus;
  /** Person who completed the task; `comment` is theirs. */
  readonly actor: string | null;
  readonly comment: string;
  /** Verdict of a completed task. */
  readonly result: Verdict | null;
  readonly created: Date;
  readonly claimed: Date | null;
  /** Time at which it was last reassigned; null if never. */
  readonly handed: Date | null;
  readonly finished: Date | null;
}

/** Copy of the record for a person without a task (抄送). */
export interface Copy {
  readonly id: string;
  /** Id of the visit at which it was made. */
  readonly visit: string;
  readonly user: string;
  /** Id of the person who made it; null for the route. */
  readonly by: string | null;
  readonly at: Date;
}

/** Operation in the timeline; codes of the dictionary of task actions. */
export type Operation =
  | 'start'
  | 'submit'
  | 'claim'
  | 'unclaim'
  /**
   * The holder of a task added people: in parallel, before themselves (加签), or for an opinion (委派).
   */
  | 'addSign'
  /** The holder of a task removed an added person (减签). */
  | 'removeSign'
  /** An added person gave an opinion, which is no vote. */
  | 'opinion'
  | 'approve'
  | 'disagree'
  | 'back'
  | 'backApplicant'
  | 'refuse'
  | 'recall'
  | 'withdraw'
  | 'transfer'
  /** An absent person took a task back from their proxy. */
  | 'reclaim'
  | 'skip'
  /** The record was copied to people. */
  | 'cc'
  /** The applicant urged the people with a task. */
  | 'urge'
  /** A gateway evaluated its conditions. */
  | 'route'
  /** An edit changed values that gateways had evaluated: the route is walked again. */
  | 'rejudge'
  | 'reassign'
  /** A manager moved a token to another step. */
  | 'jump'
  /** A jump skipped the step: nobody approved it. */
  | 'jumped'
  /** The process was moved to another version of its route. */
  | 'move'
  /** The time of a wait has passed. */
  | 'elapse'
  /** The matter of a wait was completed. */
  | 'complete'
  /** A manager ended a wait. */
  | 'settle'
  /** The calendar changed: deadlines were recomputed. */
  | 'reschedule'
  | 'suspend'
  | 'activate'
  | 'backDraft'
  | 'end';

/** Grounds on which a gateway sent a token along its flows. */
export interface RouteNote {
  readonly flows: readonly string[];
  readonly facts: Facts;
}

/** History entry. Entries are only ever added. */
export interface LogEntry {
  readonly id: string;
  readonly revision: number;
  /** Position among the entries of one revision. */
  readonly line: number;
  readonly operation: Operation;
  /** Id of the person; null for an action of the system. */
  readonly actor: string | null;
  /** Id of the absent person whom the actor represented. */
  readonly owner: string | null;
  readonly task: string | null;
  readonly visit: string | null;
  readonly node: string | null;
  readonly nodeName: Label | null;
  readonly comment: string;
  /** Reason for an action of the system. */
  readonly reason: Label | null;
  /**
   * Id of the recipient (of a copy several ids, separated by commas), or of the step to which the
   * record was returned.
   */
  readonly target: string | null;
  /** Note of a gateway: the flows taken, and the values that its conditions read. */
  readonly extra: RouteNote | null;
  /** Time at which the step had been reached. */
  readonly arrived: Date | null;
  readonly at: Date;
}

export type NoticeKind =
  | 'todo'
  | 'approved'
  | 'returned'
  | 'refused'
  | 'ended'
  /** The record was returned, which cancelled tasks at other steps. */
  | 'cancelled'
  /** An approval was withdrawn, which cancelled the task after it. */
  | 'takenBack'
  /** A manager reassigned the task. */
  | 'reassigned'
  /** The deadline passed, and the clock decided. */
  | 'lapsed'
  /** The absent person took their task back. */
  | 'reclaimed'
  /** The person who had added them removed them. */
  | 'removed'
  /** A manager's jump skipped their step. */
  | 'leftOut'
  /** The record was copied to them. */
  | 'copied';

/** Message to send once the transaction is committed. */
export interface Notice {
  readonly kind: NoticeKind;
  readonly to: readonly string[];
  readonly task: string | null;
  readonly nodeName: Label | null;
  /** Comment of a person, or the reason of the program. */
  readonly comment: string | Label;
}

/** Position of a record in its process. */
export type RecordPosition =
  | 'inApproval'
  | 'approved'
  | 'returned'
  | 'refused'
  | 'recalled'
  | 'draft';

/** Change made by a command. Applying its events to the snapshot yields the next snapshot. */
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

/**
 * Applies events to a snapshot; entries of the history, notices and outcomes are not part of it.
 */
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
