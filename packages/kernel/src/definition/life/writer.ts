/** Author of a new record, on whom its initial values may depend. */
export interface Writer {
  readonly id: string;
  readonly name: string;
  /** Departments of the author, the main one first. */
  readonly departments: readonly string[];
  /** Name of the tenant; known in forms only. */
  readonly tenantName?: string;
  /** True if the record is imported from a workbook. */
  readonly imported?: boolean;
  /** Current date, `yyyy-MM-dd`; known when a dialog opens. */
  readonly today?: string;
}

/** Initial value of a date at which something was done: today in dialogs, otherwise null. */
export const onTheDay = ({ today = '' }: Writer): string | null => today || null;
