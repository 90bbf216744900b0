/** Finding in an uploaded route, in both languages. */
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
  /** Constructs that run in another form with the same meaning. */
  readonly converted: readonly FindingRow[];
  /** Constructs that are ignored. */
  readonly warnings: readonly FindingRow[];
}

/** A deployed version of a route: `blade-flow/manager/list`. */
export interface RouteRow {
  readonly id: string;
  readonly key: string;
  readonly kind: string;
  readonly name: string;
  readonly version: number;
  readonly categoryName: string;
  /** 1 active, 2 suspended. */
  readonly suspensionState: 1 | 2;
  readonly deploymentTime: string;
  /** New processes start on it. */
  readonly isMain: boolean;
  /** How many processes run on it. */
  readonly running: number;
}

/** How a step differs between two versions: `blade-flow/manager/compare`. */
export interface DifferenceRow {
  readonly nodeKey: string;
  readonly nodeName: string;
  readonly change: 'added' | 'removed' | 'changed';
  readonly parts: readonly {
    readonly part: string;
    readonly before: string;
    readonly after: string;
  }[];
}

/** Result of a move to another version for one process: `blade-flow/manager/move`. */
export interface MovedRow {
  readonly processInstanceId: string;
  readonly businessName: string;
  /** Why it cannot go on there; empty where it can. */
  readonly problem: string;
  /** People who would keep a task of a step that is somebody else's there; of a dry run. */
  readonly strangers: readonly string[];
}
