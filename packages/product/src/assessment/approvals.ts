import type { Label } from '@keyan/kernel/label.ts';
import { dictionary } from '@keyan/kernel/values/dictionary.ts';

/** Permission code of 计分审批: one list of all pending decisions of scoring and assessment. */
export const approvalsCode = 'sapproval';
export const approvalsPath = '/score/approvals/index';
export const approvalsService = 'kh-edu-research/scoreApproval';

/** Kinds of pending decisions, by their codes on the wire. */
export const matterKind = dictionary(
  'scoreMatter',
  ['事项类型', 'Kind'],
  [
    ['1', '分值调整', 'Score adjustment'],
    ['2', '计分申诉', 'Scoring appeal'],
    ['3', '奖励批次', 'Reward'],
    ['4', '业绩分配', 'Score allocation'],
    ['5', '考核申诉', 'Appeal against an assessment'],
    ['6', '考核减免', 'Exemption'],
  ],
);

/** Row of the list of pending decisions. */
export interface PendingMatter {
  readonly id: string;
  readonly bizKind: string;
  readonly bizKindName: Label;
  /** Key of the resource of the record to be decided. */
  readonly resource: string;
  readonly title: string;
  readonly applicant: string;
  readonly fkDeptIdName: string;
  readonly applyTime: string;
  readonly statusName: Label;
}
