import { Refused } from '@keyan/kernel/errors.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import { itemCodes } from './dictionaries.ts';
import type { StoredItem, StoredSet } from './rows.server.ts';

const panelTooSmallText: Label = [
  '《{title}》的审查程序要求专家组不少于 {least} 人（现有 {has} 人）',
  'The review procedure of “{title}” requires a panel of at least {least} experts (now {has})',
];

const tooFewOpinionsText: Label = [
  '《{title}》的审查程序要求至少 {least} 份有效意见，请将【每项专家数】设为 {least} 以上',
  'The review procedure of “{title}” requires at least {least} valid opinions: set “Experts per record” to {least} or more',
];

const tooLateText: Label = [
  '《{title}》须于 {by} 前作出决定，请将【评审截止时间】提前',
  '“{title}” must be decided by {by}: bring the review deadline forward',
];

/** Fault if a review does not satisfy the procedure of a record; null otherwise. */
const procedureFault = (item: StoredItem, set: StoredSet, now: Date): Label | null => {
  const { title, leastPanel, leastOpinions, decideBy } = item;
  const has = (set.experts ?? []).length;
  if (leastPanel !== null && has < leastPanel) {
    return fill(panelTooSmallText, { title: title ?? '', least: leastPanel, has });
  }
  if (leastOpinions !== null && (set.expertPerItem ?? 1) < leastOpinions) {
    return fill(tooFewOpinionsText, { title: title ?? '', least: leastOpinions });
  }
  // An expired term does not prevent a decision.
  const isOpen = decideBy !== null && decideBy > timeText(now);
  return isOpen && set.endTime !== null && set.endTime > decideBy
    ? fill(tooLateText, { title: title ?? '', by: decideBy.slice(0, 16) })
    : null;
};

/**
 * Checks waiting records against their procedures.
 * @throws Refused at the first record whose procedure requires more
 */
export const assertProcedures = (
  set: StoredSet,
  waiting: readonly StoredItem[],
  now: Date,
): void => {
  for (const item of waiting) {
    const fault = item.status === itemCodes.waiting ? procedureFault(item, set, now) : null;
    if (fault) throw new Refused(fault);
  }
};
