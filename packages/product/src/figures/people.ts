import { type Condition, equals } from '@keyan/kernel/records/query.ts';
import { activityAttended } from '../activity/attended.ts';
import { activityHeld } from '../activity/held.ts';
import { assessResult } from '../assessment/assess-result.ts';
import { honorary } from '../people/honorary.ts';
import { personnel } from '../people/personnel.ts';
import { team } from '../people/teams/team.ts';
import { scorePerson } from '../scoring/score-person.ts';
import type { Figure, FigureSource } from './figure.ts';
import { at, counted, perHead, plain, shareOf, yearOf } from './source.ts';

const inService = (...where: readonly Condition[]): FigureSource => ({
  resource: plain(personnel),
  view: 'all',
  where: [equals('zzzt', '1'), ...where],
  by: {
    college: at('fkDeptId'),
    subjectClass: at('subjectClass'),
    rank: at('ranks'),
    degree: at('tlDegree'),
    sex: at('sex'),
    sorter: at('sorter'),
  },
});

const activity = (resource: { readonly key: string }): FigureSource => ({
  resource: plain(resource),
  view: 'lib',
  where: [],
  year: at('statYear'),
  day: 'startDate',
  by: {
    year: at('statYear'),
    college: at('fkDeptId'),
    type: at('activityType'),
    level: at('activityLevel'),
  },
});

/** A score of the people that were assessed. */
const assessedAs = (sum: string): FigureSource => ({
  resource: plain(assessResult),
  view: 'all',
  where: [{ field: 'userId', operator: 'filled', value: null }],
  sum,
  by: { college: at('fkDeptId'), batch: at('fkBatchId'), person: at('userId') },
});

/** Figures of people and of what they do beside their outputs. */
export const peopleFigures: readonly Figure[] = [
  counted(
    {
      key: 'person.active',
      label: ['科研人员', 'Researchers'],
      unit: 'person',
      caliber: ['当前在职的科研人员', 'Researchers in service today'],
    },
    inService(),
  ),
  counted(
    {
      key: 'person.teachers',
      label: ['专任教师', 'Teachers'],
      unit: 'person',
      caliber: ['当前在职的专任教师', 'Full-time teachers in service today'],
    },
    inService(equals('sorter', '01')),
  ),
  counted(
    {
      key: 'person.doctoral',
      label: ['博导', 'Doctoral supervisors'],
      unit: 'person',
      caliber: ['当前在职的博士生导师', 'Doctoral supervisors in service today'],
    },
    inService(equals('isDoctoral', '01')),
  ),
  perHead(
    {
      key: 'person.outputs',
      label: ['人均成果', 'Outputs per teacher'],
      unit: 'piece',
      caliber: ['成果 ÷ 在职专任教师', 'Outputs divided by teachers in service'],
    },
    'output.count',
    'person.teachers',
  ),
  counted(
    {
      key: 'score.total',
      label: ['业绩分', 'Scores'],
      unit: 'point',
      caliber: [
        '个人在各计分批次的得分之和，可按批次、人员分开',
        'The scores of people over all batches; by batch and person they stand apart',
      ],
    },
    {
      resource: plain(scorePerson),
      view: 'all',
      where: [],
      sum: 'totalScore',
      by: { college: at('fkDeptId'), batch: at('batchId'), person: at('userId') },
    },
  ),
  perHead(
    {
      key: 'score.mean',
      label: ['人均业绩分', 'Score per teacher'],
      unit: 'point',
      caliber: ['业绩分 ÷ 在职专任教师', 'Scores divided by teachers in service'],
    },
    'score.total',
    'person.teachers',
  ),
  counted(
    {
      key: 'score.required',
      label: ['应达业绩', 'Required score'],
      unit: 'point',
      caliber: ['个人考核结果的应达分之和', 'Points that assessments require of people'],
    },
    assessedAs('requiredScore'),
  ),
  counted(
    {
      key: 'score.actual',
      label: ['实际业绩', 'Assessed score'],
      unit: 'point',
      caliber: ['个人考核结果的实际分之和', 'Points that people reached in assessments'],
    },
    assessedAs('actualScore'),
  ),
  shareOf(
    {
      key: 'score.finish',
      label: ['完成率', 'Target reached'],
      caliber: ['实际业绩 ÷ 应达业绩，免考核的不计', 'Assessed score in the required one'],
    },
    'score.actual',
    'score.required',
  ),
  counted(
    {
      key: 'honor.count',
      label: ['人才称号', 'Titles'],
      unit: 'piece',
      caliber: [
        '审核通过的荣誉称号，按授予年度',
        'Approved honorary titles by the year of the award',
      ],
    },
    {
      resource: plain(honorary),
      view: 'all',
      where: [equals('auditStatus', '2')],
      year: yearOf('awardTime'),
      day: 'awardTime',
      by: { year: yearOf('awardTime'), level: at('honorLevel'), type: at('titleName') },
    },
  ),
  counted(
    {
      key: 'team.count',
      label: ['科研团队', 'Research teams'],
      unit: 'piece',
      caliber: ['审核通过的科研团队与平台', 'Approved research teams and platforms'],
    },
    {
      resource: plain(team),
      view: 'all',
      where: [equals('auditStatus', '2')],
      by: { type: at('teamType'), level: at('teamLevel'), discipline: at('discipline') },
    },
  ),
  counted(
    {
      key: 'activity.held',
      label: ['举办活动', 'Events held'],
      unit: 'piece',
      caliber: [
        '审核通过的举办活动，按统计年度',
        'Approved events that we held, by reporting year',
      ],
    },
    activity(activityHeld),
  ),
  counted(
    {
      key: 'activity.attended',
      label: ['参加活动', 'Events attended'],
      unit: 'piece',
      caliber: [
        '审核通过的参加活动，按统计年度',
        'Approved events that our people attended, by reporting year',
      ],
    },
    activity(activityAttended),
  ),
];
