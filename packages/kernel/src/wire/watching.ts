/** A record in approval that the reader follows: `kh-edu-research/mywork/watch/list`. */
export interface WatchedRow {
  readonly businessId: string;
  readonly processInstanceId: string;
  readonly kind: string;
  readonly businessName: string;
  readonly applicant: string;
  /** The open steps; empty where the process has ended. */
  readonly nodeName: string;
  /** Status of the process: `RUN`, `DONE`, `REFUSED`, `RECALLED`, `DELETED`. */
  readonly status: string;
  readonly suspended: boolean;
  /** Since when the reader follows it. */
  readonly time: string;
}
