import { dictionary } from '@keyan/kernel/values/dictionary.ts';

/** Codes of the kinds of finance sources: database or folder. */
export const sourceKindCodes = { postgres: '1', mysql: '2', folder: '3' } as const;

export const financeSourceKind = dictionary(
  'financeSourceKind',
  ['对接方式', 'Connection type'],
  [
    [sourceKindCodes.postgres, 'PostgreSQL 中间库', 'PostgreSQL exchange database'],
    [sourceKindCodes.mysql, 'MySQL 中间库', 'MySQL exchange database'],
    [sourceKindCodes.folder, '文件夹（.csv、.xlsx）', 'Folder (.csv, .xlsx)'],
  ],
);

export const exchangeClockCodes = { none: '0', hourly: '1', nightly: '2' } as const;

export const exchangeClock = dictionary(
  'exchangeClock',
  ['自动同步', 'Automatic sync'],
  [
    [exchangeClockCodes.none, '不自动同步', 'None'],
    [exchangeClockCodes.hourly, '每小时', 'Every hour'],
    [exchangeClockCodes.nightly, '每天 02:30', 'Every day at 02:30'],
  ],
);

/** Codes of the types of exchange runs. */
export const syncTypeCodes = { arrivals: '1', programs: '2', payments: '3' } as const;

export const syncType = dictionary(
  'syncType',
  ['同步类型', 'Type'],
  [
    [syncTypeCodes.arrivals, '到账', 'Arrivals'],
    [syncTypeCodes.programs, '项目', 'Projects'],
    [syncTypeCodes.payments, '支出与余额', 'Payments and balances'],
  ],
);

export const runResultCodes = { running: '0', done: '1', partly: '2', failed: '3' } as const;

export const runResult = dictionary(
  'runResult',
  ['运行结果', 'Result'],
  [
    [runResultCodes.running, '运行中', 'Running'],
    [runResultCodes.done, '成功', 'Succeeded'],
    [runResultCodes.partly, '部分失败', 'Partly failed'],
    [runResultCodes.failed, '失败', 'Failed'],
  ],
);

/** Codes of the results for one row of the finance system. */
export const syncOutcomeCodes = {
  added: '1',
  updated: '2',
  different: '3',
  failed: '4',
} as const;

export const syncOutcome = dictionary(
  'syncOutcome',
  ['处理结果', 'Outcome'],
  [
    [syncOutcomeCodes.added, '新增', 'Added'],
    [syncOutcomeCodes.updated, '更新', 'Updated'],
    [syncOutcomeCodes.different, '存在差异', 'Has differences'],
    [syncOutcomeCodes.failed, '失败', 'Failed'],
  ],
);

export const financeObject = dictionary(
  'financeObject',
  ['对接数据', 'Data'],
  [
    ['arrival', '到账', 'Arrival'],
    ['program', '项目', 'Project'],
    ['payment', '支出', 'Payment'],
    ['balance', '余额', 'Balance'],
  ],
);

export const differenceKindCodes = {
  missing: '1',
  surplus: '2',
  other: '3',
  unmapped: '4',
  balance: '5',
} as const;

export const financeDifferenceKind = dictionary(
  'financeDifferenceKind',
  ['差异类型', 'Difference type'],
  [
    [differenceKindCodes.missing, '财务缺', 'Missing in finance'],
    [differenceKindCodes.surplus, '本系统缺', 'Missing in this system'],
    [differenceKindCodes.other, '内容不同', 'Content differs'],
    [differenceKindCodes.unmapped, '部门未对照', 'Department not mapped'],
    [differenceKindCodes.balance, '余额不符', 'Balances differ'],
  ],
);

/** Fields of a record in which a difference may be found. */
export const financeItem = dictionary(
  'financeItem',
  ['差异内容', 'Difference'],
  [
    ['arriveAmount', '金额', 'Amount'],
    ['arriveDate', '到账日期', 'Arrival date'],
    ['fundingSource', '来款单位', 'Payer'],
    ['summary', '附言', 'Memo'],
    ['fundCardNum', '经费卡号', 'Card no.'],
    ['departmentId', '承担单位', 'Department'],
    ['expenseAmount', '支出金额', 'Expense amount'],
    ['voucherNum', '会计凭证号', 'Voucher no.'],
    ['status', '状态', 'Status'],
    ['record', '记录', 'Record'],
    ['balance', '余额', 'Balance'],
  ],
);
