/** Record in approval that the reader follows: `kh-edu-research/mywork/watch/list`. */
export interface WatchedRow {
  readonly businessId: string;
  readonly processInstanceId: string;
  readonly kind: string;
  readonly businessName: string;
  readonly applicant: string;
  /** Names of the current steps; empty if the process has ended. */
  readonly nodeName: string;
  /** Status of the process: `RUN`, `DONE`, `REFUSED`, `RECALLED`, `DELETED`. */
  readonly status: string;
  readonly suspended: boolean;
  /** Time since which the reader follows the record. */
  readonly time: string;
}
