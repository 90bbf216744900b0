import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { notAfterToday } from '../../shared/formats/dates.ts';
import { registration } from '../common/registration.ts';
import { designType } from './dictionaries.ts';
import { occasionText, shownWork, workColumnsAndFilters, workFields, workFormOf } from './work.ts';

const ach = shownWork({
  label: ['设计艺术作品', 'Design work'],
  plural: 'Design works',
  code: 'sjyszp',
  type: 'designType',
  path: '/achievement/sjyszp',
  scored: { as: 'design', yuan: 'contractAmount' },
  takenFor: ['artwork'],
  cited: 'graphic',
  carrier: 'carrier',
});

const fields = {
  ...workFields({
    displayWay: ['发表（采用）方式', 'Presentation'],
    publishDate: ['发表（落成）日期', 'Date'],
    description: ['设计说明', 'Description'],
  }),
  designType: f.dict(['设计类别', 'Type'], designType).required(),
  client: f.text(['委托（采用）单位', 'Client']).max(100),
  contractAmount: f.money(['设计合同额（元）', 'Contract']),
  area: f.text(['规模（面积等）', 'Scale']).max(100),
  carrier: f
    .text(['展览、赛事、刊物名称', 'Exhibition, contest or journal'])
    .required()
    .max(200)
    .searchable(),
  hostUnit: f.text(['主办单位', 'Host']).max(100),
  ...ach.fields,
};

const lists = workColumnsAndFilters('designType', 'carrier');

/** 设计艺术作品: a design that was exhibited, published or built. */
export const design = defineResource({
  key: 'sjyszp',
  label: ['设计艺术作品', 'Design work'],
  path: 'kh-edu-research/sjyszp',
  title: 'workName',
  fields,
  with: [ach],
  views: ach.views(lists.views),
  list: { ...lists.list, filters: [...lists.list.filters, 'client'] },
  form: workFormOf(
    ach.people,
    {
      key: 'work',
      title: ['作品', 'Work'],
      fields: ['workName', 'designType', 'client', 'contractAmount', 'area', 'description'],
    },
    {
      key: 'shown',
      title: ['发表与采用', 'Publication and use'],
      fields: ['carrier', 'hostUnit', 'displayLevel', 'displayWay', 'publishDate', 'awardInfo'],
    },
  ),
  validators: notAfterToday(fields, 'publishDate'),
  compute: ({ workName, carrier, firstAuthor }) => ({
    occasion: occasionText(workName, carrier, firstAuthor),
  }),
  processes: registration('sjyszp', ['设计艺术作品登记', 'Design art work'], 15, 'displayLevel'),
});
