/** Expert in a plan. */
export interface PlannedExpert {
  readonly id: string;
  readonly name: string;
  /** Points of the match between expert and record. */
  readonly points: number;
}

/** Record in a plan with its proposed experts. */
export interface PlannedItem {
  readonly id: string;
  readonly title: string;
  readonly groupName: string;
  /** Names of experts who already judge the record. */
  readonly judging: readonly string[];
  readonly asked: readonly PlannedExpert[];
  readonly reserves: readonly PlannedExpert[];
  readonly lacking: number;
  /** Reason for missing experts; empty if there are enough. */
  readonly why: string;
  /** Names of panel members with a conflict of interest, with evidence. */
  readonly conflicts: readonly { readonly name: string; readonly why: string }[];
}

/** Preview of publishing a review. */
export interface ReviewPreview {
  readonly records: number;
  readonly experts: number;
  /** Reason why the review cannot be published; empty if it can. */
  readonly fault: string;
  /** First records of the plan. */
  readonly items: readonly PlannedItem[];
  readonly load: readonly { readonly name: string; readonly count: number }[];
}

/** Maximum number of records in a preview. */
export const maxPreviewRecords = 200;

export const previewCall = 'kh-edu-research/pssz/preview';

/** Record on a meeting’s screen. */
export interface PanelItem {
  readonly id: string;
  readonly title: string;
  readonly sheets: number;
  readonly handedIn: number;
  /** Score or votes; empty until all sheets are submitted. */
  readonly votes: string;
  readonly rank: number | null;
  readonly conclusion: string;
  /** Names of experts who must leave the room for the record. */
  readonly withdrawn: string;
}

/** Content of a meeting’s screen, for its chair and the office. */
export interface PanelScreen {
  readonly title: string;
  readonly stage: string;
  readonly present: number;
  readonly invited: number;
  readonly quota: number | null;
  readonly items: readonly PanelItem[];
}

export const panelCall = 'kh-edu-research/pssz/minutes/panel';

/** Paths of the pages for preview and meeting screen. */
export const previewPage = '/review/preview';
export const panelPage = '/review/panel';
