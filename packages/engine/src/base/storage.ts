/** A disk, a bucket or the database could not take what was to be kept, or lost what it had. */
export class StorageFailure extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = new.target.name;
  }
}

/** Error of a full disk. Reading goes on; writing works again as soon as there is some. */
export class DiskFull extends StorageFailure {
  constructor(cause: unknown) {
    super(`no storage space is left: ${(cause as Error).message}`, cause);
  }
}

/** The content of a file is gone. */
export class ContentMissing extends StorageFailure {}

/** The content of a file is not what was put there: another length, or other bytes. */
export class ContentDamaged extends StorageFailure {}

/** Tells whether an error means that the stored content is damaged, rather than that the store was not reached. */
export const isContentDamage = (error: unknown): error is StorageFailure =>
  error instanceof ContentMissing || error instanceof ContentDamaged;

/** Error codes of file systems (a full disk, a full share of it) and of PostgreSQL (class 53, disk_full). */
const fullCodes: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', '53100']);

/** Error names of object stores for it; some give no more than the status of HTTP. */
const fullNames: ReadonlySet<unknown> = new Set([
  'XMinioStorageFull',
  'XAmzQuotaExceeded',
  'QuotaExceeded',
  'QuotaExceededException',
  'InsufficientStorage',
]);
const insufficientStorage = 507;

/** Does the error say that there is no room? */
const isFull = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const { code, $metadata } = error as {
    readonly code?: unknown;
    readonly $metadata?: { readonly httpStatusCode?: number };
  };
  return (
    fullCodes.has(code) ||
    fullNames.has(code) ||
    fullNames.has(error.name) ||
    $metadata?.httpStatusCode === insufficientStorage
  );
};

/** Explains an error of a full disk as NoRoom; any other stays as it is. */
export const explainFullDisk = (error: unknown): unknown =>
  isFull(error) && !(error instanceof DiskFull) ? new DiskFull(error) : error;
