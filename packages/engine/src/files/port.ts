import type { Actor } from '@keyan/kernel/access/actor.ts';
import type {
  AttachedFile,
  AttachmentCategory,
} from '@keyan/kernel/definition/field/categories.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { Session, Tx } from '../store/connection/database.ts';
import type { ActorTransaction } from '../store/connection/transaction.ts';
import type { Ids } from '../store/schema/ids.ts';
import type { AttachmentColumn } from '../store/statements/select.ts';

/** Text that refuses files for a record that may have no attachments (ruling 29). */
export const noAttachmentsHere: Label = [
  '该记录不允许上传附件',
  'This record takes no attachments',
];

/**
 * Permission to open a file without reading its record; `named` replaces its name (without extension) where the real
 * name would reveal too much.
 */
export type FileLoan = boolean | { readonly named: string };

/**
 * Decides if somebody who does not read a record may open one of its files, such as an expert who reviews the record.
 * Makes no changes.
 */
export type LendFileTo = (
  file: { readonly id: string; readonly record: string; readonly catalog: string },
  reader: { readonly actor: Actor; readonly session: Session },
) => Promise<FileLoan>;

/** Checks for the file store if an actor may read a record; the commands implement it. */
export interface RecordReader {
  /** Resources by key. */
  readonly resources: ReadonlyMap<string, Resource>;
  /** Behaviours by key of the resource. */
  readonly behaviours: ReadonlyMap<string, { readonly lends?: LendFileTo }>;
  as(actor: Actor): {
    /**
     * Reads a record.
     * @throws Missing if the actor may not read it.
     */
    read(resource: Resource, id: string): Promise<unknown>;
  };
}

/** Interface of the file store for the commands: the attachments of records. */
export interface Files extends AttachmentColumn {
  /** Returns the attachments of these records, keyed by record id, in the order of adding. */
  of(
    session: Session,
    resource: Resource,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, readonly AttachedFile[]>>;
  /** Converts a value of the statement’s `column` to files. */
  fromColumn(value: unknown): readonly AttachedFile[];
  /**
   * Makes exactly these files (ids, or objects with `id` and `catalog`) the attachments of a record; files that
   * somebody else uploaded or that belong to another record are refused.
   * @throws Invalid naming the field.
   */
  bind(
    transaction: ActorTransaction,
    resource: Resource,
    id: string,
    given: readonly unknown[],
  ): Promise<readonly AttachedFile[]>;
  /**
   * Copies the files of one record to another: new rows that point to the same content. Later changes of either record
   * do not affect the other.
   * @param catalogs category of each file in the source, mapped to the category in the target
   */
  share(
    transaction: ActorTransaction & { readonly ids: Ids },
    from: { readonly resource: Resource; readonly id: string },
    to: { readonly resource: Resource; readonly id: string },
    catalogs: ReadonlyMap<string, string>,
  ): Promise<readonly AttachedFile[]>;
  /** Returns the ids of those files that the system printed. */
  printed(session: Session, ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Returns the unattached files that the actor uploaded for this record, oldest first. */
  meantFor(transaction: ActorTransaction, id: string): Promise<readonly AttachedFile[]>;
  /** Forgets for which record files were uploaded, because the attachments of the record were named completely. */
  forgetMeant(transaction: ActorTransaction, id: string): void;
  /**
   * Attaches files of the actor to an opinion on a task or to a remark, by its id: they are read by the rights of the
   * record and are none of its own attachments.
   * @throws Invalid naming `attachments` if a file is missing or belongs to somebody else.
   */
  give(
    transaction: ActorTransaction,
    task: { readonly id: string; readonly resource: string; readonly businessId: string },
    given: readonly string[],
  ): Promise<void>;
  /** Removes the files of an opinion or a remark. */
  withdraw(tx: Tx, task: string): Promise<void>;
  /** Returns the files of the opinions on these tasks, or of these remarks, keyed by id. */
  givenWith(
    session: Session,
    tasks: readonly string[],
  ): Promise<ReadonlyMap<string, readonly AttachedFile[]>>;
  /** Returns the required categories of the record without a file among these. */
  missing(
    session: Session,
    resource: Resource,
    row: RowLike,
    files: readonly AttachedFile[],
  ): Promise<readonly AttachmentCategory[]>;
}
