import type { KnownFacts } from '@keyan/kernel/definition/life/fact.ts';
import type { Resource, Row } from '@keyan/kernel/definition/resource.ts';
import type { Fault } from '@keyan/kernel/errors.ts';
import type { Abilities, Ability } from '@keyan/kernel/records/abilities.ts';
import type { Aggregate, AggregateRow, Split } from '@keyan/kernel/records/aggregate.ts';
import type { Change } from '@keyan/kernel/records/diff.ts';
import type { Condition, GroupCount, Page, Query, Question } from '@keyan/kernel/records/query.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { OptionRow, RemovedRow } from '@keyan/kernel/wire/records.ts';
import type { PickerQuestion } from '../records/choosable.ts';
import type { Statement, Tx } from '../store/connection/database.ts';
import type { NamingPlace } from '../store/statements/naming.ts';
import type { TaskComment } from '../workflow/runtime/port.ts';
import type { CommandTransaction } from './context.ts';
import type { FoundOfKind } from './search.ts';

/** Record with what its page shows. */
export interface RecordDetail<R extends Resource = Resource> {
  readonly row: Row<R>;
  readonly abilities: Abilities;
}

/** Record in a list; `abilities` is set if the list belongs to a view. */
export type ListedRow<R extends Resource = Resource> = Row<R> & {
  abilities?: readonly Ability[];
};

/** Search of the records of a resource that name a person, with the fields to return. */
export interface PersonNaming {
  readonly resource: Resource;
  /** Fields of the resource that contain people. */
  readonly at: readonly NamingPlace[];
  readonly fields: readonly string[];
  readonly where: readonly Condition[];
}

/** Question about the rows of a page: which rows, grouped by which fields, and with which aggregates. */
export interface AggregateQuestion {
  readonly resource: Resource;
  readonly view: string;
  readonly where: readonly Condition[];
  readonly by: readonly Split[];
  readonly of: readonly Aggregate[];
}

/**
 * Reason why the actor gets no aggregate: `page` without the right to the page, `field` if a field of the question is
 * hidden from them.
 */
export type UnansweredReason = 'page' | 'field';

/** Record that names the person. */
export interface NamingRow {
  /** Key of the resource. */
  readonly key: string;
  readonly row: ListedRow;
}

/** Entry of the history of a record (append-only). */
export interface HistoryEntry {
  readonly id: string;
  readonly action: string;
  readonly actorId: string | null;
  readonly actorName: string;
  readonly time: string;
  readonly version: number;
  readonly note: string | null;
  readonly changes: readonly Change[];
}

/** Parameters of a picker in a form, besides those of a list. */
export interface WantedChoice extends PickerQuestion {
  /**
   * True for a picker inside a form: departments are limited to those that the record may have, which depends on the
   * employees whom it names.
   */
  readonly form?: boolean;
  readonly people?: readonly string[];
  /** Variant of the record being edited; options are limited to its kind where the variant decides the kind. */
  readonly variant?: string;
}

/** Result of an action on several records. */
export interface ActionResult {
  readonly done: readonly string[];
  readonly refused: readonly { readonly id: string; readonly fault: Fault }[];
}

/** Record and the version that the actor saw. */
export interface SeenRecord {
  readonly id: string;
  readonly version: number;
}

/** Record with the values that an edit of several records would give it, or the reason why it stays unchanged. */
export interface EditPreview extends SeenRecord {
  /** Empty if the actor may not read the record. */
  readonly title: string;
  readonly changes: readonly Change[];
  readonly fault?: Fault;
}

/**
 * Queries and changes of records for an actor. A change returns the written row: ids without the names that lists and
 * details add. Each command checks the permission code and the row scope of the actor, runs in one transaction, raises
 * the version and writes the history.
 * @throws Denied without the permission code; Missing if the row does not exist for the actor; Invalid with every fault
 *   of the input; Conflict on a stale version; Refused if the status or a business rule forbids the command.
 */
