import type { Label } from '@keyan/kernel/label.ts';
import { type Condition, equals } from '@keyan/kernel/records/query.ts';
import { activityAttended } from '../activity/attended.ts';
import { activityHeld } from '../activity/held.ts';
import { assessResult } from '../assessment/assess-result.ts';
import { yearlyCycle } from '../assessment/dictionaries.ts';
import { honorary } from '../people/honorary.ts';
import { personnel } from '../people/personnel.ts';
import { team } from '../people/teams/team.ts';
import { batchStatusCodes, scoreResultStatusCodes } from '../scoring/dictionaries.ts';
import { scoreAppeal } from '../scoring/score-appeal.ts';
import { scorePerson } from '../scoring/score-person.ts';
import { scoreResult } from '../scoring/score-result.ts';
import { undecidedCodes } from '../shared/mechanisms/appeals.ts';
import type { Figure, FigureSource } from './figure.ts';
import {
  countedFigure,
  inStates,
  perHeadFigure,
  plainResource,
  shareFigure,
  splitByDay,
  splitByField,
  splitByYear,
} from './source.ts';

const inService = (...where: readonly Condition[]): FigureSource => ({
  resource: plainResource(personnel),
  view: 'all',
  where: [equals('zzzt', '1'), ...where],
  by: {
    college: splitByField('fkDeptId'),
    subjectClass: splitByField('subjectClass'),
    rank: splitByField('ranks'),
    degree: splitByField('tlDegree'),
    sex: splitByField('sex'),
    sorter: splitByField('sorter'),
  },
});

const activity = (
  resource: { readonly key: string },
  ...where: readonly Condition[]
): FigureSource => ({
  resource: plainResource(resource),
  view: 'lib',
  where,
  year: splitByField('statYear'),
  day: 'startDate',
  by: {
    year: splitByField('statYear'),
    college: splitByField('fkDeptId'),
    type: splitByField('activityType'),
    level: splitByField('activityLevel'),
  },
});

/**
 * Source that sums scores of people in assessments of a year; an assessment of several years uses
 * its whole span.
 */
const assessedAs = (sum: string): FigureSource => ({
  resource: plainResource(assessResult),
  view: 'all',
  where: [{ field: 'userId', operator: 'filled', value: null }, equals('cycleType', yearlyCycle)],
  sum,
  year: splitByField('assessYear'),
  by: {
    year: splitByField('assessYear'),
    college: splitByField('fkDeptId'),
    batch: splitByField('fkBatchId'),
    person: splitByField('userId'),
  },
});

/** Source of cross-border activities: foreign guests, or members who travelled abroad. */
const abroad = (resource: { readonly key: string; readonly label: Label }): FigureSource => ({
  ...activity(resource, equals('isForeign', '1')),
  kind: { code: resource.key, label: resource.label },
});

/** Source of cross-border activities that begin within `daysAhead`. */
const coming = (resource: { readonly key: string; readonly label: Label }): FigureSource => {
  const { year: _year, day: _day, by, ...source } = abroad(resource);
  return {
    ...source,
    ahead: 'startDate',
    by: { day: splitByDay('startDate'), ...(by.college && { college: by.college }) },
  };
};

/** Scores of the reader in the open scoring batch of the year. */
const ownScore: FigureSource = {
  resource: plainResource(scoreResult),
  view: 'mine',
  where: [
    inStates(
      'status',
      scoreResultStatusCodes.open,
      scoreResultStatusCodes.acknowledged,
      scoreResultStatusCodes.appealed,
      scoreResultStatusCodes.adjusted,
      scoreResultStatusCodes.proposed,
    ),
  ],
  sum: 'finalScore',
  by: {},
};

/** Points that the reader lacks in running assessments. */
const ownLack: FigureSource = {
  resource: plainResource(assessResult),
  view: 'mine',
  where: [equals('status', batchStatusCodes.released)],
  sum: 'lackScore',
  by: {},
};

