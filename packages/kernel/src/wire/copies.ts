/** A record that was copied to the reader for information: `blade-flow/work/cc-list`. */
export interface CopyRow {
  readonly id: string;
  readonly businessName: string;
  readonly kind: string;
  readonly kindName: string;
  readonly applicant: string;
  readonly deptName: string;
  /** Name of the person who copied it; empty where the route says so. */
  readonly copierName: string;
  readonly copyTime: string;
  /** Empty until the reader has opened it. */
  readonly readTime: string;
  /** The steps that are open; empty where the process has ended. */
  readonly nodeName: string;
  /** Status of the process: `RUN`, `DONE`, `REFUSED`. */
  readonly status: string;
  readonly suspended: boolean;
  readonly processInstanceId: string;
  readonly businessId: string;
}
