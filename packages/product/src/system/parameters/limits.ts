import { f } from '@keyan/kernel/definition/field/field.ts';
import { parameter } from '@keyan/kernel/definition/field/parameter.ts';
import { yesNo } from '../../shared/dictionaries.ts';
import { noAliasesValue } from '../../shared/references/school-names.ts';

/** Limits of the rules of research, which each school sets for itself. */

export const memberConfirm = parameter(
  'declare.member.confirm',
  f.dict(['成员在线确认（0 否，1 是）', 'Members confirm online (0 no, 1 yes)'], yesNo),
  '0',
);

/** of other titles it is the duplicate check that refuses. */
export const duplicateTitleCheck = parameter(
  'paper.similar.block',
  f
    .integer([
      '论文题目相似拦截阈值（百分比，100 为仅拦截相同题目）',
      'Title similarity at which a paper is blocked (percent; 100 blocks identical titles only)',
    ])
    .between(1, 100),
  100,
);

/** how a paper whose first author is a student is scored. */
export const studentFirstAuthorParam = parameter(
  'paper.student.asFirst',
  f.dict(
    [
      '学生一作视同导师一作（0 否，1 是）',
      'Supervisor counts as first author if a student is first (0 no, 1 yes)',
    ],
    yesNo,
  ),
  '1',
);

/** The most representative works that a person names for a year; a norm may count fewer. */
export const maxRepresentativeWorks = parameter(
  'score.representative.most',
  f.integer(['每人每年代表作项数', 'Representative works per person per year']).between(1, 20),
  5,
);

export const delayMaxMonths = parameter(
  'delay.maxMonths',
  f.integer(['单次延期月数', 'Months per extension']).between(1, 120),
  12,
);

export const delayMaxTimes = parameter(
  'delay.maxTimes',
  f.integer(['累计延期次数', 'Maximum number of extensions']).between(1, 20),
  2,
);

export const delayMaxOverdue = parameter(
  'delay.maxOverdue',
  f
    .integer([
      '逾期后可补办延期天数',
      'Days after the end in which an extension can still be requested',
    ])
    .between(0, 3650),
  90,
);

export const conclusionEarly = parameter(
  'conclusion.earlyMonths',
  f
    .integer([
      '到期前可申请结题月数',
      'Months before the end from which a closeout can be requested',
    ])
    .between(0, 120),
  6,
);

/** typed results count for nothing. */
export const conclusionResults = parameter(
  'conclusion.results',
  f
    .integer([
      '结题须有的已入库成果数（0 为不要求）',
      'Outputs in the library required for a closeout (0 for none)',
    ])
    .between(0, 99),
  1,
);

export const conclusionChecks = parameter(
  'conclusion.checks',
  f.dict(
    [
      '缺检查报告不得结题（0 否，1 是）',
      'No closeout while progress reports are missing (0 no, 1 yes)',
    ],
    yesNo,
  ),
  '1',
);

export const conclusionArrivedParam = parameter(
  'conclusion.arrived',
  f
    .integer([
      '横向结题须到账占合同额百分比（0 为不要求）',
      'Percentage of the contract amount to be received before closeout of contract projects (0 for none)',
    ])
    .between(0, 100),
  100,
);

export const conclusionFreeze = parameter(
  'conclusion.freeze',
  f
    .integer(['结题后可报销天数', 'Days after closeout in which expenses are accepted'])
    .between(0, 3650),
  90,
);

export const conclusionAuditAmount = parameter(
  'conclusion.audit.amount',
  f.money(['结题审计金额（元）', 'Amount from which a closeout needs an audit (yuan)']),
  '1000000',
);

export const surplusPerformanceRate = parameter(
  'surplus.performance.rate',
  f.percent(['结余提取绩效最高比例（%）', 'Maximum performance pay from surplus (%)']),
  '50',
);

export const arriveLeaderAmount = parameter(
  'arrive.leader.amount',
  f.money([
    '入账需处领导审批金额（元）',
    'Amount from which bookings need the approval of the research office director (yuan)',
  ]),
  '500000',
);

export const expenseLeaderAmount = parameter(
  'expense.dept.amount',
  f.money(['支出院系审批额度（元）', 'Amount from which expenses need college approval (yuan)']),
  '50000',
);

export const expenseOfficeAmount = parameter(
  'expense.rd.amount',
  f.money([
    '支出科研处审批额度（元）',
    'Amount from which expenses need research office approval (yuan)',
  ]),
  '200000',
);

/** Last closed day of the books of funds; entries of an earlier day are dated on the first open day. */
export const fundsClosedUntilParam = parameter(
  'funds.closed.until',
  f.date(['经费账务已关账至（含当日）', 'Fund accounts closed up to (inclusive)']),
  '1900-01-01',
);

/** Balances that expenses are held against. */
export const fundsCheckMode = parameter(
  'funds.check.mode',
  f
    .text([
      '预算控制（both 科目和项目，item 仅科目，project 仅项目）',
      'Budget control (both: items and project, item: items only, project: project only)',
    ])
    .format({
      test: (value) => ['both', 'item', 'project'].includes(value),
      message: ['请输入 both、item 或 project', 'Enter both, item or project'],
    }),
  'both',
);

