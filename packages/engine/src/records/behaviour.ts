import type { Actor, SystemActor } from '@keyan/kernel/access/actor.ts';
import type { Status, StatusAction } from '@keyan/kernel/access/status.ts';
import type { Fields, RowOf } from '@keyan/kernel/definition/field/field.ts';
import type { CheckFinding } from '@keyan/kernel/definition/life/checks.ts';
import type { KnownFacts } from '@keyan/kernel/definition/life/fact.ts';
import type { BaseRow, ProcessRow, Resource } from '@keyan/kernel/definition/resource.ts';
import type { FieldFault } from '@keyan/kernel/errors.ts';
import type { Label, Language } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { VerifiedExtra } from '@keyan/kernel/wire/prints.ts';
import type { OtherImportPage } from '@keyan/kernel/wire/workbooks.ts';
import type { Facts } from '@keyan/kernel/workflow/expression.ts';
import type { Verdict } from '@keyan/kernel/workflow/state.ts';
import type { Secrets } from '../base/secrets.ts';
import type { Files, LendFileTo } from '../files/port.ts';
import type { Jobs } from '../jobs/port.ts';
import type { Messages } from '../messages/port.ts';
import type { Database, Session } from '../store/connection/database.ts';
import type { ActorTransaction } from '../store/connection/transaction.ts';
import type { DictionaryStore } from '../store/dictionaries.ts';
import type { Ids } from '../store/schema/ids.ts';
import type { Store } from '../store/store.ts';
import type { WorkerPool } from '../workers/pool.ts';
import type { ProcessColumns } from './process-columns.ts';

/** A matter that was completed, and what it means for the record whose process waits for it. */
export interface MatterCompletion {
  readonly resource: Resource;
  /** The id of the record. */
  readonly id: string;
  /** The name under which the matter is registered. */
  readonly matter: string;
  /** Names this completion. */
  readonly key: string;
  readonly verdict: Verdict;
  /** Facts that conditions may read of it, as the matter declares it. */
  readonly facts?: Facts;
  /** Values of the record, of fields that the wait lets its matter change. */
  readonly values?: RowLike;
  readonly comment?: string;
}

/** Requests that code of records may make to the approval engine, which lies above it. */
export interface ResumeProcess {
  /**
   * Completes the matter that the process of a record waits for, in the transaction of the caller, who
   * has seen to it that the actor may do so. The same completion again has no effect.
   * @throws Refused `该环节已处理` where another one was told before, or nothing waits for it any more;
   *   Invalid for values that the record cannot have; Missing for a record without a process.
   */
  resume(transaction: TransactionContext, completion: MatterCompletion): Promise<void>;
  /** Ends a living process, if any, because of what happened to the record. */
  end(
    step: TransactionContext,
    work: {
      readonly resource: Resource;
      /** Locked by the caller. */
      readonly row: StoredRow;
      readonly cause: Extract<StatusAction, 'backDraft' | 'abolish'> | 'remove';
      /** Opinion of a person, or text of the program. */
      readonly opinion?: string | Label;
    },
  ): Promise<ProcessColumns>;
}

/** Services of the server that reading and writing records needs. */
export interface RecordServices {
  readonly database: Database;
  readonly store: Store;
  readonly ids: Ids;
  readonly clock: () => Date;
  readonly dictionaries: DictionaryStore;
  readonly files: Files;
  readonly messages: Messages;
  readonly jobs: Jobs;
  /** Keys that seal credentials of records. */
  readonly secrets: Secrets;
  readonly workflow: ResumeProcess;
  readonly workers: WorkerPool;
  /** By key. */
  readonly resources: ReadonlyMap<string, Resource>;
  readonly behaviours: ReadonlyMap<string, Behaviour>;
}

/** The transaction of a command, and what may be used inside it. */
export interface TransactionContext extends ActorTransaction {
  readonly engine: RecordServices;
}

/** Context that the server half of a resource answers checks with. */
export interface ReadingContext {
  readonly engine: RecordServices;
  readonly actor: Actor | SystemActor;
  readonly session: Session;
}

export type StoredRow<F extends Fields = Fields> = RowOf<F> & BaseRow & ProcessRow;

/** A record of a file of another program, on its way to become a draft. */
export interface FileRecord {
  readonly title: string;
  readonly input: RowLike;
  /** Notes that a person should look at. */
  readonly notes: readonly Label[];
  /** Why it cannot become a record of this resource. */
  readonly refused?: Label | undefined;
  /** The page that takes it, where it is of another kind. */
  readonly elsewhere?: OtherImportPage | undefined;
}

