import type { Label } from '../../label.ts';
import type { RowLike } from '../../values/row.ts';
import type { Face } from '../field/field.ts';

/** Record that moves together with another one. */
export type MovedRecord = RowLike & { readonly id: string };

/**
 * Records of another kind that a job moves after an action, being too many for its transaction:
 * records that refer to the action's record, each by the named action of its kind (one by a job),
 * if allowed in its state.
 */
export interface BackgroundMove extends Pick<RecordMove<never>, 'kind' | 'by' | 'action'> {
  /**
   * Field that groups the records: records with equal values move in one transaction, all or none.
   */
  readonly together?: string;
}

/**
 * Records of another kind that move with an action, in its transaction: records that refer to the
 * action's record, each by the named action of its kind, if allowed in its state.
 */
export interface RecordMove<Row> {
  /** Face of the kind that moves. */
  readonly kind: Face;
  /** Reference of the moving records to the action's record. */
  readonly by: string;
  /**
   * Further conditions: names of inputs of the dialog by field of the moving records, which must be
   * equal.
   */
  readonly where?: Readonly<Record<string, string>>;
  /** Action of the moving records; one by an effect, so that it has no button. */
  readonly action: string;
  /** Returns an objection to moving these records, or null. Pure. */
  refuse?(moved: readonly MovedRecord[], input: RowLike): Label | null;
  /** Returns the dialog inputs and computed values for each moving record. Pure. */
  values?(moved: MovedRecord, row: Readonly<Row>, input: RowLike): RowLike;
}