export const legalAmount = parameter(
  'legal.amount',
  f.money([
    '合同法务会签金额（元）',
    'Amount from which contracts are countersigned by the legal office (yuan)',
  ]),
  '1000000',
);

export const horizontalManageRate = parameter(
  'horizontal.manage.rate',
  f.percent(['横向管理费比例（%）', 'Overhead of contract projects (%)']),
  '8',
);

export const taxPayerType = parameter(
  'tax.payer.type',
  f
    .text([
      '纳税人类型（general 一般纳税人，small 小规模纳税人，税率最高 3%）',
      'Taxpayer type (general, or small with a rate of at most 3%)',
    ])
    .format({
      test: (value) => value === 'general' || value === 'small',
      message: ['请输入 general 或 small', 'Enter general or small'],
    }),
  'general',
);

export const taxRate = parameter(
  'tax.rate',
  f.decimal(['增值税税率（如 0.06）', 'VAT rate (such as 0.06)'], 4).between(0, 1),
  '0.06',
);

export const taxSurtax = parameter(
  'tax.surtax',
  f.decimal(['附加税率（如 0.12）', 'Surtax rate (such as 0.12)'], 4).between(0, 1),
  '0.12',
);

export const schoolTaxNumber = parameter(
  'school.taxNum',
  f.text([
    '学校统一社会信用代码（税号），none 为不核对',
    'Credit code (tax number) of the university; none to skip the check',
  ]),
  noAliasesValue,
);

/** Treatment of an invoice for another buyer: it is refused, or shown with a warning. */
export const invoiceBuyerCheck = parameter(
  'invoice.buyer.check',
  f
    .text([
      '发票抬头核对（block 不符不收，warn 仅提示）',
      'Check of the invoice buyer (block rejects mismatches, warn only warns)',
    ])
    .format({
      test: (value) => value === 'block' || value === 'warn',
      message: ['请输入 block 或 warn', 'Enter block or warn'],
    }),
  'block',
);

export const billMaxDays = parameter(
  'bill.maxDays',
  f.integer(['预借票据最长天数', 'Maximum days of an advance invoice']).between(1, 3650),
  180,
);

export const advanceDays = parameter(
  'advance.days',
  f
    .integer([
      '借款冲账期限（天），超过后负责人不能再借款',
      'Days in which an advance must be settled; the leader gets no further advance after that',
    ])
    .between(1, 3650),
  90,
);

/** may invoices come to more than the contract? */
export const billOverContractParam = parameter(
  'bill.overContract',
  f.dict(
    ['开票可超过合同额（0 否，1 是）', 'Invoices may exceed the contract amount (0 no, 1 yes)'],
    yesNo,
  ),
  '0',
);

export const webPublicity = parameter(
  'web.propaganda',
  f.dict(
    [
      '网络文化成果宣传部会签（0 否，1 是）',
      'Internet-culture works are countersigned by the publicity office (0 no, 1 yes)',
    ],
    yesNo,
  ),
  '1',
);

export const webMinDays = parameter(
  'web.minDays',
  f
    .integer([
      '网络文化成果登记前发布天数',
      'Days an internet-culture work must be published before registration',
    ])
    .between(0, 365),
  7,
);

export const webArticleMinWords = parameter(
  'web.article.words',
  f.integer(['网络文章最少字数', 'Minimum words of a web article']).between(0, 100_000),
  1000,
);

export const activityAdvanceDays = parameter(
  'activity.advance.days',
  f.integer(['活动提前申请天数', 'Days in advance to apply for an activity']).between(0, 365),
  7,
);

export const activityForeignDays = parameter(
  'activity.foreign.days',
  f
    .integer([
      '涉外活动提前申请天数',
      'Days in advance to apply for an activity with foreign participation',
    ])
    .between(0, 365),
  30,
);

/** How far a value of an annual report may be from that of last year without a reason. */
export const annualToleranceParam = parameter(
  'stat.near',
  f
    .integer([
      '年报与上年相差须说明的阈值（百分比）',
      'Difference from last year that must be explained in an annual report (percent)',
    ])
    .between(1, 1000),
  30,
);

/** Months that make a person-year in the annual reports. */
export const annualMonths = parameter(
  'stat.fullMonths',
  f
    .integer([
      '年报全时当量的折算月数（12 或 10）',
      'Months per person-year in annual reports (12 or 10)',
    ])
    .between(6, 12),
  12,
);

export const researchLimits = [
  annualToleranceParam,
  annualMonths,
  memberConfirm,
  studentFirstAuthorParam,
  maxRepresentativeWorks,
  delayMaxMonths,
  delayMaxTimes,
  delayMaxOverdue,
  conclusionEarly,
  conclusionResults,
  conclusionChecks,
  conclusionArrivedParam,
  conclusionFreeze,
  conclusionAuditAmount,
  surplusPerformanceRate,
  arriveLeaderAmount,
  expenseLeaderAmount,
  expenseOfficeAmount,
  fundsClosedUntilParam,
  fundsCheckMode,
  legalAmount,
  horizontalManageRate,
  taxPayerType,
  taxRate,
  taxSurtax,
  schoolTaxNumber,
  invoiceBuyerCheck,
  billMaxDays,
  advanceDays,
  billOverContractParam,
  webPublicity,
  webMinDays,
  webArticleMinWords,
  activityAdvanceDays,
  activityForeignDays,
] as const;
