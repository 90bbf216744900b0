import type { Chain, ChainNode } from '../workflow/chain/chain.ts';

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
  /** Remark of whoever deployed the version; empty without one. */
  readonly remark: string;
  /** Number of the earlier version that this one restores; null where it restores none. */
  readonly restored: number | null;
}

/** The newest version of a route: `blade-flow/model/list`. */
export interface ModelRow {
  readonly id: string;
  readonly modelKey: string;
  readonly kind: string;
  readonly name: string;
  readonly version: number;
  readonly created: string;
  readonly lastUpdated: string;
  /** Steps in their order: days that half of the visits of the last year took, and how many wait there now. */
  readonly steps: readonly {
    readonly nodeKey: string;
    readonly nodeName: string;
    readonly median: number | null;
    readonly open: number;
  }[];
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

/** A value that conditions of a kind may look at: `blade-flow/chain/detail`. */
export interface FactRow {
  readonly name: string;
  readonly label: string;
  readonly type: string;
  readonly nullable: boolean;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

/** A field, matter, role or tenant by its name. */
export interface NamedItemRow {
  readonly name: string;
  readonly label: string;
}

/** A reference to people, with those whom it means today. */
export interface ReferencedPeopleRow {
  readonly reference: string;
  readonly label: string;
  readonly people: readonly { readonly name: string; readonly department: string }[];
  /** Null where the people depend on the record alone. */
  readonly count: number | null;
  /** Some of the departments in which nobody is meant. */
  readonly lacking: readonly string[];
  readonly lackingCount: number;
}

/** A route as an office edits it: `blade-flow/chain/detail`. */
export interface ChainPage {
  readonly kind: string;
  readonly name: string;
  /** The version that is shown. */
  readonly definitionId: string;
  readonly version: number;
  /** New processes start on it. */
  readonly isMain: boolean;
  /** Null where a list cannot show the route. */
  readonly chain: Chain | null;
  /** Steps, waits and services of the route, with their settings. */
  readonly nodes: readonly ChainNode[];
  /** Why it cannot. */
  readonly reasons: readonly FindingRow[];
  readonly people: readonly ReferencedPeopleRow[];
  readonly facts: readonly FactRow[];
  readonly fields: readonly NamedItemRow[];
  readonly personFields: readonly NamedItemRow[];
  readonly matters: readonly NamedItemRow[];
  readonly roles: readonly NamedItemRow[];
  /** Tenants that the reader may deploy in; none but their own for everybody else. */
  readonly tenants: readonly NamedItemRow[];
  /** May the reader deploy? */
  readonly editable: boolean;
}

/** Findings on a chain under way: `blade-flow/chain/judge`. */
export interface JudgedChainRow extends UploadFindings {
  readonly xml: string;
  readonly differences: readonly DifferenceRow[];
  readonly people: readonly ReferencedPeopleRow[];
}

/** A record that a route can be tried with: `blade-flow/chain/records`. */
export interface TrialRecordRow {
  readonly businessId: string;
  readonly title: string;
  readonly applicant: string;
  readonly startTime: string;
}

/** How long the steps of a kind take, in days, and where its records wait: `blade-flow/chain/evidence`. */
export interface EvidenceRow {
  /** Days within which a step is promised to be done. */
  readonly promisedDays: number;
  readonly pace: readonly {
    readonly key: string;
    readonly name: string;
    readonly count: number;
    readonly median: number;
    readonly p90: number;
  }[];
  readonly backlog: readonly {
    readonly nodeKey: string;
    readonly nodeName: string;
    readonly open: number;
    readonly late: number;
    readonly oldest: number;
  }[];
  readonly slowest: readonly {
    readonly processInstanceId: string;
    readonly businessId: string;
    readonly businessName: string;
    readonly running: boolean;
    readonly days: number;
  }[];
}
