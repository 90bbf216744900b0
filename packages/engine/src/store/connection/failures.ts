import type { Label } from '@keyan/kernel/label.ts';

/** Error: the database cannot be reached, or the connection broke (ruling 15). */
export class Unavailable extends Error {
  /** Text for callers; by default it says that the service is unavailable. */
  readonly label: Label | undefined;
  constructor(cause: unknown, label?: Label) {
    super('the database cannot be reached', { cause });
    this.name = 'Unavailable';
    this.label = label;
  }
}

/** A query took longer than the timeout, and was stopped. */
export class QueryTimeout extends Error {
  constructor(cause: unknown) {
    super('the query took longer than its timeout', { cause });
    this.name = 'QueryTimeout';
  }
}

/** SQLSTATE classes and socket errors which mean that the database is unavailable, not that the statement is wrong. */
const awayCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  '57P01',
  '57P02',
  '57P03',
  '53300',
]);

export const isAway = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: string }).code ?? '';
  return (
    awayCodes.has(code) ||
    code.startsWith('08') ||
    /Connection terminated|timeout exceeded when trying to connect|Query read timeout|not queryable|Client has encountered a connection error/i.test(
      error.message,
    )
  );
};

/** True for a deadlock or serialisation failure: the whole transaction may be repeated. */
export const isRetryable = (error: unknown): boolean =>
  ['40001', '40P01'].includes((error as { code?: string } | undefined)?.code ?? '');

export const isTimedOut = (error: unknown): boolean =>
  (error as { code?: string }).code === '57014';
