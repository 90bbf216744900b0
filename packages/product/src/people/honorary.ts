import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineProcess } from '@keyan/kernel/definition/life/process.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { deptSecretary, researchOfficeStep } from '../shared/approval-steps.ts';
import { attachmentCategories } from '../shared/attachments.ts';
import { daysAfter, notAfterToday } from '../shared/formats/dates.ts';
import { honorLevel, honorTitle, otherEntryCode } from './dictionaries.ts';
import { personAccess, personFields, personPage } from './own-records.ts';

const isOther = ({ titleName }: RowLike): boolean => titleName === otherEntryCode;

const fields = {
  ...personFields,
  titleName: f.dict(['荣誉称号', 'Honorary title'], honorTitle).required(),
  otherTitle: f.text(['其他称号名称', 'Name of the title']).required().max(100).when(isOther),
  honorName: f.text(['称号名称', 'Title']).max(100).computed().searchable(),
  honorLevel: f.dict(['级别', 'Level'], honorLevel).required(),
  awardUnit: f.text(['授予单位', 'Awarded by']).required().max(100),
  awardTime: f.date(['授予时间', 'Awarded on']).required(),
  certNum: f.text(['证书编号', 'Certificate no.']).max(50),
  attachments: f.files(['附件', 'Attachments'], attachmentCategories('17', '99')),
};

const nameOf = (code: string | null): string | null =>
  honorTitle.entries.find((entry) => entry.code === code)?.label[0] ?? null;

/** 荣誉称号: honorary title of a member of the university. */
export const honorary = defineResource({
  key: 'honorary',
  label: ['荣誉称号', 'Honorary title'],
  words: { plural: ['荣誉称号', 'Honorary titles'] },
  path: 'kh-edu-research/honorary',
  title: 'honorName',
  fields,
  access: personAccess,
  department: 'fkDeptId',
  concerned: ['userId'],
  compute: ({ titleName, otherTitle }) => ({
    honorName: titleName === otherEntryCode ? otherTitle : nameOf(titleName),
  }),
  validators: notAfterToday(fields, 'awardTime'),
  list: {
    columns: ['honorName', 'userId', 'fkDeptId', 'honorLevel', 'awardUnit', 'awardTime'],
    filters: ['userId', 'fkDeptId', 'titleName', 'honorLevel', 'awardTime'],
    sort: '-awardTime',
  },
  form: [
    { key: 'person', title: ['人员', 'Person'], fields: ['userId', 'fkDeptId'] },
    {
      key: 'honour',
      title: ['荣誉', 'Honour'],
      fields: ['titleName', 'otherTitle', 'honorLevel', 'awardUnit', 'awardTime', 'certNum'],
    },
    { key: 'attachments', title: ['附件', 'Attachments'], fields: ['attachments'] },
  ],
  views: personPage({
    label: ['荣誉称号', 'Honorary titles'],
    code: 'honor',
    path: '/management/honorary',
    order: 4,
    icon: 'TrophyOutlined',
  }),
  specimen: (draw) => ({ awardTime: daysAfter(draw.today, -draw.int(30, 3000)) }),
  processes: [
    defineProcess(
      'honorary',
      ['荣誉称号', 'Honorary title'],
      [deptSecretary, researchOfficeStep],
      'flow_60',
    ),
  ],
});
