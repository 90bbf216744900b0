/** The page of every attachment, and the right to remove what waits for no record. */
export const attachCode = 'attach';
export const attachPath = '/resource/attach';
export const removeAttachCode = 'attach_delete';
export const renameAttachCode = 'attach_edit';

/** How a file stands: with a record, or waiting for one. */
export type AttachState = 'used' | 'unused';

/** A file as the list answers it, in the names of the family and some of ours. */
export interface AttachRow {
  readonly id: string;
  /** Opens for those who may read the record; empty where the name is hidden. */
  readonly link: string;
  readonly domainUrl: '';
  /** Empty where the record is secret and the reader may not read such records. */
  readonly name: string;
  readonly originalName: string;
  readonly extension: string;
  /** Kilobytes. */
  readonly attachSize: number;
  /** Bytes. */
  readonly size: number;
  readonly state: AttachState;
  readonly isHidden: boolean;
  /** The kind of its record: key and name. */
  readonly resource: string;
  readonly kindName: string;
  readonly businessId: string;
  readonly catalog: string;
  readonly createTime: string;
  readonly createUserName: string;
}

/** Space that the files of a kind take. */
export interface KindSize {
  /** Empty for files that wait for a record. */
  readonly resource: string;
  readonly kindName: string;
  readonly files: number;
  readonly bytes: number;
}

/** Space that all files take, and its limit. */
export interface StorageSizes {
  readonly kinds: readonly KindSize[];
  /** Content that is kept once although several files have it. */
  readonly stored: number;
  /** Limit of the university's storage; 0 for none. */
  readonly limit: number;
}
