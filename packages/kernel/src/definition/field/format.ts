import type { Label } from '../../label.ts';

/** Format of a text, checked after trimming. */
export interface Format {
  readonly test: (value: string) => boolean;
  readonly message: Label;
  /** Returns a fault specific to this value; null if the general `message` suffices. */
  readonly explain?: (value: string) => Label | null;
  /** Example shown as placeholder. */
  readonly example?: string;
  /** Generates the n-th valid value, for specimens of unique fields. */
  readonly make?: (n: number) => string;
  /** Normalises typed text into the stored spelling. */
  readonly tidy?: (value: string) => string;
}
