import { dictionary } from '@keyan/kernel/values/dictionary.ts';
import { achievementOutputs, workOutputs } from '../project/common/dictionaries.ts';

/** Scored kinds of records; a kind names its code in its options. */
export const scoreObject = dictionary(
  'scoredKind',
  ['计分对象', 'Output'],
  [...achievementOutputs, ...workOutputs],
);

/** Modes of dividing a score among people. */
export const allotMode = dictionary(
  'allotMode',
  ['分值分配方式', 'Allocation'],
  [
    ['1', '按填报贡献率', 'By contribution'],
    ['2', '按排名系数表', 'By rank table'],
    ['3', '逐名减半', 'Halved for each rank'],
    ['4', '第一作者 60%，其余均分 40%', 'First 60 %, the others share 40 %'],
    ['5', '负责人分配', 'By the leader'],
    ['6', '仅计第一作者', 'First author only'],
    ['7', '平均分配', 'Equal shares'],
  ],
);

/** Units of the base score. */
export const scoreUnit = dictionary(
  'scoreUnit',
  ['计分单位', 'Unit'],
  [
    ['1', '每项（篇、件）', 'Each'],
    ['2', '每万元', 'Per 10,000 yuan'],
    ['3', '每万字', 'Per 10,000 words'],
    ['4', '每人次', 'Per person and occurrence'],
  ],
);

export const scoreOperator = dictionary(
  'scoreOperator',
  ['比较方式', 'Comparison'],
  [
    ['eq', '等于', 'is'],
    ['in', '属于其中之一', 'is one of'],
    ['ge', '不小于', 'is at least'],
    ['le', '不大于', 'is at most'],
  ],
);

export const batchStatus = dictionary(
  'batchStatus',
  ['批次状态', 'Status'],
  [
    ['0', '草稿', 'Draft'],
    ['1', '已发布', 'Released'],
    ['2', '计算中', 'Computing'],
    ['3', '结果公示（申诉期）', 'Open for appeals'],
    ['4', '申诉处理中', 'Appeals under review'],
    ['5', '已确认（归档）', 'Confirmed'],
    ['6', '已撤回', 'Withdrawn'],
    ['7', '已作废', 'Voided'],
  ],
);

/** Codes of `batchStatus`. */
export const batchStatusCodes = {
  draft: '0',
  released: '1',
  computing: '2',
  shown: '3',
  deciding: '4',
  confirmed: '5',
  withdrawn: '6',
  void: '7',
} as const;

/**
 * Codes of closed batches, whose results people can no longer change; results are locked one by one
 * after the confirmation.
 */
export const closedBatches: readonly unknown[] = [
  batchStatusCodes.confirmed,
  batchStatusCodes.withdrawn,
  batchStatusCodes.void,
];

export const resultStatus = dictionary(
  'scoreResultStatus',
  ['结果状态', 'Status'],
  [
    ['0', '待确认', 'To be confirmed'],
    ['1', '本人已确认', 'Confirmed by the person'],
    ['2', '申诉中', 'Under appeal'],
    ['3', '已调整', 'Adjusted'],
    ['4', '调整待审批', 'Adjustment proposed'],
    ['9', '已锁定', 'Locked'],
  ],
);

/** Codes of `scoreResultStatus`. */
export const scoreResultStatusCodes = {
  open: '0',
  acknowledged: '1',
  appealed: '2',
  adjusted: '3',
  proposed: '4',
  locked: '9',
} as const;

/** Codes of results that are not final and have no pending appeal. */
export const changeableResultCodes = [
  scoreResultStatusCodes.open,
  scoreResultStatusCodes.acknowledged,
  scoreResultStatusCodes.adjusted,
] as const;

/** Reasons for adjusting a score. */
export const adjustSource = dictionary(
  'scoreAdjustSource',
  ['调整来源', 'Source of a change'],
  [
    ['1', '申诉', 'Appeal'],
    ['2', '主动核查', 'Internal check'],
    ['3', '分配变更', 'Allocation changed'],
    ['4', '撤稿处理', 'Retraction'],
  ],
);

