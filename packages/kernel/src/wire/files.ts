/** Attachment category in force: `attachment/catalogues`. */
export interface AttachmentCategoryRow {
  readonly catalog: string;
  readonly name: string;
  readonly nameEn: string;
  readonly required: boolean;
  /** Maximum number of files. */
  readonly limit: number;
  /** Maximum megabytes per file. */
  readonly megabytes: number;
}

/** Progress of a chunked upload: `begin-upload`, `put-part`, `upload-progress`. */
export interface UploadProgress {
  readonly id: string;
  /** Number of bytes received, which is the offset of the next chunk. */
  readonly offset: number;
  /** Number of bytes of every chunk but the last. */
  readonly partSize: number;
}
