import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { notAfterToday } from '../../shared/formats/dates.ts';
import { registration } from '../common/registration.ts';
import { literaryType } from './dictionaries.ts';
import { occasionText, shownWork, workColumnsAndFilters, workFields, workFormOf } from './work.ts';

const ach = shownWork({
  label: ['文艺创作', 'Literary creation'],
  plural: 'Literary creations',
  code: 'wycz',
  type: 'literaryType',
  path: '/achievement/wenyichuangzuo',
  scored: { as: 'literary' },
  takenFor: ['writing', 'artwork'],
  cited: 'document',
  carrier: 'carrier',
  shownAt: 'place',
});

const fields = {
  ...workFields({
    displayWay: ['发表（展演）方式', 'Presentation'],
    publishDate: ['发表（首演）日期', 'Date'],
    description: ['作品简介', 'Description'],
  }),
  literaryType: f.dict(['创作类别', 'Type'], literaryType).required(),
  carrier: f
    .text(['发表载体（刊物、出版社、平台）', 'Journal, publisher or platform'])
    .required()
    .max(200)
    .searchable(),
  hostUnit: f.text(['主办单位', 'Host']).max(100),
  place: f.text(['地点', 'Place']).max(100),
  wordCount: f
    .decimal(['字数（千字）/时长（分钟）', 'Words (thousand) or minutes'], 1)
    .between(0, 100_000),
  ...ach.fields,
};

const lists = workColumnsAndFilters('literaryType', 'carrier');

/** 文艺创作: a novel, script, dance or film that was published or performed. */
export const literary = defineResource({
  key: 'wenyichuangzuo',
  label: ['文艺创作', 'Literary creation'],
  path: 'kh-edu-research/wenyichuangzuo',
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
      fields: ['workName', 'literaryType', 'wordCount', 'description'],
    },
    {
      key: 'shown',
      title: ['发表与展演', 'Publication and performance'],
      fields: [
        'carrier',
        'hostUnit',
        'displayLevel',
        'displayWay',
        'publishDate',
        'place',
        'awardInfo',
      ],
    },
  ),
  validators: notAfterToday(fields, 'publishDate'),
  compute: ({ workName, carrier, firstAuthor }) => ({
    occasion: occasionText(workName, carrier, firstAuthor),
  }),
  processes: registration(
    'wenyichuangzuo',
    ['文艺创作登记', 'Literary and artistic creation'],
    8,
    'displayLevel',
  ),
});