/** Figures of people and of their activities other than outputs. */
export const peopleFigures: readonly Figure[] = [
  countedFigure(
    {
      key: 'person.active',
      label: ['科研人员', 'Researchers'],
      unit: 'person',
      caliber: ['当前在职的科研人员', 'Researchers currently in service'],
    },
    inService(),
  ),
  countedFigure(
    {
      key: 'person.teachers',
      label: ['专任教师', 'Teachers'],
      unit: 'person',
      caliber: ['当前在职的专任教师', 'Full-time teachers currently in service'],
    },
    inService(equals('sorter', '01')),
  ),
  countedFigure(
    {
      key: 'person.doctoral',
      label: ['博导', 'Doctoral supervisors'],
      unit: 'person',
      caliber: ['当前在职的博士生导师', 'Doctoral supervisors currently in service'],
    },
    inService(equals('isDoctoral', '01')),
  ),
  perHeadFigure(
    {
      key: 'person.outputs',
      label: ['人均成果', 'Outputs per teacher'],
      unit: 'piece',
      caliber: ['成果 ÷ 在职专任教师', 'Outputs ÷ full-time teachers in service'],
    },
    'output.count',
    'person.teachers',
  ),
  countedFigure(
    {
      key: 'score.total',
      label: ['业绩分', 'Scores'],
      unit: 'point',
      caliber: [
        '个人在计分批次的得分之和，按批次的年度',
        'Sum of individual scores in scoring batches, by year of the batch',
      ],
    },
    {
      resource: plainResource(scorePerson),
      view: 'all',
      where: [],
      sum: 'totalScore',
      year: splitByField('scoreYear'),
      by: {
        year: splitByField('scoreYear'),
        college: splitByField('fkDeptId'),
        batch: splitByField('batchId'),
        person: splitByField('userId'),
      },
    },
  ),
  perHeadFigure(
    {
      key: 'score.mean',
      label: ['人均业绩分', 'Score per teacher'],
      unit: 'point',
      caliber: ['业绩分 ÷ 在职专任教师', 'Scores ÷ full-time teachers in service'],
    },
    'score.total',
    'person.teachers',
  ),
  countedFigure(
    {
      key: 'score.required',
      label: ['应达业绩', 'Required score'],
      unit: 'point',
      caliber: [
        '个人年度考核的应达分之和，按考核年度；聘期考核不计',
        'Sum of required points in yearly assessments of people, by assessment year; term assessments are not counted',
      ],
    },
    assessedAs('requiredScore'),
  ),
  countedFigure(
    {
      key: 'score.actual',
      label: ['实际业绩', 'Actual score'],
      unit: 'point',
      caliber: [
        '个人年度考核的实际分之和，按考核年度；聘期考核不计',
        'Sum of actual points in yearly assessments of people, by assessment year; term assessments are not counted',
      ],
    },
    assessedAs('actualScore'),
  ),
  shareFigure(
    {
      key: 'score.finish',
      label: ['完成率', 'Completion rate'],
      caliber: [
        '年度考核的实际业绩 ÷ 应达业绩；免考核的应达为 0，聘期考核不计',
        'Actual ÷ required score of yearly assessments; those exempt count as 0 required, term assessments are not counted',
      ],
    },
    'score.actual',
    'score.required',
  ),
  countedFigure(
    {
      key: 'assess.short',
      label: ['未达标', 'Below target'],
      unit: 'share',
      caliber: [
        '进行中的考核里目前未达标的对象；同一对象在几项考核中分别计',
        'People and units currently below target in assessments under way, counted once in each',
      ],
    },
    {
      resource: plainResource(assessResult),
      view: 'short',
      where: [],
      by: { college: splitByField('fkDeptId'), batch: splitByField('fkBatchId') },
    },
  ),
  countedFigure(
    {
      key: 'appeal.open',
      label: ['计分申诉待处理', 'Open appeals'],
      unit: 'piece',
      caliber: ['已提交而未决定的计分申诉', 'Scoring appeals submitted and not yet decided'],
    },
    {
      resource: plainResource(scoreAppeal),
      view: 'all',
      where: [inStates('status', ...undecidedCodes)],
      by: { college: splitByField('fkDeptId'), batch: splitByField('batchId') },
    },
  ),
  countedFigure(
    {
      key: 'own.actual',
      label: ['我的业绩分', 'My score'],
      unit: 'point',
      caliber: [
        '本人在尚未锁定的计分批次里的得分',
        'My points in scoring batches that are not locked yet',
      ],
    },
    ownScore,
  ),
  countedFigure(
    {
      key: 'own.lack',
      label: ['距达标尚缺', 'Short of target'],
      unit: 'point',
      caliber: [
        '进行中的考核里本人距应达分尚缺的分值',
        'Points I still need to reach the target of assessments under way',
      ],
    },
    ownLack,
  ),
  countedFigure(
    {
      key: 'honor.count',
      label: ['人才称号', 'Titles'],
      unit: 'piece',
      caliber: ['审核通过的荣誉称号，按授予年度', 'Approved honorary titles by year of award'],
    },
    {
      resource: plainResource(honorary),
      view: 'all',
      where: [equals('auditStatus', '2')],
      year: splitByYear('awardTime'),
      day: 'awardTime',
      by: {
        year: splitByYear('awardTime'),
        level: splitByField('honorLevel'),
        type: splitByField('titleName'),
      },
    },
  ),
  countedFigure(
    {
      key: 'team.count',
      label: ['科研团队', 'Research teams'],
      unit: 'piece',
      caliber: ['审核通过的科研团队与平台', 'Approved research teams and platforms'],
    },
    {
      resource: plainResource(team),
      view: 'all',
      where: [equals('auditStatus', '2')],
      by: {
        type: splitByField('teamType'),
        level: splitByField('teamLevel'),
        discipline: splitByField('discipline'),
      },
    },
  ),
  countedFigure(
    {
      key: 'activity.held',
      label: ['举办活动', 'Activities held'],
      unit: 'piece',
      caliber: ['审核通过的举办活动，按统计年度', 'Approved activities held, by reporting year'],
    },
    activity(activityHeld),
  ),
  countedFigure(
    {
      key: 'activity.attended',
      label: ['参加活动', 'Activities attended'],
      unit: 'piece',
      caliber: [
        '审核通过的参加活动，按统计年度',
        'Approved activities attended, by reporting year',
      ],
    },
    activity(activityAttended),
  ),
  countedFigure(
    {
      key: 'activity.foreign',
      label: ['涉外活动', 'International activities'],
      unit: 'piece',
      caliber: [
        '审核通过的涉外举办活动与境外参加活动，按统计年度',
        'Approved activities held with foreign participation or attended abroad, by reporting year',
      ],
    },
    abroad(activityHeld),
    abroad(activityAttended),
  ),
  countedFigure(
    {
      key: 'activity.coming',
      label: ['90 天内涉外活动', 'International, within 90 days'],
      unit: 'piece',
      caliber: [
        '审核通过的涉外举办活动与境外参加活动，今天起 90 天内开始',
        'Approved activities held with foreign participation or attended abroad that begin within 90 days from today',
      ],
    },
    coming(activityHeld),
    coming(activityAttended),
  ),
];
