import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { yesNo } from '../../shared/dictionaries.ts';
import { notAfterToday } from '../../shared/formats/dates.ts';
import { registration } from '../common/registration.ts';
import { musicType } from './dictionaries.ts';
import { occasionText, shownWork, workColumnsAndFilters, workFields, workFormOf } from './work.ts';

const ach = shownWork({
  label: ['音乐作品', 'Music work'],
  plural: 'Music works',
  code: 'yyzp',
  type: 'musicType',
  path: '/achievement/yyzp',
  scored: { as: 'music' },
  takenFor: ['artwork'],
  cited: 'musical_score',
  carrier: 'carrier',
  shownAt: 'place',
});

const fields = {
  ...workFields({
    displayWay: ['发表（演出）方式', 'Presentation'],
    publishDate: ['发表（首演）日期', 'Date'],
    description: ['作品说明', 'Description'],
  }),
  musicType: f.dict(['作品类别', 'Type'], musicType).required(),
  duration: f.decimal(['时长（分钟）', 'Length (minutes)'], 1).between(0, 100_000),
  lyricist: f.text(['词作者', 'Lyricist']).max(50),
  performer: f.text(['表演者', 'Performer']).max(100),
  carrier: f
    .text(['刊物/出版社/演出（赛事）名称', 'Journal, publisher or event'])
    .required()
    .max(200)
    .searchable(),
  hostUnit: f.text(['主办单位', 'Host']).max(100),
  place: f.text(['演出地点', 'Place']).max(100),
  isSolo: f.dict(['是否个人专场', 'Solo concert'], yesNo),
  ...ach.fields,
};

const lists = workColumnsAndFilters('musicType', 'carrier');

/** 音乐作品: a composition, or a performance of one. */
export const music = defineResource({
  key: 'yyzp',
  label: ['音乐作品', 'Music work'],
  path: 'kh-edu-research/yyzp',
  title: 'workName',
  fields,
  with: [ach],
  views: ach.views(lists.views),
  list: lists.list,
  form: workFormOf(
    ach.people,
    {
      key: 'work',
      title: ['作品', 'Work'],
      fields: ['workName', 'musicType', 'duration', 'lyricist', 'performer', 'description'],
    },
    {
      key: 'shown',
      title: ['发表与演出', 'Publication and performance'],
      fields: [
        'carrier',
        'hostUnit',
        'displayLevel',
        'displayWay',
        'publishDate',
        'place',
        'isSolo',
        'awardInfo',
      ],
    },
  ),
  validators: notAfterToday(fields, 'publishDate'),
  compute: ({ workName, carrier, firstAuthor }) => ({
    occasion: occasionText(workName, carrier, firstAuthor),
  }),
  processes: registration('yyzp', ['音乐作品登记', 'Music work'], 16, 'displayLevel'),
});
