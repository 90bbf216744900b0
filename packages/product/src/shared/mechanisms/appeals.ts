import { f } from '@keyan/kernel/definition/field/field.ts';
import { dictionary } from '@keyan/kernel/values/dictionary.ts';

/** States of an appeal or objection that an office decides. */
export const appealStatus = dictionary(
  'appealStatus',
  ['申诉状态', 'Status'],
  [
    ['0', '草稿', 'Draft'],
    ['1', '已提交', 'Submitted'],
    ['2', '处理中', 'Under review'],
    ['3', '申诉成立', 'Upheld'],
    ['4', '申诉不成立', 'Rejected'],
    ['5', '已撤回', 'Withdrawn'],
  ],
);

/** Codes of `appealStatus`. */
export const appealStatusCodes = {
  draft: '0',
  handedIn: '1',
  inHand: '2',
  upheld: '3',
  rejected: '4',
  takenBack: '5',
} as const;

/** Codes of states that await a decision. */
export const undecidedCodes = [appealStatusCodes.handedIn, appealStatusCodes.inHand] as const;

/** Input field for the answer, common to both decisions. */
export const appealAnswerField = {
  result: f.note(['处理结果', 'Result of the appeal']).required().max(500),
};

/** Values set by a decision: answer, decider and time. */
export const appealDecisionValues = (
  _row: unknown,
  { result }: { readonly result?: unknown },
  { now, actor }: { readonly now: string; readonly actor: string },
) => ({ result: result as string, handler: actor, handleTime: now });
