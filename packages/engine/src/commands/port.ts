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

/** A record as one page needs it. */
export interface RecordDetail<R extends Resource = Resource> {
  readonly row: Row<R>;
  readonly abilities: Abilities;
}

/** A record in a list; `abilities` where the list is that of a view. */
export type ListedRow<R extends Resource = Resource> = Row<R> & {
  abilities?: readonly Ability[];
};

/** Records of a resource that are searched for a person, and the fields that are wanted of them. */
export interface PersonNaming {
  readonly resource: Resource;
  /** Where its records name people. */
  readonly at: readonly NamingPlace[];
  readonly fields: readonly string[];
  readonly where: readonly Condition[];
}

/** A question about the rows of a page: which, split by what, and what is aggregated of them. */
export interface AggregateQuestion {
  readonly resource: Resource;
  readonly view: string;
  readonly where: readonly Condition[];
  readonly by: readonly Split[];
  readonly of: readonly Aggregate[];
}

/** Why something is not aggregated for an actor: they lack the page, or a field that is asked for is hidden from them. */
export type UnansweredReason = 'page' | 'field';

/** A record that names the person. */
export interface NamingRow {
  /** The key of its resource. */
  readonly key: string;
  readonly row: ListedRow;
}

/** One act on a record, as it was recorded (append-only). */
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

/** Parameters of a form beside those of a list. */
export interface WantedChoice extends PickerQuestion {
  /**
   * It is to be entered into a record: of departments only those that the record may have, which
   * depends on the people of ours whom it names.
   */
  readonly form?: boolean;
  readonly people?: readonly string[];
  /** The variant of the record that it is to be entered into: of its kind, where that follows. */
  readonly variant?: string;
}

/** Result of an action on several records. */
export interface ActionResult {
  readonly done: readonly string[];
  readonly refused: readonly { readonly id: string; readonly fault: Fault }[];
}

/** A record as somebody saw it. */
export interface SeenRecord {
  readonly id: string;
  readonly version: number;
}

/** Preview of a record with values that several are given, or the reason why it stays as it is. */
export interface EditPreview extends SeenRecord {
  /** Empty where the record may not be read. */
  readonly title: string;
  readonly changes: readonly Change[];
  readonly fault?: Fault;
}

/**
 * Queries and changes of records for an actor. A change returns the row as it was written: ids without the names that
 * a list or a detail has beside them. Each command checks the permission code and the row scope of its actor, runs in
 * one transaction, raises the version and writes the history.
 *
 * @throws Denied without the permission code; Missing where the row does not exist, or not for the actor; Invalid
 *   with every fault of the input; Conflict on a stale version; Refused where the status or a business rule forbids
 *   it.
 */
