import type { Status } from '../access/status.ts';
import type { Ability } from '../records/abilities.ts';
import type { StepTick } from '../records/step-tick.ts';
import type { RowLike } from '../values/row.ts';

/** Verdict on an ability: allowed, or refused with the reason in the reader's language. */
export interface AbilityVerdict {
  readonly allowed: boolean;
  readonly reason?: string;
  /**
   * True if the disabled button is shown with the reason, because only the action's own condition
   * fails.
   */
  readonly told?: true;
}

/** Columns of every record besides its fields; absent if a call does not return them. */
export interface RecordColumns {
  readonly id: string;
  readonly version: number;
  readonly createTime?: string;
  readonly createUserName?: string;
  readonly updateTime?: string;
  readonly updateUserName?: string;
  readonly auditStatus?: Status;
  readonly processInstanceId?: string;
  readonly currentNode?: string;
  readonly currentAssignee?: string;
  readonly currentSince?: string;
  readonly steps?: readonly StepTick[];
  /** In lists of tasks: true if the writer has submitted the record again after a return. */
  readonly again?: boolean;
  /** In lists of a view: abilities that its page offers for the record. */
  readonly abilities?: readonly Ability[];
  /** On detail pages: verdicts on all abilities. */
  readonly permissions?: Readonly<Partial<Record<Ability, AbilityVerdict>>>;
}

/** Change of one field; the label is in the reader's language, the values in stored form. */
export interface FieldChangeRow {
  readonly path: string;
  readonly label: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** Change of a record: `R/history`, newest first. */
export interface HistoryRow {
  readonly id: string;
  readonly action: string;
  /** Id of the person; empty for changes by the system. */
  readonly actorId: string;
  readonly actorName: string;
  /** Time of the change, `yyyy-MM-dd HH:mm:ss` in Asia/Shanghai. */
  readonly time: string;
  readonly version: number;
  /** Reason that the person gave, or empty. */
  readonly note: string;
  readonly changes: readonly FieldChangeRow[];
}

/** Result of an action on several records: the call of the action, with `ids`. */
export interface PerformedRows {
  readonly done: readonly string[];
  /** Records that were refused, each with the reason. */
  readonly refused: readonly { readonly id: string; readonly message: string }[];
}

/** Preview, for one record, of setting values in several records: `R/editAllCheck`. */
export interface EditedRow {
  readonly id: string;
  /**
   * Version that the preview is based on: the edit sends it, and is refused if the record has
   * changed since.
   */
  readonly version: number;
  readonly title: string;
  /** Changes; empty if nothing would change, or the edit is refused. */
  readonly changes: readonly FieldChangeRow[];
  /** Reason why the record would not change, in the reader's language. */
  readonly message?: string;
}

/** Record in the recycle bin: `R/removed`. */
export interface RemovedRow {
  readonly id: string;
  /** Title of the record. */
  readonly text: string;
  /** Time of deletion, `yyyy-MM-dd HH:mm:ss` in Asia/Shanghai. */
  readonly removeTime: string;
}

/** Record that a picker offers: `R/lookup`, `R/choices`. */
export interface OptionRow {
  readonly id: string;
  readonly text: string;
  /** Note that distinguishes records with equal titles: department and staff number. */
  readonly note: string;
  /** Id of the parent record in a tree; empty for roots. */
  readonly parentId?: string;
  /**
   * Values that the reference field copies when this record is chosen, keyed by the names of the
   * copies.
   */
  readonly values?: RowLike;
}

/** Number of rows of a list with one combination of values: `R/tally`. */
export interface GroupCountRow {
  /** Values of the fields `by`; an empty text for an empty field. */
  readonly keys: readonly string[];
  /** Names of the keys in the reader's language. */
  readonly names: readonly string[];
  readonly total: number;
  /** Sums of the list's columns, by field, if requested with `withSums`. */
  readonly sums?: Readonly<Record<string, string | number>>;
}
