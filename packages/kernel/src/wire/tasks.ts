import type { AttachedFile } from '../definition/field/categories.ts';
import type { CheckLevel } from '../definition/life/checks.ts';
import type { SignKind } from '../workflow/command.ts';

/** Abilities of a person on a process beside deciding on a task of their own. */
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

/** A fact of a record that a list of work shows. */
export interface TaskListFact {
  /** Name of the field. */
  readonly field: string;
  readonly label: string;
  readonly text: string;
}

/** A task, or a process without a task for the reader: `mywork/todo/page`. */
export interface WorkRow {
  /** Id of the task, else of the process. */
  readonly id: string;
  readonly businessName: string;
  readonly kind: string;
  readonly kindName: string;
  readonly applicant: string;
  readonly applicantId: string;
  readonly deptName: string;
  readonly nodeName: string;
  readonly arriveTime: string;
  /** When the step is to be dealt with; empty without a deadline, and when it is done. */
  readonly dueTime: string;
  readonly finishTime: string;
  /** Whole days from arrival until it was finished, or until now. */
  readonly stayDays: number;
  readonly taskId: string;
  readonly processInstanceId: string;
  readonly businessId: string;
  readonly assignee: string;
  readonly assigneeName: string;
  /** Name of the absent person in whose name the assignee acts or acted; empty where that is nobody else. */
  readonly ownerName: string;
  /** Nobody has taken it: the reader may. */
  readonly claimable: boolean;
  /** Status of the process: `RUN`, `DONE`, `REFUSED`, `RECALLED`, `DELETED`. */
  readonly status: string;
  readonly suspended: boolean;
  /** Did it come back to its applicant, who edits and submits it again? */
  readonly isApply: boolean;
  /** Abilities of the reader on it from the list; the server tried each. */
  readonly can: readonly ProcessAbility[];
  /** The writer handed it in again, after it had come back. */
  readonly again: boolean;
  /** Why it came back the last time; empty where it did not. */
  readonly returnReason: string;
  /** Names of the people who may act on it now; empty where nobody is asked. */
  readonly holderName: string;
  /** Since when they have it; empty where nobody is asked. */
  readonly holderSince: string;
  /** When its writer last urged them; empty where they did not. */
  readonly urged: string;
  /** Facts of the record that tell it from others of its kind, where the call asks for them. */
  readonly facts: readonly TaskListFact[];
}

/** Number of rows of one kind in a list of work: `mywork/todo/kinds`. */
export interface WorkKindRow {
  readonly kind: string;
  readonly kindName: string;
  readonly total: number;
}

/** An open task, for those who may reassign it. */
export interface WaitingTaskRow {
  readonly taskId: string;
  readonly nodeName: string;
  /** Empty until one of several candidates has taken it. */
  readonly assigneeName: string;
}

/** A person whom the holder of a task asked, and who has not answered. */
export interface AskedPersonRow {
  readonly taskId: string;
  readonly name: string;
  readonly how: SignKind;
}

/** Data that the page of a task needs beside the record: `mywork/todo/detail`. */
export interface TaskPageData {
  readonly taskId: string;
  readonly processInstanceId: string;
  readonly businessId: string;
  readonly businessName: string;
  readonly kind: string;
  /** Key of the record's resource. */
  readonly resource: string;
  /** Status of the process: `RUN` while it goes on. */
  readonly status: string;
  readonly position: 'inApproval' | 'approved' | 'returned' | 'refused' | 'recalled' | 'draft';
  readonly suspended: boolean;
  readonly applicant: string;
  readonly nodeKey: string;
  readonly nodeName: string;
  /** `assigned` to the reader, who is a `candidate`, or `none` of the reader's. */
  readonly mine: 'assigned' | 'candidate' | 'none';
  readonly taskStatus: string;
  /** The applicant's first step: the record came back, is edited and submitted again. */
  readonly isApply: boolean;
  /** A later step of the applicant's own, to confirm the result (申请人确认). */
  readonly isConfirmation: boolean;
  /** Fields that the reader may change in this step. */
  readonly editable: readonly string[];
  readonly canRefuse: boolean;
  readonly backTargets: readonly { readonly key: string; readonly name: string }[];
  /** Result of disagreeing: `vote` where votes are counted, `opinion` where the reader is asked for one; empty where the route has no way against. */
  readonly against: 'return' | 'close' | 'vote' | 'opinion' | '';
  readonly canClaim: boolean;
  readonly canUnclaim: boolean;
  readonly canTransfer: boolean;
  /** The reader may copy the record to people, unless the record is secret. */
  readonly canCopy: boolean;
  /** Ways in which the reader may ask others: beside (`P`), before (`B`), for an opinion (`D`). */
  readonly canAsk: readonly SignKind[];
  /** Reason for which the reader is asked by another holder; empty where the route asks. */
  readonly askedFor: SignKind | '';
  /** People whom the reader asked, and may do without. */
  readonly asked: readonly AskedPersonRow[];
  /** The record was copied to the reader. */
  readonly isCopied: boolean;
  /** The reader's own approval that can still be taken back (取回); empty where there is none. */
  readonly withdrawTaskId: string;
  /** The applicant may urge those who hold it (催办). */
  readonly canUrge: boolean;
  /** Abilities of the reader on the process as a manager. */
  readonly manages: readonly ProcessAbility[];
  /** Tasks whose assignee the reader, as a manager, may replace. */
  readonly waiting: readonly WaitingTaskRow[];
  /** The author may revise and resubmit the record after a refusal. */
  readonly refusedReturns: boolean;
}

