/** A period for which somebody stands in for a person: `kh-edu-research/mywork/absence/page`. */
export interface AbsenceRow {
  readonly id: string;
  readonly personId: string;
  readonly personName: string;
  readonly proxyId: string;
  readonly proxyName: string;
  readonly fromTime: string;
  readonly toTime: string;
  /** Kinds of processes, by their names; none means all. */
  readonly kindNames: readonly string[];
  /** Name of whoever set it. */
  readonly byName: string;
  readonly state: 'coming' | 'now' | 'over' | 'revoked';
  /** The reader may end it. */
  readonly revocable: boolean;
}

/** A task that somebody has in the reader's name: `kh-edu-research/mywork/absence/tasks`. */
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