export interface Commands {
  list<R extends Resource>(resource: R, query: Query): Promise<Page<ListedRow<R>>>;
  /** The ids of the same rows in the same order, at most this many: for work that goes through all of them. */
  ids(resource: Resource, query: Query, most: number): Promise<readonly string[]>;
  /**
   * The statement that finds the same ids, each as `id` of a row: for a join in a statement of the caller, whose own
   * parameters come behind its. It reads nothing by itself.
   */
  found(resource: Resource, query: Query): Statement;
  /** The rows themselves, some at a time, at most this many in all. */
  pages<R extends Resource>(
    resource: R,
    question: Question,
    most?: number,
  ): AsyncGenerator<readonly ListedRow<R>[]>;
  /** Reads all records, for work that needs them together. */
  all<R extends Resource>(resource: R, question: Question): Promise<readonly ListedRow<R>[]>;
  /** Rows per status under the same filters, for the tabs above a list. */
  counts(resource: Resource, query: Query): Promise<Readonly<Record<string, number>>>;
  /** The codes of a field that rows of the same list can have for the actor, whatever else the question asks. */
  possibleCodes(resource: Resource, query: Query, field: string): readonly string[];
  /**
   * Rows per value of up to three fields (years, codes, references; a row with several codes counts
   * under each), the largest first. The same rows as `list` finds for the same question.
   * @param withSums also the sums of the list's totals over the rows of each group, or of these amounts and numbers
   */
  groupCounts(
    resource: Resource,
    query: Query,
    by: readonly string[],
    withSums?: boolean | readonly string[],
  ): Promise<readonly GroupCount[]>;
  /**
   * The sums of the columns that the list names as totals, by field, over the rows that `list` finds for
   * the same question: integers as numbers, amounts as decimal texts. Columns that the actor may not see are left out.
   */
  sums(resource: Resource, query: Query): Promise<Readonly<Record<string, string | number>>>;
  /**
   * Results of several questions, aggregated in one statement: counts and sums over exactly the rows that `list` finds
   * for the same view and conditions. A question that the actor may not ask is answered with the reason, never with
   * 0.
   */
  aggregates(
    asked: readonly AggregateQuestion[],
  ): Promise<readonly (readonly AggregateRow[] | UnansweredReason)[]>;
  /**
   * Records of several resources that name a person, with these fields, in one statement: at most this many
   * of each resource, the newest first. Resources of which the actor opens no page have none.
   */
  naming(
    person: string,
    asked: readonly PersonNaming[],
    most: number,
  ): Promise<readonly NamingRow[]>;
  read<R extends Resource>(resource: R, id: string): Promise<RecordDetail<R>>;
  /**
   * The fields of several records in few statements, without their tenant and what belongs to their processes; those
   * that the actor may not read are left out.
   * @param names the fields that are read, with sub-tables among them; left out, all of them
   */
  readAll<R extends Resource>(
    resource: R,
    ids: readonly string[],
    names?: readonly string[],
  ): Promise<readonly Row<R>[]>;
  /**
   * Creates or changes a draft; a resource without a process is judged whole. `imported` tells the
   * first values of a new record that it comes out of a workbook. `alongside` writes something else
   * in the same transaction; what it throws undoes the save.
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
   * Saves new records out of a workbook, in one transaction: all of them are saved, or none. Each sees those
   * before it. `first` completes an input within the transaction, from what it makes there.
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
   * Saves, judges everything, and starts or continues the process; `opinion` is what the applicant
   * says of their own task in one that continues.
   */
  submit<R extends Resource>(
    resource: R,
    input: RowLike,
    options?: { readonly taskUserId?: string; readonly opinion?: TaskComment },
  ): Promise<Row<R>>;
  remove(resource: Resource, ids: readonly string[]): Promise<void>;
  /** Rows that the actor removed recently. */
  removed(resource: Resource): Promise<readonly RemovedRow[]>;
  /** Brings back what the actor removed; a record whose approval had begun is a draft then. */
  restore(resource: Resource, ids: readonly string[]): Promise<void>;
  recall<R extends Resource>(resource: R, id: string): Promise<Row<R>>;
  backDraft<R extends Resource>(resource: R, id: string, reason?: string): Promise<Row<R>>;
  abolish<R extends Resource>(resource: R, id: string, reason: string): Promise<Row<R>>;
  copy<R extends Resource>(resource: R, id: string): Promise<Row<R>>;
  /** An action of the kind: `input` has what its dialog asks for, and the version that was seen. */
  perform<R extends Resource>(
    resource: R,
    name: string,
    id: string,
    input?: RowLike,
  ): Promise<Row<R>>;
  /** Performs an action on several records, each in its own transaction: a refusal of one stops no other. */
  performAll(
    resource: Resource,
    name: string,
    ids: readonly string[],
    input?: RowLike,
  ): Promise<ActionResult>;
  /**
   * Preview of these records with these values; nothing is stored.
   * @throws Denied without the code that edits; Invalid for fields that cannot be edited for several at once.
   */
  previewEdits(
    resource: Resource,
    ids: readonly string[],
    values: RowLike,
  ): Promise<readonly EditPreview[]>;
  /** Gives several records these values, each a save for itself; one that changed since is refused. */
  editAll(
    resource: Resource,
    records: readonly SeenRecord[],
    values: RowLike,
  ): Promise<ActionResult>;
  history(resource: Resource, id: string): Promise<readonly HistoryEntry[]>;
  /**
   * The whole value of a masked field; the history says who looked at which field and when.
   * @param field `phone`, or `labors.<id of the line>.bankAccount`
   * @param address where the call came from
   * @throws Denied without the field's code; Invalid for a field that is not masked.
   */
  reveal(resource: Resource, id: string, field: string, address?: string): Promise<string>;
  /**
   * Records for a picker that belongs to no form: those that the definition opens to choosers, else
   * those that the actor may read.
   * @throws Denied where nothing is opened and the actor has no page of the resource.
   */
  lookup(resource: Resource, wanted: PickerQuestion): Promise<readonly OptionRow[]>;
  /**
   * Records that a reference of this resource may choose, `projects.programId` for one in a
   * sub-table. None where the actor may not see any.
   * @throws Denied without a page of the resource; Invalid for a field that is no reference.
   */
  choices(resource: Resource, field: string, wanted: WantedChoice): Promise<readonly OptionRow[]>;
  /**
   * The facts that rules and computed values of the resource use, for a row as the form has it: of
   * records that the actor may choose, or that the stored record names already.
   * @throws Denied without a page of the resource; Missing for an id of no record that they may read.
   */
  facts(resource: Resource, input: RowLike): Promise<KnownFacts>;
  /**
   * Records that the actor may read and whose searched texts hold every word that was typed, as it is written or as
   * its pinyin or initials; the best `size` of each resource, in the order of the resources. Only the newest records
   * are searched for a word that very many hold. Resources without a record are left out.
   * @throws Denied without a page of one of the resources.
   */
  search(
    resources: readonly Resource[],
    typed: string,
    size: number,
  ): Promise<readonly FoundOfKind[]>;
}
