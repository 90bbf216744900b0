import type { CodeOf } from '@keyan/kernel/values/dictionary.ts';
import { dictionary } from '@keyan/kernel/values/dictionary.ts';

export const assessObject = dictionary(
  'assessObject',
  ['考核对象类型', 'Assessed'],
  [
    ['1', '个人', 'People'],
    ['2', '部门', 'Departments'],
    ['3', '团队', 'Teams'],
  ],
);

/** Codes of `assessObject`. */
export const assessObjectCodes = { person: '1', department: '2', team: '3' } as const;

export const cycleType = dictionary(
  'assessCycle',
  ['考核周期', 'Cycle'],
  [
    ['1', '年度', 'Yearly'],
    ['2', '聘期（3 年）', 'Term of three years'],
    ['3', '自定义', 'Other'],
  ],
);

/** Code of `assessCycle` for an assessment of one year. */
export const yearlyCycle = '1';

/**
 * Months of an assessment, by code of `assessCycle`; cycles without an entry may have any length.
 */
export const cycleMonths: Readonly<Record<string, number>> = { 1: 12, 2: 36 } satisfies Readonly<
  Partial<Record<CodeOf<typeof cycleType>, number>>
>;

/** Codes of `assessGrade`, best first; the last two (exempt, none) do not grade a performance. */
export const assessGradeCodes = {
  excellent: '01',
  pass: '02',
  barePass: '03',
  fail: '04',
  exempt: '05',
  none: '06',
} as const;

/** Grades of a performance, best first. */
export const gradesFromBest = [
  assessGradeCodes.excellent,
  assessGradeCodes.pass,
  assessGradeCodes.barePass,
  assessGradeCodes.fail,
] as const;

/** Reasons for which months of a person do not count, or count less. */
export const exemptReason = dictionary(
  'exemptReason',
  ['减免原因', 'Reason'],
  [
    ['1', '新进首年', 'First year'],
    ['2', '产假', 'Maternity leave'],
    ['3', '访学（进修）', 'Visiting scholar'],
    ['4', '退休前一年', 'Last year before retirement'],
    ['5', '病假', 'Sick leave'],
    ['6', '挂职（借调）', 'Secondment'],
    ['9', '其他', 'Other'],
  ],
);

/**
 * Code of `exemptReason` that the computation derives from the day of appointment; no exemption is
 * filed for this reason.
 */
export const firstYearReasonCode = '1';

export const exemptEffect = dictionary(
  'exemptEffect',
  ['减免方式', 'Effect'],
  [
    ['1', '扣除月数', 'Months do not count'],
    ['2', '按系数折算', 'Months count by a factor'],
  ],
);

export const exemptStatus = dictionary(
  'exemptStatus',
  ['减免状态', 'Status'],
  [
    ['0', '草稿', 'Draft'],
    ['1', '待审核', 'To be reviewed'],
    ['2', '已通过', 'Approved'],
    ['3', '未通过', 'Rejected'],
  ],
);

/** Codes of `exemptStatus`. */
export const exemptStatusCodes = {
  draft: '0',
  submitted: '1',
  accepted: '2',
  rejected: '3',
} as const;

/** Terms by which a department is assessed. */
export const assessTerm = dictionary(
  'assessTerm',
  ['部门考核指标', 'Department indicators'],
  [
    ['1', '人均完成率', 'Average completion'],
    ['2', '到账经费', 'Funds received'],
    ['3', '立项数', 'Projects approved'],
    ['4', '高水平成果', 'High-level outputs'],
  ],
);

/** Codes of `assessTerm`. */
export const assessTermCodes = { rate: '1', arrived: '2', approved: '3', highLevel: '4' } as const;

export const assessAppealType = dictionary(
  'assessAppealType',
  ['申诉类型', 'Type of appeal'],
  [
    ['1', '未列入考核', 'Not included'],
    ['2', '应达（减免）有误', 'Wrong required points or exemption'],
    ['3', '实际得分有误', 'Wrong actual points'],
    ['4', '等级有误', 'Wrong grade'],
    ['9', '其他', 'Other'],
  ],
);

/** States of a result; equal to the codes of its batch. */
export const assessResultStatus = dictionary(
  'assessResultStatus',
  ['结果状态', 'Status'],
  [
    ['1', '考核中', 'Under way'],
    ['5', '已确认（归档）', 'Confirmed'],
  ],
);
