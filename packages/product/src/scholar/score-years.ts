import { plus } from '@keyan/kernel/values/amounts.ts';

/** Score of a person for one output, as returned by the list call. */
export interface ScoreLine {
  readonly id: string;
  readonly title: string;
  readonly batchId: string;
  readonly batchIdName: string;
  readonly scoreObjectName: string;
  readonly itemId: string;
  readonly itemName: string;
  /** Computed points; empty if not computed yet. */
  readonly finalScore: string;
  /** Adjusted points; empty without an adjustment. */
  readonly adjustScore: string;
  readonly working: string;
  readonly workingEn: string;
}

/** Scores of a person in one yearly batch. */
export interface ScoreYear {
  readonly batchId: string;
  readonly name: string;
  readonly total: string;
  readonly lines: readonly ScoreLine[];
}

/** Lines grouped by batch, newest first; within a batch the highest score first. */
export const scoreYearsOf = (lines: readonly ScoreLine[]): readonly ScoreYear[] =>
  [...Map.groupBy(lines, ({ batchId }) => batchId)]
    .map(([batchId, own]) => ({
      batchId,
      name: own[0]?.batchIdName ?? '',
      total: plus('0.00', ...own.map(({ finalScore }) => finalScore || '0.00')),
      lines: own.toSorted((one, other) => Number(other.finalScore) - Number(one.finalScore)),
    }))
    .sort((one, other) => other.name.localeCompare(one.name));
