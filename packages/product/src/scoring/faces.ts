import { everyScope, own, withCode } from '@keyan/kernel/access/scope.ts';
import { f, face } from '@keyan/kernel/definition/field/field.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { teamType } from '../people/teams/dictionaries.ts';
import { releaseStatus } from '../project/common/dictionaries.ts';
import { enableStatus, subjectClass, yesNo } from '../shared/dictionaries.ts';
import { releaseCodes } from '../shared/mechanisms/releasing.ts';
import { dept, user } from '../shared/references/refs.ts';
import {
  adjustSource,
  batchStatus,
  batchStatusCodes,
  changeableResultCodes,
  paymentStatus,
  paymentStatusCodes,
  resultStatus,
  rewardStatus,
  rewardStatusCodes,
  scoreObject,
  scoreResultStatusCodes,
  templateKind,
  templateKindCodes,
  trialStatus,
  trialStatusCodes,
} from './dictionaries.ts';

/** Fields of a norm that rules and batches read. */
export const scoreNorm = face('scoreNorm', ['计分标准', 'Scoring norm'], {
  normName: f.text(['标准名称', 'Norm']).requiredInDraft().max(100).unique().searchable(),
  normYear: f.year(['适用年度起', 'From year']).required(),
  endYear: f.year(['适用年度止', 'To year']),
  subjectClass: f.dict(['适用统计类别', 'Category'], subjectClass),
  status: f.dict(['状态', 'Status'], releaseStatus).computed().initial(releaseCodes.draft),
});

/** Title fields of a rule, for results. */
export const scoreProject = face('scoreProject', ['计分规则', 'Scoring rule']);

/** Fields of a batch that results and appeals read. */
export const scoreBatch = face('scoreBatch', ['计分批次', 'Scoring batch'], {
  batchName: f.text(['批次名称', 'Batch']).requiredInDraft().max(100).unique().searchable(),
  batchYear: f.year(['年度', 'Year']).required(),
  normId: f.ref(['计分标准', 'Norm'], scoreNorm).required(),
  publicEnd: f.deadline(['公示（申诉）截止', 'Appeals until']).required(),
  status: f.dict(['状态', 'Status'], batchStatus).computed().initial(batchStatusCodes.draft),
});

/** Fields of a result that appeals read. */
export const scoreResult = face('scoreResult', ['计分结果', 'Score'], {
  batchId: f
    .ref(['计分批次', 'Batch'], scoreBatch)
    .computed()
    .listed(['成果得分', 'Scores of outputs']),
  userId: f.ref(['人员', 'Person'], user).computed(),
  fkDeptId: f.ref(['部门', 'Department'], dept).computed(),
  scoreObject: f.dict(['计分对象', 'Output'], scoreObject).computed(),
  title: f.text(['成果名称', 'Title']).max(300).computed().searchable(),
  secret: f.dict(['涉密', 'Classified'], yesNo).computed(),
  adjustScore: f.decimal(['调整分', 'Adjusted score'], 2).computed(),
  adjustSource: f.dict(['调整来源', 'Source of adjustment'], adjustSource).computed(),
  proposedWhy: f.note(['调整原因', 'Reason for adjustment']).max(300).computed(),
  finalScore: f.decimal(['最终分', 'Final score'], 2).computed(),
  status: f.dict(['状态', 'Status'], resultStatus).computed().initial(scoreResultStatusCodes.open),
});

/** True for templates that judge teams. */
export const templatesForTeams = ({ templateKind: kind }: RowLike): boolean =>
  kind === templateKindCodes.judges;

/** Fields of templates that rules and team assessments read. */
export const teamTemplate = face('teamTemplate', ['团队计分模板', 'Team template'], {
  templateName: f.text(['模板名称', 'Template']).requiredInDraft().max(100).unique().searchable(),
  templateKind: f.dict(['模板用途', 'Use'], templateKind).required().initial('1'),
  teamType: f
    .dict(['适用团队类别', 'Type of team'], teamType)
    .help(['不填表示没有专用模板的各类团队', 'Empty means every type without its own template'])
    .when(templatesForTeams),
  status: f.dict(['状态', 'Status'], enableStatus).computed().initial('0'),
});

/** Fields of a what-if computation that its results read. */
export const scoreTrial = face('scoreTrial', ['计分试算', 'What-if'], {
  trialName: f.text(['试算名称', 'Name']).requiredInDraft().max(100).unique().searchable(),
  status: f.dict(['状态', 'Status'], trialStatus).computed().initial(trialStatusCodes.draft),
});

/** Fields of a reward that its details read. */
export const scoreReward = face('scoreReward', ['奖励批次', 'Reward'], {
  rewardName: f.text(['名称', 'Name']).requiredInDraft().max(100).unique().searchable(),
  batchId: f
    .ref(['计分批次', 'Batch'], scoreBatch)
    .required()
    .among(withCode('status', batchStatusCodes.confirmed), [
      '计分批次尚未确认',
      'The scoring batch is not confirmed',
    ])
    .listed(['科研奖励', 'Rewards']),
  status: f.dict(['状态', 'Status'], rewardStatus).computed().initial(rewardStatusCodes.draft),
});

/** Fields of a reward detail that its reward changes. */
export const scoreRewardDetail = face('scoreRewardDetail', ['奖励明细', 'Reward detail'], {
  rewardId: f.ref(['奖励批次', 'Reward'], scoreReward).computed().listed(['奖励明细', 'Details']),
  status: f.dict(['状态', 'Status'], paymentStatus).computed().initial(paymentStatusCodes.standing),
});

/** Scope of results that are not final and have no pending appeal. */
export const unfinishedResults = withCode('status', ...changeableResultCodes);

/** Scope of results against which the actor may appeal. */
export const appealableResults = everyScope(own('userId'), unfinishedResults);
