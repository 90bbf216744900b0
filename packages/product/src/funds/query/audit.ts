/** Table of the audit export of a project. */
export interface AuditTable {
  readonly title: string;
  readonly heads: readonly string[];
  /** Type of each column; amounts and days stay numbers and dates in the workbook. */
  readonly kinds: readonly AuditKind[];
  readonly rows: readonly (readonly (string | null)[])[];
}

export type AuditKind = 'text' | 'money' | 'day' | 'count';

/** Audit export of one project: tables of the printed sheet, and sheets of the workbook. */
export interface ProjectAudit {
  readonly name: string;
  readonly number: string;
  readonly tables: readonly AuditTable[];
}

/** Path of the printable audit page. */
export const auditPath = '/funds/fundsAudit';
