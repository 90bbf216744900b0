import type { Label } from '@keyan/kernel/label.ts';
import { dictionary } from '@keyan/kernel/values/dictionary.ts';

/** 计分审批: what waits for somebody in scoring and assessment, of all kinds in one list. */
export const approvalsCode = 'sapproval';
export const approvalsPath = '/score/approvals/index';
export const approvalsService = 'kh-edu-research/scoreApproval';

/** The kinds of matters, by the codes of the wire. */
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

/** A matter as the list shows it. */
export interface PendingMatter {
  readonly id: string;
  readonly bizKind: string;
  readonly bizKindName: Label;
  /** Key of the resource whose record it is. */
  readonly resource: string;
  readonly title: string;
  readonly applicant: string;
  readonly fkDeptIdName: string;
  readonly applyTime: string;
  readonly statusName: Label;
}
