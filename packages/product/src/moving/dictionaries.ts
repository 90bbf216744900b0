import { dictionary } from '@keyan/kernel/values/dictionary.ts';

export const movingStatus = dictionary(
  'movingStatus',
  ['迁入状态', 'Status of a batch'],
  [
    ['1', '已导入', 'Imported'],
    ['2', '已对账', 'Signed off'],
    ['9', '已撤销', 'Undone'],
  ],
);

/** Codes of `movingStatus`. */
export const movingStatusCodes = { imported: '1', signed: '2', undone: '9' } as const;

/** Steps of moving in, in the order in which they build on one another. */
export const movingStep = dictionary(
  'movingStep',
  ['迁入步骤', 'Step'],
  [
    ['1', '单位与人员', 'Departments and people'],
    ['2', '项目', 'Projects'],
    ['3', '经费期初', 'Opening balances'],
    ['4', '成果', 'Achievements'],
  ],
);
