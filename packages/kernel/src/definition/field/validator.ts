import type { Label } from '../../label.ts';
import type { Dictionaries } from '../../values/dictionary.ts';
import type { KnownFacts } from '../life/fact.ts';

/** When, and with which words, a row is judged. */
export interface Moment {
  /** Today in Asia/Shanghai, `yyyy-MM-dd`. */
  readonly today: string;
  /** `yyyy-MM-dd HH:mm:ss`, Asia/Shanghai; without it, the first second of today. */
  readonly now?: string;
  /** The dictionaries as the tenant edited them; without them, as they are defined. */
  readonly dictionaries?: Dictionaries;
}

/** Data that a validator may use beside the row. */
export interface ValidatorContext<X = KnownFacts> extends Moment {
  readonly now: string;
  readonly facts: X;
}

/** Data that computed values may use beside the row. */
export interface ComputeContext<X = KnownFacts> {
  readonly facts: X;
}

/** A condition across fields, checked at submit. A draft may break it. */
export interface Validator<Row, Name extends string = string, X = KnownFacts> {
  /** The fields that are marked as invalid; the message is shown at the first. */
  readonly fields: readonly Name[];
  /** Returns nothing for a valid row, else a message for the first field or messages by path. */
  check(
    row: Readonly<Row>,
    context: ValidatorContext<X>,
  ): Label | readonly { path: string; message: Label }[] | null | undefined;
}
