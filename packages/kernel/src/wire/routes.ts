/** What was found in an uploaded route, in both languages. */
export interface FindingRow {
  /** Id of the node or flow; empty for what is said of a whole file. */
  readonly nodeId: string;
  readonly nodeName: string;
  readonly text: string;
  readonly textEn: string;
}

/** The three lists of an upload or a dry run; a refusal has them as well. */
export interface UploadFindings {
  /** Why the files cannot be deployed. */
  readonly problems: readonly FindingRow[];
  /** What runs in another form with the same meaning. */
  readonly converted: readonly FindingRow[];
  /** What is ignored. */
  readonly warnings: readonly FindingRow[];
}
