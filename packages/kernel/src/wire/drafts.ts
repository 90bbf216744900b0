/** A form draft that the server keeps, without its values: `keyan/drafts/list`. */
export interface FormDraftRow {
  readonly key: string;
  /** Address of the page to which it belongs. */
  readonly path: string;
  readonly title: string;
  /** `yyyy-MM-dd HH:mm:ss` in Asia/Shanghai. */
  readonly saveTime: string;
}

/** Another person who is editing the record: `keyan/editing`. */
export interface EditorRow {
  readonly name: string;
  /** When they last typed, `yyyy-MM-dd HH:mm:ss` in Asia/Shanghai. */
  readonly since: string;
}
