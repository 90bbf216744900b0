import type { Status } from '../access/status.ts';
import type { Ability } from '../records/abilities.ts';
import type { StepTick } from '../records/step-tick.ts';
import type { RowLike } from '../values/row.ts';

/** Verdict on an ability: given or not, and the reason in the reader's language where it is not. */
export interface AbilityVerdict {
  readonly allowed: boolean;
  readonly reason?: string;
  /** Is the button shown with the reason? Only the condition of the action does not hold now. */
  readonly told?: true;
}

/** The columns of every record beside its fields; absent where a call does not answer them. */
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
  /** In lists of tasks: its writer handed it in again after it had come back. */
  readonly again?: boolean;
  /** In lists of a view: what its page offers for the record. */
  readonly abilities?: readonly Ability[];
  /** In the detail: the verdict on every ability. */
  readonly permissions?: Readonly<Partial<Record<Ability, AbilityVerdict>>>;
}

/** A change of one field; the label is in the reader's language, the values in stored form. */
export interface FieldChangeRow {
  readonly path: string;
  readonly label: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** One change of a record: `R/history`, newest first. */
export interface HistoryRow {
  readonly id: string;
  readonly action: string;
  /** Empty for work of the system. */
  readonly actorId: string;
  readonly actorName: string;
  /** `yyyy-MM-dd HH:mm:ss` in Asia/Shanghai. */
  readonly time: string;
  readonly version: number;
  /** The reason that was given, or empty. */
  readonly note: string;
  readonly changes: readonly FieldChangeRow[];
}

/** Outcome of an action on several records: the call of the action, with `ids`. */
export interface PerformedRows {
  readonly done: readonly string[];
  /** Records that stay as they were, each with the reason. */
  readonly refused: readonly { readonly id: string; readonly message: string }[];
}

/** Result for one record with values that several are given: `R/editAllCheck`. */
export interface EditedRow {
  readonly id: string;
  /** Version that was seen: the edit names it, and is refused where the record changed since. */
  readonly version: number;
  readonly title: string;
  /** Empty where nothing would change, or it may not. */
  readonly changes: readonly FieldChangeRow[];
  /** Why it stays as it is, in the reader's language. */
  readonly message?: string;
}

/** A record in the recycle bin: `R/removed`. */
export interface RemovedRow {
  readonly id: string;
  /** The record's title. */
  readonly text: string;
  /** `yyyy-MM-dd HH:mm:ss` in Asia/Shanghai. */
  readonly removeTime: string;
}

/** A record that a picker offers: `R/lookup`, `R/choices`. */
export interface OptionRow {
  readonly id: string;
  readonly text: string;
  /** Note that distinguishes records of one title: department and staff number. */
  readonly note: string;
  /** Id of the record above, in a tree; empty for those at the top. */
  readonly parentId?: string;
  /** Values that the reference that may choose it copies from it, under the names of the copies. */
  readonly values?: RowLike;
}

/** How many rows of a list share these values: `R/tally`. */
export interface GroupCountRow {
  /** One per field of `by`; empty where the field is empty. */
  readonly keys: readonly string[];
  /** Names of the keys in the reader's language. */
  readonly names: readonly string[];
  readonly total: number;
  /** Totals of the list, by field, where `withSums` asks for them. */
  readonly sums?: Readonly<Record<string, string | number>>;
}
