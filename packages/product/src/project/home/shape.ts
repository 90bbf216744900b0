import type { Label } from '@keyan/kernel/label.ts';

/** A share of time, money or records. */
export interface ShapeBar {
  readonly name: Label;
  /** In percent; over 100 it is drawn full. */
  readonly percent: string;
  /** Figures behind the share. */
  readonly note: Label;
  /** Past its measure: overdue, or more spent than is there. */
  readonly isOver?: boolean;
}
