/** Form draft stored on the server, without its values: `keyan/drafts/list`. */
export interface FormDraftRow {
  readonly key: string;
  /** Address of the page of the form. */
  readonly path: string;
  readonly title: string;
  /** Time of the last save, `yyyy-MM-dd HH:mm:ss` in Asia/Shanghai. */
  readonly saveTime: string;
}

/** Another person who is editing the record: `keyan/editing`. */
export interface EditorRow {
  readonly name: string;
  /** Time of their last keystroke, `yyyy-MM-dd HH:mm:ss` in Asia/Shanghai. */
  readonly since: string;
}
