import type { AttachedFile } from '../definition/field/categories.ts';
import type { CheckLevel } from '../definition/life/checks.ts';
import type { SignKind } from '../workflow/command.ts';

/** Actions on a process other than deciding on one's task. */
export type ProcessAbility =
  | 'urge'
  | 'withdraw'
  | 'removeSign'
  | 'transfer'
  | 'jump'
  | 'settle'
  | 'suspend'
  | 'activate'
  | 'delete';

/** Value of a record's field shown in a list of work. */
export interface TaskListFact {
  /** Name of the field. */
  readonly field: string;
  readonly label: string;
  readonly text: string;
}

/** Task, or a process without a task of the reader: `mywork/todo/page`. */
export interface WorkRow {
  /** Id of the task, or of the process without a task. */
  readonly id: string;
  readonly businessName: string;
  readonly kind: string;
  readonly kindName: string;
  readonly applicant: string;
  readonly applicantId: string;
  readonly deptName: string;
  readonly nodeName: string;
  readonly arriveTime: string;
  /** Deadline of the step; empty without one, and after completion. */
  readonly dueTime: string;
  readonly finishTime: string;
  /** Whole days from arrival until completion, or until now. */
  readonly stayDays: number;
  readonly taskId: string;
  readonly processInstanceId: string;
  readonly businessId: string;
  readonly assignee: string;
  readonly assigneeName: string;
  /** Name of the absent person whom the assignee represents; empty if none. */
  readonly ownerName: string;
  /** True if nobody has claimed the task and the reader may. */
  readonly claimable: boolean;
  /** Status of the process: `RUN`, `DONE`, `REFUSED`, `RECALLED`, `DELETED`. */
  readonly status: string;
  readonly suspended: boolean;
  /** True if the record was returned to its applicant, who edits and submits it again. */
  readonly isApply: boolean;
  /** Actions that the reader may perform from the list; the server has checked each. */
  readonly can: readonly ProcessAbility[];
  /** True if the writer has submitted the record again after a return. */
  readonly again: boolean;
  /** Reason of the last return; empty without one. */
  readonly returnReason: string;
  /** Names of the people with a current task; empty without tasks. */
  readonly holderName: string;
  /** Time since which they have the task; empty without tasks. */
  readonly holderSince: string;
  /** Time at which the writer last urged them; empty if never. */
  readonly urged: string;
  /** Values that distinguish the record from others of its kind, if the call requests them. */
  readonly facts: readonly TaskListFact[];
}

/** Number of rows per kind in a list of work: `mywork/todo/kinds`. */
export interface WorkKindRow {
  readonly kind: string;
  readonly kindName: string;
  readonly total: number;
}

/** Current task, for people who may reassign it. */
export interface WaitingTaskRow {
  readonly taskId: string;
  readonly nodeName: string;
  /** Name of the assignee; empty until a candidate has claimed the task. */
  readonly assigneeName: string;
}

/** Person whom the holder of a task has consulted and who has not answered yet. */
export interface AskedPersonRow {
  readonly taskId: string;
  readonly name: string;
  readonly how: SignKind;
}

/** Data of a task's page besides the record: `mywork/todo/detail`. */
export interface TaskPageData {
  readonly taskId: string;
  readonly processInstanceId: string;
  readonly businessId: string;
  readonly businessName: string;
  readonly kind: string;
  /** Key of the record's resource. */
  readonly resource: string;
  /** Status of the process: `RUN` while running. */
  readonly status: string;
  readonly position: 'inApproval' | 'approved' | 'returned' | 'refused' | 'recalled' | 'draft';
  readonly suspended: boolean;
  readonly applicant: string;
  readonly nodeKey: string;
  readonly nodeName: string;
  /** Part of the reader: `assigned` to them, they are a `candidate`, or `none`. */
  readonly mine: 'assigned' | 'candidate' | 'none';
  readonly taskStatus: string;
  /**
   * True at the applicant's first step: the record was returned, to be edited and submitted again.
   */
  readonly isApply: boolean;
  /** True at a later step of the applicant, to confirm the result (申请人确认). */
  readonly isConfirmation: boolean;
  /** Fields that the reader may change in this step. */
  readonly editable: readonly string[];
  readonly canRefuse: boolean;
  readonly backTargets: readonly { readonly key: string; readonly name: string }[];
  /**
   * Consequence of disagreeing: `vote` where votes are counted, `opinion` where the reader is
   * consulted; empty if disagreeing is impossible.
   */
  readonly against: 'return' | 'close' | 'vote' | 'opinion' | '';
  readonly canClaim: boolean;
  readonly canUnclaim: boolean;
  readonly canTransfer: boolean;
  /** True if the reader may copy the record to people; for a secret record copying is refused. */
  readonly canCopy: boolean;
  /**
   * Ways in which the reader may add people: in parallel (`P`), before themselves (`B`), for an
   * opinion (`D`).
   */
  readonly canAsk: readonly SignKind[];
  /** Way in which another holder added the reader; empty if the route assigned the task. */
  readonly askedFor: SignKind | '';
  /** People whom the reader has added and may remove again. */
  readonly asked: readonly AskedPersonRow[];
  /** True if the record was copied to the reader. */
  readonly isCopied: boolean;
  /** Id of the reader's approval that can still be withdrawn (取回); empty if none. */
  readonly withdrawTaskId: string;
  /** True if the applicant may urge the people with a current task (催办). */
  readonly canUrge: boolean;
  /** Actions of the reader as a manager of the process. */
  readonly manages: readonly ProcessAbility[];
  /** Tasks whose assignee the reader, as a manager, may replace. */
  readonly waiting: readonly WaitingTaskRow[];
  /** True if the author may revise and resubmit the record after a refusal. */
  readonly refusedReturns: boolean;
}

