import { type ReviewCriterion, reviewedKind } from '../../review/reviewed.ts';

const criteria: readonly ReviewCriterion[] = [
  {
    label: ['目标完成情况', 'Targets'],
    points: 40,
    standard: ['考核指标与计划任务的完成程度', 'Degree of completion of targets and planned tasks'],
  },
  {
    label: ['成果质量', 'Results'],
    points: 40,
    standard: ['成果的创新性、学术水平与影响', 'Novelty, academic level and impact of the results'],
  },
  {
    label: ['经费使用', 'Funds'],
    points: 20,
    standard: ['经费使用的合规性与合理性', 'Compliance and reasonableness of spending'],
  },
];

/** Review settings shared by conclusions and checks. */
const ofProjects = {
  call: 'batchId',
  arrangers: 'rd_project',
  people: ['programLeader'],
  peopleOf: ['programId', 'members', 'userId'],
  criteria,
  identifying: ['programLeader', 'departmentId', 'programNum'],
  anonymousFiles: ['36'],
} as const;

/** Expert review of conclusions, by meeting or by correspondence. */
export const conclusionReview = reviewedKind({
  ...ofProjects,
  target: '2',
  shown: [
    'programName',
    'programNum',
    'programLeader',
    'departmentId',
    'conclusionType',
    'realEndDate',
    'funds',
    'expendFunds',
    'summary',
    'resultSummary',
    'targetFinish',
    'benefit',
    'results',
    'accounts',
    'attachments',
  ],
  // Codes of the grades 优秀, 良好, 合格, 不合格.
  grade: { field: 'conclusionGrade', codes: ['01', '02', '03', '04'] },
});

/** Expert review of progress reports, for batches that require it. */
export const checkReview = reviewedKind({
  ...ofProjects,
  target: '3',
  shown: [
    'programName',
    'programNum',
    'programLeader',
    'departmentId',
    'checkType',
    'checkYear',
    'finishRate',
    'progress',
    'stageResult',
    'fundsUsage',
    'problem',
    'nextPlan',
    'results',
    'attachments',
  ],
  // Codes of the grades 优秀, 合格, 限期整改, 不合格.
  grade: { field: 'checkResult', codes: ['01', '02', '03', '04'] },
});
