import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { attachmentCategories } from '../../shared/attachments.ts';
import { yesNo } from '../../shared/dictionaries.ts';
import { notAfterToday } from '../../shared/formats/dates.ts';
import { achievement } from '../common/achievement.ts';
import { contributorLabel, paperAuthors } from '../common/authors.ts';
import { differsBy } from '../common/namesake.ts';
import { registration } from '../common/registration.ts';
import { achievementFilters } from '../common/sections.ts';
import { outputTotals } from '../common/totals.ts';
import { sportIdentity, sportLevel, sportType } from './dictionaries.ts';
import { occasionField, occasionText, workFormOf } from './work.ts';

const ach = achievement({
  label: ['体育成果', 'Sports achievement'],
  plural: 'Sports achievements',
  code: 'sport',
  type: 'sportType',
  path: '/achievement/tycg',
  authors: paperAuthors,
  people: contributorLabel,
  attachments: attachmentCategories('17*', '22', '99'),
  date: 'matchDate',
  duplicates: ['occasion'],
  identifiers: ['certNum'],
  scored: { as: 'sport' },
  citation: {
    type: 'document',
    texts: {
      'container-title': 'matchName',
      genre: 'ranking',
      publisher: 'hostUnit',
      'publisher-place': 'place',
    },
  },
});

/** Coaches and choreographers have students who compete; athletes and referees have none. */
const hasStudents = ({ identity }: RowLike): boolean =>
  identity === '2' || identity === '3' || identity === '5';

/** The students' names in an order of their own, however they were typed. */
const studentsOf = (names: string | null): string | undefined =>
  names
    ?.split(/[、,，;；\s]+/u)
    .filter((name) => name !== '')
    .toSorted()
    .join('、');

const fields = {
  achName: f.text(['成果名称（赛事项目）', 'Title']).requiredInDraft().max(200).searchable(),
  sportType: f.dict(['成果类别', 'Type'], sportType).required(),
  matchName: f.text(['赛事名称', 'Competition']).required().max(200).searchable(),
  sportLevel: f.dict(['赛事级别', 'Level'], sportLevel).required(),
  eventName: f.text(['参赛项目', 'Event']).required().max(100),
  ranking: f.text(['名次（等级）', 'Ranking']).required().max(30),
  result: f.text(['成绩', 'Result']).max(50),
  isRecord: f.dict(['是否破纪录', 'Record broken'], yesNo),
  hostUnit: f.text(['主办单位', 'Host']).required().max(100),
  matchDate: f.date(['比赛日期', 'Date']).required(),
  place: f.text(['比赛地点', 'Place']).max(100),
  identity: f.dict(['本人身份', 'Identity'], sportIdentity).required(),
  studentNames: f.text(['参赛学生', 'Students']).max(300).when(hasStudents),
  certNum: f.text(['证书编号', 'Certificate no.']).max(50),
  occasion: occasionField(),
  differsBy: differsBy(),
  ...ach.fields,
};

/** 体育成果: what people of ours, or students whom they coach, reached in a competition. */
export const sport = defineResource({
  key: 'tycgdj',
  label: ['体育成果', 'Sports achievement'],
  path: 'kh-edu-research/tycg',
  title: 'achName',
  fields,
  with: [ach],
  views: ach.views({
    audit: ['achName', 'firstAuthor', 'fkDeptId', 'sportType', 'sportLevel', 'ranking'],
    lib: ['achName', 'authorNames', 'fkDeptId', 'matchName', 'sportLevel', 'ranking', 'matchDate'],
  }),
  list: {
    columns: [
      'achName',
      'sportType',
      'matchName',
      'sportLevel',
      'ranking',
      'hostUnit',
      'matchDate',
    ],
    filters: achievementFilters(
      'sportType',
      'sportLevel',
      'matchName',
      'ranking',
      'matchDate',
      'hostUnit',
    ),
    sort: '-matchDate',
    keptTotals: outputTotals('matchDate'),
  },
  form: workFormOf(
    ach.people,
    {
      key: 'match',
      title: ['比赛与名次', 'Competition and result'],
      fields: [
        'achName',
        'sportType',
        'matchName',
        'sportLevel',
        'eventName',
        'ranking',
        'result',
        'isRecord',
        'matchDate',
        'place',
        'hostUnit',
        'certNum',
      ],
    },
    {
      key: 'part',
      title: ['本人与参赛学生', 'Own and students’ participation'],
      fields: ['identity', 'studentNames'],
    },
  ),
  validators: notAfterToday(fields, 'matchDate'),
  // Two coaches of one team have one result between them.
  compute: ({ matchName, eventName, ranking, studentNames, firstAuthor }) => ({
    occasion: occasionText(matchName, eventName, ranking, studentsOf(studentNames) || firstAuthor),
  }),
  processes: registration(
    'tycgdj',
    ['体育成果登记', 'Sports achievement'],
    12,
    'sportLevel',
    'ranking',
  ),
});
