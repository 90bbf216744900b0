import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { yesNo } from '../../shared/dictionaries.ts';
import { daysAfter, inOrder, notAfterToday } from '../../shared/formats/dates.ts';
import { registration } from '../common/registration.ts';
import { artType } from './dictionaries.ts';
import { occasionText, shownWork, workColumnsAndFilters, workFields, workFormOf } from './work.ts';

const ach = shownWork({
  label: ['艺术作品', 'Art work'],
  plural: 'Art works',
  code: 'art',
  type: 'artType',
  group: 'artWork',
  path: '/achievement/art',
  scored: { as: 'art' },
  takenFor: ['artwork'],
  cited: 'graphic',
  carrier: 'exhibitName',
  shownAt: 'place',
});

const isCollected = (row: RowLike): boolean => row.isCollected === '1';

const fields = {
  ...workFields({
    displayWay: ['发表（展出）方式', 'Presentation'],
    publishDate: ['展出（发表）日期', 'Date'],
    description: ['作品说明', 'Description'],
  }),
  artType: f.dict(['作品类别', 'Type'], artType).required(),
  createDate: f.date(['完成日期', 'Created']).required(),
  size: f.text(['作品尺寸（规格）', 'Size']).max(50),
  material: f.text(['材质', 'Material']).max(50),
  exhibitName: f.text(['展览（刊物）名称', 'Exhibition']).required().max(200).searchable(),
  hostUnit: f.text(['主办单位', 'Host']).required().max(100),
  place: f.text(['展出地点', 'Place']).max(100),
  isCollected: f.dict(['是否被收藏', 'Collected'], yesNo),
  collectUnit: f.text(['收藏单位', 'Collector']).max(100).when(isCollected),
  ...ach.fields,
};

const lists = workColumnsAndFilters('artType', 'exhibitName');

/** 艺术作品: a painting, sculpture, calligraphy or photograph that was shown. */
export const art = defineResource({
  key: 'art',
  label: ['艺术作品', 'Art work'],
  path: 'kh-edu-research/art',
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
      fields: ['workName', 'artType', 'createDate', 'size', 'material', 'description'],
    },
    {
      key: 'shown',
      title: ['展出与收藏', 'Exhibition and collection'],
      fields: [
        'exhibitName',
        'hostUnit',
        'displayLevel',
        'displayWay',
        'publishDate',
        'place',
        'isCollected',
        'collectUnit',
        'awardInfo',
      ],
    },
  ),
  validators: [
    ...notAfterToday(fields, 'createDate', 'publishDate'),
    inOrder(fields, 'createDate', 'publishDate'),
  ],
  compute: ({ workName, exhibitName, firstAuthor }) => ({
    occasion: occasionText(workName, exhibitName, firstAuthor),
  }),
  specimen: (draw) => {
    const ago = draw.int(60, 700);
    return {
      createDate: daysAfter(draw.today, -ago),
      publishDate: daysAfter(draw.today, -ago + draw.int(14, 50)),
    };
  },
  processes: registration('art', ['艺术作品登记', 'Art work'], 9, 'displayLevel'),
});