/** Codes of `adjustSource` that the program sets. */
export const adjustSourceCodes = { appeal: '1', retraction: '4' } as const;

export const appealType = dictionary(
  'appealType',
  ['申诉类型', 'Type of appeal'],
  [
    ['1', '成果漏计', 'Output omitted'],
    ['2', '分值有误', 'Wrong score'],
    ['3', '排名（作者）有误', 'Wrong rank or author'],
    ['4', '级别认定有误', 'Wrong level'],
    ['9', '其他', 'Other'],
  ],
);

/** Message type of scores (考核(计分)提醒). */
export const scoreMessage = '13';

export const rewardMode = dictionary(
  'rewardMode',
  ['奖励方式', 'Reward mode'],
  [
    ['1', '按分值单价', 'By points'],
    ['2', '按规则单价', 'By price per rule'],
  ],
);

export const rewardStatus = dictionary(
  'rewardStatus',
  ['奖励批次状态', 'Status'],
  [
    ['0', '草稿', 'Draft'],
    ['1', '已生成结果', 'Generated'],
    ['2', '审批中', 'In approval'],
    ['3', '已确认', 'Approved'],
    ['4', '已发放', 'Paid'],
    ['5', '已作废', 'Voided'],
  ],
);

/** Codes of `rewardStatus`. */
export const rewardStatusCodes = {
  draft: '0',
  generated: '1',
  inApproval: '2',
  confirmed: '3',
  paid: '4',
  void: '5',
} as const;

export const templateKind = dictionary(
  'templateKind',
  ['模板用途', 'Use'],
  [
    ['1', '作者（团队）分配系数', 'Coefficients by rank'],
    ['2', '团队评价指标', 'Team criteria'],
  ],
);

/** Codes of `templateKind`. */
export const templateKindCodes = { divides: '1', judges: '2' } as const;

/** Measures of a team that criteria evaluate automatically. */
export const teamMeasure = dictionary(
  'teamMeasure',
  ['团队指标取数', 'Team indicator source'],
  [
    ['1', '成员人均完成率（%）', 'Members’ average completion (%)'],
    ['2', '成员得分合计（分）', 'Members’ total points'],
    ['3', '成员计分成果（项）', 'Members’ scored outputs'],
    ['4', '成员主持的新立项目（项）', 'New projects led by members'],
    ['5', '成员主持项目到账（万元）', 'Funds received for projects led by members (10,000 yuan)'],
  ],
);

/** Codes of `teamMeasure`. */
export const teamMeasureCodes = {
  rate: '1',
  points: '2',
  outputs: '3',
  approved: '4',
  arrived: '5',
} as const;

export const allotStatus = dictionary(
  'scoreAllotStatus',
  ['分配状态', 'Status'],
  [
    ['0', '待分配', 'To be allocated'],
    ['1', '已分配', 'Allocated'],
  ],
);

/** Codes of `scoreAllotStatus`. */
export const allotStatusCodes = { open: '0', divided: '1' } as const;

export const paymentStatus = dictionary(
  'scorePaymentStatus',
  ['奖励明细状态', 'Status'],
  [
    ['1', '有效', 'In effect'],
    ['5', '已作废', 'Voided'],
    ['6', '已追回', 'Recovered'],
  ],
);

/** Codes of `scorePaymentStatus`. */
export const paymentStatusCodes = { standing: '1', void: '5', recovered: '6' } as const;

export const trialStatus = dictionary(
  'scoreTrialStatus',
  ['试算状态', 'Status'],
  [
    ['0', '草稿', 'Draft'],
    ['1', '计算中', 'Computing'],
    ['2', '已完成', 'Done'],
  ],
);

/** Codes of `scoreTrialStatus`. */
export const trialStatusCodes = { draft: '0', computing: '1', done: '2' } as const;

/** Maximum characters of a score’s explanation. */
export const maxWorkingLength = 1_000;

export const representStatus = dictionary(
  'representStatus',
  ['代表作状态', 'Status'],
  [
    ['0', '草稿', 'Draft'],
    ['1', '已提名', 'Nominated'],
  ],
);

/** Codes of `representStatus`. */
export const representStatusCodes = { draft: '0', named: '1' } as const;