/** Result of a check of the record: `mywork/todo/checks`. */
export interface CheckRow {
  readonly key: string;
  readonly label: string;
  readonly level: CheckLevel;
  /** Evidence, as text. */
  readonly text: string;
  /** Link to the record that is the evidence. */
  readonly link?: { readonly resource: string; readonly id: string; readonly text: string };
}

/** Doubtful results of checks, by record: `mywork/todo/open-checks`. */
export type UncheckedFindings = Readonly<Record<string, readonly CheckRow[]>>;

/** Next step of a process: `get-next-user-task`. */
export interface NextStepRow {
  readonly taskDefinitionKey: string;
  readonly taskName: string;
  readonly users: readonly {
    readonly id: string;
    readonly taskUserId: string;
    readonly name: string;
  }[];
  /** True if the sender may choose among the people. */
  readonly choose: boolean;
  /** True if the sender must name any person, since the step defines no candidates. */
  readonly anyone?: boolean;
  /** True if all of the people act. */
  readonly multiple: boolean;
}

/** Step of a forecast. */
export interface ForecastStepRow extends NextStepRow {
  readonly state: 'done' | 'active' | 'coming' | 'skipped';
  /** Condition by which the route leads here: 【金额】≥50,000; empty if none was evaluated. */
  readonly why: string;
  /** Notes on values that may still change the route here. */
  readonly notes: readonly string[];
  /** Reason why the step is skipped; empty if it is not. */
  readonly skipped: string;
  /** End of a wait; empty for other steps. */
  readonly until: string;
  /** Usual duration in days; null if unknown. */
  readonly days: number | null;
  /** Branches that contain the step, outermost first. */
  readonly path: readonly { readonly fork: string; readonly branch: string }[];
}

/** Route to the end if everybody agrees: `get-next-user-task-process`. */
export interface ForecastRow {
  readonly steps: readonly ForecastStepRow[];
  /** Reason why the forecast stops; empty if it reaches the end. */
  readonly stopped: string;
  readonly stops: readonly {
    /** Key of the step after which the route is unknown. */
    readonly nodeKey: string;
    readonly text: string;
    /** Names of the steps that may follow. */
    readonly possible: readonly string[];
  }[];
  /** End of the process; null if the forecast stops before. */
  readonly end: {
    readonly result: 'approved' | 'refused' | 'withdrawn';
    readonly why: string;
    readonly notes: readonly string[];
  } | null;
}

/** Opinion on an approval sheet. */
export interface SheetLine {
  readonly nodeName: string;
  /** Name of the person at that time, with that of the absent person represented. */
  readonly person: string;
  readonly verdict: string;
  readonly opinion: string;
  readonly time: string;
}

/** Approval sheet (审批单) of the newest process of a record: `audit/sheet`. */
export interface ApprovalSheet {
  readonly title: string;
  /** Status of the process: `RUN` while running. */
  readonly status: string;
  readonly started: string;
  /** Valid opinions, in order. */
  readonly rows: readonly SheetLine[];
  /** Opinions that returned the record: rounds before them are no longer valid. */
  readonly rounds: readonly SheetLine[];
}

/** Event in the approval of a record: `audit/detail`, oldest first. */
export interface ApprovalRow {
  readonly id: string;
  readonly nodeKey: string;
  readonly nodeName: string;
  readonly userId: string;
  readonly userName: string;
  readonly action: string;
  readonly actionName: string;
  readonly opinion: string;
  /**
   * Name of the person to whom the task was reassigned, or of the step to which the record was
   * returned.
   */
  readonly targetName: string;
  readonly arriveTime: string;
  readonly finishTime: string;
  /** Time between start and end as text; empty while unfinished. */
  readonly duration: string;
  readonly taskId: string;
  /** Files attached to the comment. */
  readonly attachments: readonly AttachedFile[];
}
