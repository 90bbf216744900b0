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

/** Completion of a matter for which the process of a record waits. */
export interface MatterCompletion {
  readonly resource: Resource;
  /** Id of the record. */
  readonly id: string;
  /** Name under which the matter is registered. */
  readonly matter: string;
  /** Key of this completion; a repeated key has no effect. */
  readonly key: string;
  readonly verdict: Verdict;
  /** Facts of the matter that conditions may read, as the matter declares them. */
  readonly facts?: Facts;
  /** Values for fields of the record that the waiting step allows its matter to change. */
  readonly values?: RowLike;
  readonly comment?: string;
}

/** Requests of record code to the approval engine, which is in a higher layer. */
export interface ResumeProcess {
  /**
   * Completes the matter for which the process of a record waits, in the transaction of the caller, who has checked the
   * right. Repeating the same completion has no effect.
   * @throws Refused `该环节已处理` after a different completion, or if the process no longer waits; Invalid for values that
   *   the record cannot have; Missing for a record without a process.
   */
  resume(transaction: TransactionContext, completion: MatterCompletion): Promise<void>;
  /** Ends a running process, if any, because of an event of the record. */
  end(
    step: TransactionContext,
    work: {
      readonly resource: Resource;
      /** Row of the record; the caller holds its lock. */
      readonly row: StoredRow;
      readonly cause: Extract<StatusAction, 'backDraft' | 'abolish'> | 'remove';
      /** Comment of a person, or text of the program. */
      readonly opinion?: string | Label;
    },
  ): Promise<ProcessColumns>;
}

/** Services for reading and writing records. */
export interface RecordServices {
  readonly database: Database;
  readonly store: Store;
  readonly ids: Ids;
  readonly clock: () => Date;
  readonly dictionaries: DictionaryStore;
  readonly files: Files;
  readonly messages: Messages;
  readonly jobs: Jobs;
  /** Encryption of credentials in records. */
  readonly secrets: Secrets;
  readonly workflow: ResumeProcess;
  readonly workers: WorkerPool;
  /** Resources by key. */
  readonly resources: ReadonlyMap<string, Resource>;
  readonly behaviours: ReadonlyMap<string, Behaviour>;
}

/** Transaction of a command, with the services that may be used inside it. */
export interface TransactionContext extends ActorTransaction {
  readonly engine: RecordServices;
}

/** Context in which the server half of a resource answers checks. */
export interface ReadingContext {
  readonly engine: RecordServices;
  readonly actor: Actor | SystemActor;
  readonly session: Session;
}

export type StoredRow<F extends Fields = Fields> = RowOf<F> & BaseRow & ProcessRow;

/** Record read from a file of another program, to become a draft. */
export interface FileRecord {
  readonly title: string;
  readonly input: RowLike;
  /** Notes for the person who imports the record. */
  readonly notes: readonly Label[];
  /** Reason why it cannot become a record of this resource. */
  readonly refused?: Label | undefined;
  /** Page for its kind, if it is a record of another kind. */
  readonly elsewhere?: OtherImportPage | undefined;
}

/**
 * Returns further facts for strangers who verify a sheet of a record, in their language. They must contain nothing
 * secret.
 */
export type VerifyRecord<F extends Fields = Fields> = (
  row: StoredRow<F>,
  reading: {
    readonly engine: Pick<RecordServices, 'store' | 'dictionaries'>;
    readonly session: Session;
    readonly language: Language;
  },
) => Promise<VerifiedExtra>;

/**
 * Code of one resource, beside its definition: hooks around saving and submitting. Everything else is a separate
 * endpoint.
 */
export interface Behaviour<F extends Fields = Fields> {
  readonly resource: Resource<F>;
  /** Changes a valid row before it is stored: for values that need the database. */
  readonly complete?: (
    row: RowOf<F>,
    transaction: TransactionContext & {
      readonly before: StoredRow<F> | null;
      readonly facts: KnownFacts;
    },
  ) => Promise<Partial<RowOf<F>>>;
  /** Returns faults that need the database: duplicates, quotas, balances. Called at submission. */
  readonly check?: (
    row: StoredRow<F>,
    transaction: TransactionContext,
  ) => Promise<readonly FieldFault[]>;
  /**
   * Writes data outside the record that belongs to it, after every change of the record, including removing and
   * restoring. An error rolls the change back.
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
   * External call before an action, by its name, or before a save (`save`, with the row that would be stored): after
   * the right was checked and before the transaction, which applies only to the same version of the record. No database
   * connection is held meanwhile. An error becomes the answer.
   */
  readonly ahead?: Readonly<
    Record<
      string,
      (
        row: StoredRow<F>,
        asker: {
          readonly tenantId: string;
          /** Stored record; null if a save creates one. */
          readonly before: StoredRow<F> | null;
        },
      ) => Promise<void>
    >
  >;
  /** Further work of an action, by its name, in its transaction. */
  readonly performed?: Readonly<
    Record<string, (row: StoredRow<F>, transaction: TransactionContext) => Promise<void> | void>
  >;
  /**
   * Reads a file of a type that the definition imports (`importFiles`), record by record.
   * @throws Refused for a file without a record.
   */
  readonly readFile?: (
    content: Buffer,
    asker: { readonly engine: RecordServices; readonly actor: Actor },
  ) => Promise<readonly FileRecord[]>;
  /**
   * Reads the first sheet of a workbook written by another program, header first, record by record; null for an unknown
   * layout.
   */
  readonly readSheet?: (
    rows: readonly (readonly string[])[],
    asker: { readonly engine: RecordServices; readonly actor: Actor },
  ) => Promise<readonly FileRecord[] | null>;
  /** Returns further values of a record that an import creates by name (`importMakes` of another definition). */
  readonly named?: (values: RowLike, transaction: TransactionContext) => Promise<Partial<RowOf<F>>>;
  /**
   * Answers the checks that the definition declares as `supplied`, by key: returns the result for each of these
   * records, in their order. Makes no changes.
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
  /** Returns facts for whoever verifies a sheet of its records. */
  readonly verified?: VerifyRecord<F>;
  /** Decides which people besides readers of the record may open its files. */
  readonly lends?: LendFileTo;
}

/** Types a behaviour by its resource: `export const paperBehaviour = defineBehaviour(paper, { … })`. */
export const defineBehaviour = <F extends Fields>(
  resource: Resource<F>,
  hooks: Omit<Behaviour<F>, 'resource'>,
): Behaviour => ({ resource, ...hooks }) as Behaviour;

/** @throws Error for a hook of an action that the resource does not have: the hook would never run */
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
