/** An expert in a plan. */
export interface PlannedExpert {
  readonly id: string;
  readonly name: string;
  /** How well they fit. */
  readonly points: number;
}

/** A record in a plan, with those who would judge it. */
export interface PlannedItem {
  readonly id: string;
  readonly title: string;
  readonly groupName: string;
  /** Names of those who judge it already: publishing adds to them. */
  readonly judging: readonly string[];
  readonly asked: readonly PlannedExpert[];
  readonly reserves: readonly PlannedExpert[];
  readonly lacking: number;
  /** Reason that keeps experts from it, if it lacks some. */
  readonly why: string;
  /** Experts of the panel in conflict, each with the evidence. */
  readonly conflicts: readonly { readonly name: string; readonly why: string }[];
}

/** Writes that publishing a review would make. */
export interface ReviewPreview {
  readonly records: number;
  readonly experts: number;
  /** Why it cannot be published; empty where nothing stands against it. */
  readonly fault: string;
  /** The first of them. */
  readonly items: readonly PlannedItem[];
  readonly load: readonly { readonly name: string; readonly count: number }[];
}

/** Records that a preview shows. */
export const maxPreviewRecords = 200;

export const previewCall = 'kh-edu-research/pssz/preview';

/** A record on the screen of a meeting. */
export interface PanelItem {
  readonly id: string;
  readonly title: string;
  readonly sheets: number;
  readonly handedIn: number;
  /** Score or votes; empty until all sheets are in. */
  readonly votes: string;
  readonly rank: number | null;
  readonly conclusion: string;
  /** Experts who leave the room for it. */
  readonly withdrawn: string;
}

/** The screen of a meeting, for its chair and the office. */
export interface PanelScreen {
  readonly title: string;
  readonly stage: string;
  readonly present: number;
  readonly invited: number;
  readonly quota: number | null;
  readonly items: readonly PanelItem[];
}

export const panelCall = 'kh-edu-research/pssz/minutes/panel';

/** The pages of both. */
export const previewPage = '/review/preview';
export const panelPage = '/review/panel';
