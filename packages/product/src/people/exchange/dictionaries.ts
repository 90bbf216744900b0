import { dictionary } from '@keyan/kernel/values/dictionary.ts';

/** Codes of differences between staff list and files. */
export const differenceKindCodes = { added: '1', changed: '2', missing: '3' } as const;

export const differenceKind = dictionary(
  'differenceKind',
  ['差异类型', 'Difference type'],
  [
    [differenceKindCodes.added, '新增人员', 'New person'],
    [differenceKindCodes.changed, '信息变更', 'Information changed'],
    [differenceKindCodes.missing, '名单中没有', 'Not on the list'],
  ],
);

export const differenceStatusCodes = {
  open: '0',
  accepted: '1',
  refused: '2',
  outdated: '3',
} as const;

export const differenceStatus = dictionary(
  'differenceStatus',
  ['差异处理状态', 'Difference status'],
  [
    [differenceStatusCodes.open, '待处理', 'To be settled'],
    [differenceStatusCodes.accepted, '已采纳', 'Accepted'],
    [differenceStatusCodes.refused, '不采纳', 'Rejected'],
    [differenceStatusCodes.outdated, '已过期', 'Outdated'],
  ],
);