/** Finding of a check of the record: `mywork/todo/checks`. */
export interface CheckRow {
  readonly key: string;
  readonly label: string;
  readonly level: CheckLevel;
  /** The evidence. */
  readonly text: string;
  /** Where it leads: the page of another record. */
  readonly link?: { readonly resource: string; readonly id: string; readonly text: string };
}

/** Findings that checks ask to look at, by record: `mywork/todo/open-checks`. */
export type UncheckedFindings = Readonly<Record<string, readonly CheckRow[]>>;

/** A step that comes next: `get-next-user-task`. */
export interface NextStepRow {
  readonly taskDefinitionKey: string;
  readonly taskName: string;
  readonly users: readonly {
    readonly id: string;
    readonly taskUserId: string;
    readonly name: string;
  }[];
  /** The sender may choose one of the people. */
  readonly choose: boolean;
  /** The sender has to name somebody, whoever that is: the step leaves it to them. */
  readonly anyone?: boolean;
  /** All of the people act. */
  readonly multiple: boolean;
}

/** A step of a forecast. */
export interface ForecastStepRow extends NextStepRow {
  readonly state: 'done' | 'active' | 'coming' | 'skipped';
  /** Why the way leads there: 【金额】≥50,000; empty where nothing was judged. */
  readonly why: string;
  /** Circumstances that may still change it. */
  readonly notes: readonly string[];
  /** Why it is passed over; empty where it is not. */
  readonly skipped: string;
  /** End of a wait; empty for every other step. */
  readonly until: string;
  /** Days that it usually takes; null where that is not known. */
  readonly days: number | null;
  /** The branches that it lies in, outermost first. */
  readonly path: readonly { readonly fork: string; readonly branch: string }[];
}

/** The way to the end if everybody agrees: `get-next-user-task-process`. */
export interface ForecastRow {
  readonly steps: readonly ForecastStepRow[];
  /** Where it does not go on, in words; empty where it comes to the end. */
  readonly stopped: string;
  readonly stops: readonly {
    /** The step behind which it is not known. */
    readonly nodeKey: string;
    readonly text: string;
    /** Names of the steps that may come. */
    readonly possible: readonly string[];
  }[];
  /** How it ends; null where that was not reached. */
  readonly end: {
    readonly result: 'approved' | 'refused' | 'withdrawn';
    readonly why: string;
    readonly notes: readonly string[];
  } | null;
}

/** A word on an approval sheet. */
export interface SheetLine {
  readonly nodeName: string;
  /** Name at that time, with the absent person in whose name it was said. */
  readonly person: string;
  readonly verdict: string;
  readonly opinion: string;
  readonly time: string;
}

/** The approval sheet (审批单) of the newest process of a record: `audit/sheet`. */
export interface ApprovalSheet {
  readonly title: string;
  /** Status of the process: `RUN` while it goes on. */
  readonly status: string;
  readonly started: string;
  /** Words that count, in order. */
  readonly rows: readonly SheetLine[];
  /** Words that sent the record back: the rounds before them count no more. */
  readonly rounds: readonly SheetLine[];
}

/** One event in the approval of a record: `audit/detail`, oldest first. */
export interface ApprovalRow {
  readonly id: string;
  readonly nodeKey: string;
  readonly nodeName: string;
  readonly userId: string;
  readonly userName: string;
  readonly action: string;
  readonly actionName: string;
  readonly opinion: string;
  /** The person to whom it was reassigned, or the step to which it went back. */
  readonly targetName: string;
  readonly arriveTime: string;
  readonly finishTime: string;
  /** Time between the two in words; empty while it is open. */
  readonly duration: string;
  readonly taskId: string;
  /** Files that were given with the comment. */
  readonly attachments: readonly AttachedFile[];
}
