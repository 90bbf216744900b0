/** The author of a new record, on whom its first values may depend. */
export interface Writer {
  readonly id: string;
  readonly name: string;
  /** The first is the main one. */
  readonly departments: readonly string[];
  /** The name of their tenant, as forms know it. */
  readonly tenantName?: string;
  /** The record is imported from a workbook. */
  readonly imported?: boolean;
  /** The day on which they write, `yyyy-MM-dd`; known where a dialog opens. */
  readonly today?: string;
}

/** First value of a date that tells when something was done: today, where a dialog asks for it. */
export const onTheDay = ({ today = '' }: Writer): string | null => today || null;
