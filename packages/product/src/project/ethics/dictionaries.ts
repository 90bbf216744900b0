import { dictionary } from '@keyan/kernel/values/dictionary.ts';

/** Subjects of studies, which determine the ethics review. */
export const ethicsSubject = dictionary(
  'ethicsSubject',
  ['伦理审查对象', 'Ethics review subject'],
  [
    ['1', '人（受试者、样本与数据）', 'Humans (subjects, samples and data)'],
    ['2', '实验动物', 'Animals'],
    ['3', '人类遗传资源', 'Human genetic resources'],
    ['4', '数据与算法', 'Data and algorithms'],
    ['9', '其他', 'Other'],
  ],
);

/** Origins of an ethics decision. */
export const ethicsOrigin = dictionary(
  'ethicsOrigin',
  ['审查方式', 'Review route'],
  [
    ['1', '校内审查', 'University review'],
    ['2', '外部批件', 'External approval'],
  ],
);

/** Codes of `ethicsOrigin`. */
export const ethicsOriginCodes = { committee: '1', external: '2' } as const;

/** Procedures of the ethics committee (科技伦理审查办法). */
export const ethicsProcedure = dictionary(
  'ethicsProcedure',
  ['审查程序', 'Procedure'],
  [
    ['1', '会议审查', 'Meeting'],
    ['2', '简易程序', 'Expedited'],
    ['3', '应急审查', 'Emergency'],
  ],
);

/**
 * Decisions on a study; a rejection is the refusal of the record, a request for more its return.
 */
export const ethicsDecision = dictionary(
  'ethicsDecision',
  ['审查决定', 'Decision'],
  [
    ['1', '批准', 'Approved'],
    ['2', '修改后批准', 'Approved with changes'],
  ],
);

/** Results of a follow-up: approval remains in force, suspended or ended. */
export const ethicsStanding = dictionary(
  'ethicsStanding',
  ['跟踪审查结论', 'Follow-up result'],
  [
    ['1', '继续', 'Continue'],
    ['2', '暂停', 'Suspended'],
    ['3', '终止', 'Terminated'],
  ],
);

/** Codes of `ethicsStanding`. */
export const ethicsStandingCodes = { inForce: '1', suspended: '2', ended: '3' } as const;
