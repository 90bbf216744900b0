/** Period of a person's absence with a proxy: `kh-edu-research/mywork/absence/page`. */
export interface AbsenceRow {
  readonly id: string;
  readonly personId: string;
  readonly personName: string;
  readonly proxyId: string;
  readonly proxyName: string;
  readonly fromTime: string;
  readonly toTime: string;
  /** Names of the kinds of processes that the proxy handles; empty means all. */
  readonly kindNames: readonly string[];
  /** Name of the person who entered the absence. */
  readonly byName: string;
  readonly state: 'coming' | 'now' | 'over' | 'revoked';
  /** True if the reader may end the absence. */
  readonly revocable: boolean;
}

/** Task that a proxy has in the reader's name: `kh-edu-research/mywork/absence/tasks`. */
export interface RepresentedRow {
  readonly taskId: string;
  readonly businessName: string;
  readonly kind: string;
  readonly nodeName: string;
  readonly proxyName: string;
  readonly since: string;
  readonly processInstanceId: string;
  readonly businessId: string;
}
