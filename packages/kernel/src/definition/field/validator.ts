import type { Label } from '../../label.ts';
import type { Dictionaries } from '../../values/dictionary.ts';
import type { KnownFacts } from '../life/fact.ts';

/** Time and dictionaries with which a row is validated. */
export interface Moment {
  /** Current date in Asia/Shanghai, `yyyy-MM-dd`. */
  readonly today: string;
  /** Current time, `yyyy-MM-dd HH:mm:ss` in Asia/Shanghai; default: the first second of `today`. */
  readonly now?: string;
  /** Dictionaries as edited by the tenant; default: as defined. */
  readonly dictionaries?: Dictionaries;
}

/** Data that a validator may use besides the row. */
export interface ValidatorContext<X = KnownFacts> extends Moment {
  readonly now: string;
  readonly facts: X;
}

/** Data that computed values may use besides the row. */
export interface ComputeContext<X = KnownFacts> {
  readonly facts: X;
}

/** Condition over several fields, checked when submitting, not when saving a draft. */
export interface Validator<Row, Name extends string = string, X = KnownFacts> {
  /** Fields that are marked as invalid; the message appears at the first. */
  readonly fields: readonly Name[];
  /**
   * Returns nothing for a valid row, otherwise a message for the first field or messages by path.
   */
  check(
    row: Readonly<Row>,
    context: ValidatorContext<X>,
  ): Label | readonly { path: string; message: Label }[] | null | undefined;
}
