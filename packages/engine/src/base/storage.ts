/** Error of a disk, bucket or database that could not store a content, or lost it. */
export class StorageFailure extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = new.target.name;
  }
}

/** Error of a full disk. Reading goes on; writing works again as soon as there is room. */
export class DiskFull extends StorageFailure {
  constructor(cause: unknown) {
    super(`no storage space is left: ${(cause as Error).message}`, cause);
  }
}

/** Error for a file whose content is missing from the store. */
export class ContentMissing extends StorageFailure {}

/** Error for a file whose stored content differs in length or bytes from the uploaded one. */
export class ContentDamaged extends StorageFailure {}

/** True if an error means that the stored content is damaged, rather than that the store could not be reached. */
export const isContentDamage = (error: unknown): error is StorageFailure =>
  error instanceof ContentMissing || error instanceof ContentDamaged;

/** Error codes of a full disk or an exhausted disk quota (file systems), and of PostgreSQL (class 53, disk_full). */
const fullCodes: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', '53100']);

/** Error names that object stores use for a full store; some stores send only an HTTP status. */
const fullNames: ReadonlySet<unknown> = new Set([
  'XMinioStorageFull',
  'XAmzQuotaExceeded',
  'QuotaExceeded',
  'QuotaExceededException',
  'InsufficientStorage',
]);
const insufficientStorage = 507;

/** True if the error says that the disk is full. */
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

/** Converts an error of a full disk to `DiskFull`; returns every other error unchanged. */
export const explainFullDisk = (error: unknown): unknown =>
  isFull(error) && !(error instanceof DiskFull) ? new DiskFull(error) : error;
