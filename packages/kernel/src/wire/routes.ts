import type { Chain, ChainNode } from '../workflow/chain/chain.ts';

/** Finding in an uploaded route, in both languages. */
export interface FindingRow {
  /** Id of the node or flow; empty for a finding about a whole file. */
  readonly nodeId: string;
  readonly nodeName: string;
  readonly text: string;
  readonly textEn: string;
}

/** Findings of an upload or a dry run, in three lists; a refusal contains them as well. */
export interface UploadFindings {
  /** Reasons why the files cannot be deployed. */
  readonly problems: readonly FindingRow[];
  /** Constructs that are converted to another form with the same meaning. */
  readonly converted: readonly FindingRow[];
  /** Constructs that are ignored. */
  readonly warnings: readonly FindingRow[];
}

/** Deployed version of a route: `blade-flow/manager/list`. */
export interface RouteRow {
  readonly id: string;
  readonly key: string;
  readonly kind: string;
  readonly name: string;
  readonly version: number;
  readonly categoryName: string;
  /** State: 1 active, 2 suspended. */
  readonly suspensionState: 1 | 2;
  readonly deploymentTime: string;
  /** True for the version on which new processes start. */
  readonly isMain: boolean;
  /** Number of processes running on this version. */
  readonly running: number;
  /** Remark of the person who deployed the version; empty without one. */
  readonly remark: string;
  /** Number of the earlier version that this one restores; otherwise null. */
  readonly restored: number | null;
}

/** Latest version of a route: `blade-flow/model/list`. */
export interface ModelRow {
  readonly id: string;
  readonly modelKey: string;
  readonly kind: string;
  readonly name: string;
  readonly version: number;
  readonly created: string;
  readonly lastUpdated: string;
  /**
   * Steps in order, each with the median days of last year's visits and the number of records
   * currently there.
   */
  readonly steps: readonly {
    readonly nodeKey: string;
    readonly nodeName: string;
    readonly median: number | null;
    readonly open: number;
  }[];
}

/** Difference of a step between two versions: `blade-flow/manager/compare`. */
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

/** Result of moving one process to another version: `blade-flow/manager/move`. */
export interface MovedRow {
  readonly processInstanceId: string;
  readonly businessName: string;
  /** Reason why the process cannot continue there; empty if it can. */
  readonly problem: string;
  /**
   * In a dry run: people who would retain a task although the new version assigns the step to
   * others.
   */
  readonly strangers: readonly string[];
}

/** Value that conditions of a kind may use: `blade-flow/chain/detail`. */
export interface FactRow {
  readonly name: string;
  readonly label: string;
  readonly type: string;
  readonly nullable: boolean;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

/** Field, matter, role or tenant with its name. */
export interface NamedItemRow {
  readonly name: string;
  readonly label: string;
}

/** Reference to people, with the people that it currently resolves to. */
export interface ReferencedPeopleRow {
  readonly reference: string;
  readonly label: string;
  readonly people: readonly { readonly name: string; readonly department: string }[];
  /** Number of people; null if they depend on the record alone. */
  readonly count: number | null;
  /** Names of some departments in which the reference resolves to nobody. */
  readonly lacking: readonly string[];
  readonly lackingCount: number;
}

/** Route as an office edits it: `blade-flow/chain/detail`. */
export interface ChainPage {
  readonly kind: string;
  readonly name: string;
  /** Id of the shown version. */
  readonly definitionId: string;
  readonly version: number;
  /** True if new processes start on this version. */
  readonly isMain: boolean;
  /** Route as a list; null if its drawing cannot be written as one. */
  readonly chain: Chain | null;
  /** Steps, waits and services of the route, with their settings. */
  readonly nodes: readonly ChainNode[];
  /** Reasons why the drawing cannot be written as a list. */
  readonly reasons: readonly FindingRow[];
  readonly people: readonly ReferencedPeopleRow[];
  readonly facts: readonly FactRow[];
  readonly fields: readonly NamedItemRow[];
  readonly personFields: readonly NamedItemRow[];
  readonly matters: readonly NamedItemRow[];
  readonly roles: readonly NamedItemRow[];
  /** Tenants in which the reader may deploy; for most readers only their own. */
  readonly tenants: readonly NamedItemRow[];
  /** True if the reader may deploy. */
  readonly editable: boolean;
}

/** Findings on an edited chain before deployment: `blade-flow/chain/judge`. */
export interface JudgedChainRow extends UploadFindings {
  readonly xml: string;
  readonly differences: readonly DifferenceRow[];
  readonly people: readonly ReferencedPeopleRow[];
}

/** Record with which a route can be tried: `blade-flow/chain/records`. */
export interface TrialRecordRow {
  readonly businessId: string;
  readonly title: string;
  readonly applicant: string;
  readonly startTime: string;
}

/**
 * Durations of the steps of a kind in days, and the numbers of records currently at them:
 * `blade-flow/chain/evidence`.
 */
export interface EvidenceRow {
  /** Promised number of days for a step. */
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
