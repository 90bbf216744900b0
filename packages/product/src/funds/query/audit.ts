/** A table of the auditor's export of a project. */
export interface AuditTable {
  readonly title: string;
  readonly heads: readonly string[];
  /** Type of the content of each column: amounts and days keep it in the workbook, too. */
  readonly kinds: readonly AuditKind[];
  readonly rows: readonly (readonly (string | null)[])[];
}

export type AuditKind = 'text' | 'money' | 'day' | 'count';

/** One project, everything: what the workbook has in its sheets and the printed sheet in its tables. */
export interface ProjectAudit {
  readonly name: string;
  readonly number: string;
  readonly tables: readonly AuditTable[];
}

/** The printed page of the export. */
export const auditPath = '/funds/fundsAudit';