export interface Commands {
  list<R extends Resource>(resource: R, query: Query): Promise<Page<ListedRow<R>>>;
  /** Returns the ids that `list` finds, in the same order, at most `most`: for work that processes all of them. */
  ids(resource: Resource, query: Query, most: number): Promise<readonly string[]>;
  /**
   * Returns the statement that selects these ids as column `id`, for a join in a statement of the caller, whose own
   * parameters follow. No query is run.
   */
  found(resource: Resource, query: Query): Statement;
  /** Yields the rows that `list` finds, in blocks, at most `most` in all. */
  pages<R extends Resource>(
    resource: R,
    question: Question,
    most?: number,
  ): AsyncGenerator<readonly ListedRow<R>[]>;
  /** Reads all records, for work that needs them together. */
  all<R extends Resource>(resource: R, question: Question): Promise<readonly ListedRow<R>[]>;
  /** Returns the number of rows per status under the same filters, for the tabs above a list. */
  counts(resource: Resource, query: Query): Promise<Readonly<Record<string, number>>>;
  /** Returns the codes that a field can have in rows of the list for the actor, whatever other filters are set. */
  possibleCodes(resource: Resource, query: Query, field: string): readonly string[];
  /**
   * Returns the number of rows per value of up to three fields (years, codes, references; a row with several codes
   * counts under each), largest group first, over the rows that `list` finds.
   * @param withSums also returns, per group, the sums of the total columns, or of the named numeric fields
   */
  groupCounts(
    resource: Resource,
    query: Query,
    by: readonly string[],
    withSums?: boolean | readonly string[],
  ): Promise<readonly GroupCount[]>;
  /**
   * Returns the sums of the total columns, by field, over the rows that `list` finds: integers as numbers, amounts as
   * decimal texts. Columns hidden from the actor are left out.
   */
  sums(resource: Resource, query: Query): Promise<Readonly<Record<string, string | number>>>;
  /**
   * Answers several questions in one statement: counts and sums over exactly the rows that `list` finds for the same
   * view and conditions. A question that the actor may not ask is answered with the reason, never with 0.
   */
  aggregates(
    asked: readonly AggregateQuestion[],
  ): Promise<readonly (readonly AggregateRow[] | UnansweredReason)[]>;
  /**
   * Returns the records of several resources that name a person, with the wanted fields, in one statement: at most
   * `most` of each resource, newest first. Resources of which the actor has no page return none.
   */
  naming(
    person: string,
    asked: readonly PersonNaming[],
    most: number,
  ): Promise<readonly NamingRow[]>;
  read<R extends Resource>(resource: R, id: string): Promise<RecordDetail<R>>;
  /**
   * Returns the fields of several records in few statements, without tenant and process columns and without fields that
   * the actor may not read.
   * @param names fields to read, sub-tables included; left out, all fields
   */
  readAll<R extends Resource>(
    resource: R,
    ids: readonly string[],
    names?: readonly string[],
  ): Promise<readonly Row<R>[]>;
  /**
   * Creates or changes a draft; a resource without a process is validated as complete. `imported` marks the first
   * values of a new record as imported from a workbook. `alongside` writes other data in the same transaction; if it
   * throws, the save is rolled back.
   */
  save<R extends Resource>(
    resource: R,
    input: RowLike,
    options?: {
      readonly imported?: boolean;
      readonly alongside?: (tx: Tx, id: string) => Promise<void>;
    },
  ): Promise<Row<R>>;
  /**
   * Saves new records of a workbook in one transaction, all or none. Each record can refer to the records before it.
   * `first` completes an input within the transaction.
   */
  saveImported(
    resource: Resource,
    inputs: readonly RowLike[],
    options: {
      readonly first: (transaction: CommandTransaction, input: RowLike) => Promise<RowLike>;
      readonly alongside: (tx: Tx, ids: readonly string[]) => Promise<void>;
    },
  ): Promise<void>;
  /**
   * Saves the record, validates it as complete, and starts or continues the process; `opinion` is the comment of the
   * applicant on their own task in a process that continues.
   */
  submit<R extends Resource>(
    resource: R,
    input: RowLike,
    options?: { readonly taskUserId?: string; readonly opinion?: TaskComment },
  ): Promise<Row<R>>;
  remove(resource: Resource, ids: readonly string[]): Promise<void>;
  /** Returns the rows that the actor removed in the last days ({@link recycleBinDays}). */
  removed(resource: Resource): Promise<readonly RemovedRow[]>;
  /** Restores records that the actor removed; a record whose approval had begun becomes a draft. */
  restore(resource: Resource, ids: readonly string[]): Promise<void>;
  recall<R extends Resource>(resource: R, id: string): Promise<Row<R>>;
  backDraft<R extends Resource>(resource: R, id: string, reason?: string): Promise<Row<R>>;
  abolish<R extends Resource>(resource: R, id: string, reason: string): Promise<Row<R>>;
  copy<R extends Resource>(resource: R, id: string): Promise<Row<R>>;
  /** Performs an action: `input` contains the values of its dialog and the version that the actor saw. */
  perform<R extends Resource>(
    resource: R,
    name: string,
    id: string,
    input?: RowLike,
  ): Promise<Row<R>>;
  /** Performs an action on several records, each in its own transaction: a refusal does not stop the others. */
  performAll(
    resource: Resource,
    name: string,
    ids: readonly string[],
    input?: RowLike,
  ): Promise<ActionResult>;
  /**
   * Returns a preview of these records with these values; nothing is stored.
   * @throws Denied without the permission code to edit; Invalid for a field that cannot be edited in several records at
   *   once.
   */
  previewEdits(
    resource: Resource,
    ids: readonly string[],
    values: RowLike,
  ): Promise<readonly EditPreview[]>;
  /** Sets these values in several records, one save per record; a record that has changed since is refused. */
  editAll(
    resource: Resource,
    records: readonly SeenRecord[],
    values: RowLike,
  ): Promise<ActionResult>;
  history(resource: Resource, id: string): Promise<readonly HistoryEntry[]>;
  /**
   * Returns the whole value of a masked field; the history records who looked at which field and when.
   * @param field path such as `phone` or `labors.<id of the line>.bankAccount`
   * @param address network address of the caller
   * @throws Denied without the permission code of the field; Invalid for a field that is not masked.
   */
  reveal(resource: Resource, id: string, field: string, address?: string): Promise<string>;
  /**
   * Returns records for a picker outside a form: those that the definition allows choosers to see, else those that the
   * actor may read.
   * @throws Denied if the definition names no choosers and the actor has no page of the resource.
   */
  lookup(resource: Resource, wanted: PickerQuestion): Promise<readonly OptionRow[]>;
  /**
   * Returns the records that a reference field of this resource may choose; `projects.programId` names a field in a
   * sub-table. Empty if the actor may not see the field.
   * @throws Denied without a page of the resource; Invalid for a field that is no reference.
   */
  choices(resource: Resource, field: string, wanted: WantedChoice): Promise<readonly OptionRow[]>;
  /**
   * Returns the facts that rules and computed values of the resource use for a row of a form: facts of records that the
   * actor may choose, or that the stored record already names.
   * @throws Denied without a page of the resource; Missing for an id of no record that they may read.
   */
  facts(resource: Resource, input: RowLike): Promise<KnownFacts>;
  /**
   * Returns records that the actor may read and whose search texts contain every typed word, as written or as pinyin or
   * initials; the best `size` of each resource, in the order of the resources. Only the newest records are searched for
   * a very common word. Resources without results are left out.
   * @throws Denied without a page of one of the resources.
   */
  search(
    resources: readonly Resource[],
    typed: string,
    size: number,
  ): Promise<readonly FoundOfKind[]>;
}