/** Further answer for strangers who verify a sheet of a record, in their language. Nothing secret may be in it. */
export type VerifyRecord<F extends Fields = Fields> = (
  row: StoredRow<F>,
  reading: {
    readonly engine: Pick<RecordServices, 'store' | 'dictionaries'>;
    readonly session: Session;
    readonly language: Language;
  },
) => Promise<VerifiedExtra>;

/**
 * Code of one resource, beside its definition: hooks around saving and submitting. What fits
 * none of them is an endpoint of its own.
 */
export interface Behaviour<F extends Fields = Fields> {
  readonly resource: Resource<F>;
  /** Last change to a valid row before it is stored: values that need the database. */
  readonly complete?: (
    row: RowOf<F>,
    transaction: TransactionContext & {
      readonly before: StoredRow<F> | null;
      readonly facts: KnownFacts;
    },
  ) => Promise<Partial<RowOf<F>>>;
  /** Faults that need the database: duplicates, quotas, balances. Asked at submit. */
  readonly check?: (
    row: StoredRow<F>,
    transaction: TransactionContext,
  ) => Promise<readonly FieldFault[]>;
  /**
   * Data that belongs to a record and is kept elsewhere, written right after every change of the record itself;
   * removing and restoring too. An error that it throws undoes the change.
   */
  readonly saved?: (
    row: StoredRow<F>,
    transaction: TransactionContext & {
      readonly before: StoredRow<F> | null;
      readonly action: string;
    },
  ) => Promise<void>;
  /** Effects of reaching a status, in the transaction of the step. */
  readonly entering?: Partial<
    Record<Status, (row: StoredRow<F>, transaction: TransactionContext) => Promise<void>>
  >;
  /**
   * Call of an action, by its name, to a system outside, or of a save (`save`, with the row that it would store):
   * after the actor's right was judged and before the transaction, which holds for the record as it was then. No
   * connection of the database waits for the answer. An error that it throws is the answer.
   */
  readonly ahead?: Readonly<
    Record<
      string,
      (
        row: StoredRow<F>,
        asker: {
          readonly tenantId: string;
          /** The record as it stands; null where a save makes one. */
          readonly before: StoredRow<F> | null;
        },
      ) => Promise<void>
    >
  >;
  /** Further work of an action of the kind, in its transaction, by its name. */
  readonly performed?: Readonly<
    Record<string, (row: StoredRow<F>, transaction: TransactionContext) => Promise<void> | void>
  >;
  /**
   * Reads a file of those that the definition takes (`importFiles`), record by record.
   * @throws Refused for a file without a record.
   */
  readonly readFile?: (
    content: Buffer,
    asker: { readonly engine: RecordServices; readonly actor: Actor },
  ) => Promise<readonly FileRecord[]>;
  /**
   * Reads the first sheet of a workbook that another program wrote, its head first, record by record;
   * null for one that is none of those the kind knows.
   */
  readonly readSheet?: (
    rows: readonly (readonly string[])[],
    asker: { readonly engine: RecordServices; readonly actor: Actor },
  ) => Promise<readonly FileRecord[] | null>;
  /** Further values of a record that an import makes by its name (`importMakes` of another definition). */
  readonly named?: (values: RowLike, transaction: TransactionContext) => Promise<Partial<RowOf<F>>>;
  /**
   * Answers the checks that the definition declares as `supplied`, by key: what it found of each of these records, in
   * their order. Reads only, and all of them together.
   */
  readonly checked?: Readonly<
    Record<
      string,
      (
        rows: readonly StoredRow<F>[],
        reading: ReadingContext,
      ) => Promise<readonly (CheckFinding | null)[]>
    >
  >;
  /** Facts that a sheet of its records rests on, for whoever verifies it. */
  readonly verified?: VerifyRecord<F>;
  /** People who may open a file of its records beside readers of the record. */
  readonly lends?: LendFileTo;
}

/** `export const paperBehaviour = defineBehaviour(paper, { … })` */
export const defineBehaviour = <F extends Fields>(
  resource: Resource<F>,
  hooks: Omit<Behaviour<F>, 'resource'>,
): Behaviour => ({ resource, ...hooks }) as Behaviour;

/** @throws Error for a hook of an action that the resource does not have: it would never run */
export const checkHooks = (
  { key, actions = {} }: Pick<Resource, 'key' | 'actions'>,
  { ahead = {}, performed = {} }: Pick<Behaviour, 'ahead' | 'performed'>,
): void => {
  const hooked = [
    ...Object.keys(performed),
    ...Object.keys(ahead).filter((name) => name !== 'save'),
  ];
  const lost = hooked.find((name) => !Object.hasOwn(actions, name));
  if (lost !== undefined)
    throw new Error(`${key}: its behaviour hooks into ${lost}, which is no action`);
};
