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

/** Refusal of files for a record that may hold no attachments (ruling 29). */
export const noAttachmentsHere: Label = [
  '该记录不允许上传附件',
  'This record takes no attachments',
];

/** Is a file lent, and under which name (without its suffix) where its own would say too much? */
export type FileLoan = boolean | { readonly named: string };

/**
 * May somebody who does not read a record open this file of it all the same, such as an expert who is to
 * judge the record? Reads only.
 */
export type LendFileTo = (
  file: { readonly id: string; readonly record: string; readonly catalog: string },
  reader: { readonly actor: Actor; readonly session: Session },
) => Promise<FileLoan>;

/** Tells the file store whether an actor may read a record; the commands do. */
export interface RecordReader {
  /** By key. */
  readonly resources: ReadonlyMap<string, Resource>;
  /** By key of the resource. */
  readonly behaviours: ReadonlyMap<string, { readonly lends?: LendFileTo }>;
  as(actor: Actor): {
    /** @throws Missing when the actor may not read the record. */
    read(resource: Resource, id: string): Promise<unknown>;
  };
}

/** Interface of the file store for the commands: the attachments of records. */
export interface Files extends AttachmentColumn {
  /** The attachments of these records, by record id, in the order in which they were added. */
  of(
    session: Session,
    resource: Resource,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, readonly AttachedFile[]>>;
  /** Reads what the statement's `column` gave. */
  fromColumn(value: unknown): readonly AttachedFile[];
  /**
   * Makes exactly these files (ids, or objects with `id` and `catalog`) the attachments of a
   * record; files that were uploaded by somebody else or belong elsewhere are refused.
   * @throws Invalid naming the field.
   */
  bind(
    transaction: ActorTransaction,
    resource: Resource,
    id: string,
    given: readonly unknown[],
  ): Promise<readonly AttachedFile[]>;
  /**
   * Gives a record the files of another one as its own: rows that point to the same content. What happens to
   * the files of one record afterwards does not concern the other.
   * @param catalogs the categories of these files, each with the one in which they go on
   */
  share(
    transaction: ActorTransaction & { readonly ids: Ids },
    from: { readonly resource: Resource; readonly id: string },
    to: { readonly resource: Resource; readonly id: string },
    catalogs: ReadonlyMap<string, string>,
  ): Promise<readonly AttachedFile[]>;
  /** Files that the actor uploaded for this record and that still wait for it, oldest first. */
  meantFor(transaction: ActorTransaction, id: string): Promise<readonly AttachedFile[]>;
  /** The record's attachments were named, which is all of them: nothing of the kind comes in later. */
  forgetMeant(transaction: ActorTransaction, id: string): void;
  /**
   * Files that the actor uploaded go with their opinion on a task, or with a remark in a talk, by its id: they are
   * read by the rights of the record and are none of its own attachments.
   * @throws Invalid naming `attachments` when one is gone or somebody else's.
   */
  give(
    transaction: ActorTransaction,
    task: { readonly id: string; readonly resource: string; readonly businessId: string },
    given: readonly string[],
  ): Promise<void>;
  /** Removes the files that were given with an opinion or a remark. */
  withdraw(tx: Tx, task: string): Promise<void>;
  /** Files given with the opinions on these tasks, or with these remarks, by id. */
  givenWith(
    session: Session,
    tasks: readonly string[],
  ): Promise<ReadonlyMap<string, readonly AttachedFile[]>>;
  /** The required categories of the record that hold none of these files. */
  missing(
    session: Session,
    resource: Resource,
    row: RowLike,
    files: readonly AttachedFile[],
  ): Promise<readonly AttachmentCategory[]>;
}
