/** An attachment category in force: `attachment/catalogues`. */
export interface AttachmentCategoryRow {
  readonly catalog: string;
  readonly name: string;
  readonly nameEn: string;
  readonly required: boolean;
  /** The largest number of files. */
  readonly limit: number;
  /** Megabytes that one file may have. */
  readonly megabytes: number;
}

/** How much of a chunked upload the server has: `begin-upload`, `put-part`, `upload-progress`. */
export interface UploadProgress {
  readonly id: string;
  /** Bytes received; the next chunk begins here. */
  readonly offset: number;
  /** Bytes of every chunk but the last. */
  readonly partSize: number;
}
