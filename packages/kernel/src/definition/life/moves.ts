import type { Label } from '../../label.ts';
import type { RowLike } from '../../values/row.ts';
import type { Face } from '../field/field.ts';

/** A record that moves because another one does. */
export type MovedRecord = RowLike & { readonly id: string };

/**
 * The records of another kind that move after an action, in the background: too many for its transaction. Those
 * that name the record and stand where an action of theirs begins, each by that action, which is one by a job.
 */
export interface BackgroundMove extends Pick<RecordMove<never>, 'kind' | 'by' | 'action'> {
  /** Field by whose value records are grouped: those with the same value move in one transaction, all or none. */
  readonly together?: string;
}

/**
 * The records of another kind that move with an action, in its transaction: those that name the record and stand
 * where an action of theirs begins, each by that action.
 */
export interface RecordMove<Row> {
  /** Kind. */
  readonly kind: Face;
  /** The reference by which they name the record. */
  readonly by: string;
  /** Only those that have in a field what the dialog says: names in the dialog, by field. */
  readonly where?: Readonly<Record<string, string>>;
  /** The action of theirs; by an effect, so that nobody has a button for it. */
  readonly action: string;
  /** Objection to the move, with all of them as they are. Pure. */
  refuse?(moved: readonly MovedRecord[], input: RowLike): Label | null;
  /** Values that its dialog would ask of each, and other computed fields of theirs. Pure. */
  values?(moved: MovedRecord, row: Readonly<Row>, input: RowLike): RowLike;
}
