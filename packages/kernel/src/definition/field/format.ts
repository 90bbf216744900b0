import type { Label } from '../../label.ts';

/** A format of text, checked after trimming. */
export interface Format {
  readonly test: (value: string) => boolean;
  readonly message: Label;
  /** Fault of this very value; null where `message` says it. */
  readonly explain?: (value: string) => Label | null;
  /** An example shown as placeholder. */
  readonly example?: string;
  /** The n-th of as many right values as are wanted: fields that must be unique need them. */
  readonly make?: (n: number) => string;
  /** Turns what was typed into the spelling that is stored. */
  readonly tidy?: (value: string) => string;
}
