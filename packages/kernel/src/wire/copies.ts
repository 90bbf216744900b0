/** Record that was copied to the reader for information: `blade-flow/work/cc-list`. */
export interface CopyRow {
  readonly id: string;
  readonly businessName: string;
  readonly kind: string;
  readonly kindName: string;
  readonly applicant: string;
  readonly deptName: string;
  /** Name of the person who copied the record; empty if the route did. */
  readonly copierName: string;
  readonly copyTime: string;
  /** Time at which the reader first opened the copy; empty before. */
  readonly readTime: string;
  /** Names of the current steps; empty if the process has ended. */
  readonly nodeName: string;
  /** Status of the process: `RUN`, `DONE`, `REFUSED`. */
  readonly status: string;
  readonly suspended: boolean;
  readonly processInstanceId: string;
  readonly businessId: string;
}
