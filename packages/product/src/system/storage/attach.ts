/** Menu code of the attachments page, and permission code to delete files without a record. */
export const attachCode = 'attach';
export const attachPath = '/resource/attach';
export const removeAttachCode = 'attach_delete';
export const renameAttachCode = 'attach_edit';

/** State of a file: attached to a record, or unused. */
export type AttachState = 'used' | 'unused';

/** File as the list returns it, with BladeX's field names and additional ones. */
export interface AttachRow {
  readonly id: string;
  /** URL of the content, which requires access to the record; empty if the name is hidden. */
  readonly link: string;
  readonly domainUrl: '';
  /** Empty if the record is secret and the reader may not read secret records. */
  readonly name: string;
  readonly originalName: string;
  readonly extension: string;
  /** Kilobytes. */
  readonly attachSize: number;
  /** Bytes. */
  readonly size: number;
  readonly state: AttachState;
  readonly isHidden: boolean;
  /** Key and name of the record's resource. */
  readonly resource: string;
  readonly kindName: string;
  readonly businessId: string;
  readonly catalog: string;
  readonly createTime: string;
  readonly createUserName: string;
}

/** Size of the files of a resource. */
export interface KindSize {
  /** Empty for files without a record. */
  readonly resource: string;
  readonly kindName: string;
  readonly files: number;
  readonly bytes: number;
}

/** Size of all files, and the limit. */
export interface StorageSizes {
  readonly kinds: readonly KindSize[];
  /** Stored size; content shared by several files counts once. */
  readonly stored: number;
  /** Storage limit of the university; 0 for none. */
  readonly limit: number;
}
