import { MigrationRefused } from '@keyan/engine/store/schema/migrate.ts';
import { Fault } from '@keyan/kernel/errors.ts';

/** Failure that the operator can repair; its text says what is wrong and what to do. */
export class Failure extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = new.target.name;
  }
}

/** Error codes of the operating system: missing rights, a full disk, a read-only disk. */
const systemErrorCodes: ReadonlySet<string> = new Set([
  'EACCES',
  'EPERM',
  'ENOSPC',
  'EDQUOT',
  'EROFS',
]);

/**
 * Returns the text to print for an error: the message of a failure, the full stack trace of a bug.
 */
export function describeError(error: unknown): string {
  const isReadable = [Failure, MigrationRefused, Fault].some((kind) => error instanceof kind);
  if (isReadable) return (error as Error).message;
  const { code } = error as { code?: string };
  if (code && systemErrorCodes.has(code)) return String(error);
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
