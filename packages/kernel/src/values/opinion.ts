import { fill, type Label } from '../label.ts';

/**
 * Minimum and maximum number of characters of a required opinion: to return, to refuse, to declare
 * void.
 */
export const opinionLength = { min: 2, max: 500 } as const;

/** Labels of the field of an opinion, in forms and in messages. */
export const opinionLabels = {
  comment: ['审批意见', 'Comment'],
  back: ['退回意见', 'Reason for returning'],
  reason: ['原因', 'Reason'],
  deleteReason: ['删除原因', 'Reason for deleting'],
} as const satisfies Record<string, Label>;

export const opinionTooShort = (label: Label, least: number): Label =>
  fill(['【{label}】至少 {least} 个字符', '{label} takes at least {least} characters'], {
    label,
    least,
  });

export const opinionTooLong = (label: Label, most: number): Label =>
  fill(['【{label}】长度不能超过 {most} 个字符', '{label} takes at most {most} characters'], {
    label,
    most,
  });

/** Returns the fault of a required opinion, naming its field; null for a valid one. */
export const opinionFault = (label: Label, text: string): Label | null => {
  const { length } = [...text.trim()];
  if (length === 0) return fill(['请填写{label}', '{label} is required'], { label });
  if (length < opinionLength.min) return opinionTooShort(label, opinionLength.min);
  return length > opinionLength.max ? opinionTooLong(label, opinionLength.max) : null;
};
