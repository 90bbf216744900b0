import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineProcess } from '@keyan/kernel/definition/life/process.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { deptSecretary, researchOfficeStep } from '../shared/approval-steps.ts';
import { attachmentCategories } from '../shared/attachments.ts';
import { daysAfter, inOrder } from '../shared/formats/dates.ts';
import { otherEntryCode, partTimeOrgType, partTimePost, partTimeType } from './dictionaries.ts';
import { personAccess, personFields, personPage } from './own-records.ts';

const isOther = ({ post }: RowLike): boolean => post === otherEntryCode;

const fields = {
  ...personFields,
  partTimeType: f.dict(['兼职类型', 'Type'], partTimeType).required(),
  orgName: f.text(['机构名称', 'Organisation']).requiredInDraft().max(100).searchable(),
  orgType: f.dict(['机构类别', 'Category'], partTimeOrgType).required(),
  post: f.dict(['担任职务', 'Position'], partTimePost).required(),
  otherPost: f.text(['其他职务名称', 'Name of the post']).required().max(50).when(isOther),
  startDate: f.date(['开始日期', 'Start']).required(),
  endDate: f.date(['结束日期', 'End']).help(['仍在任的不填', 'Empty if still in office']),
  location: f.text(['地点', 'Location']).max(100),
  attachments: f.files(['附件', 'Attachments'], attachmentCategories('17', '99')),
};

/** 学术兼职: part-time post of a member at a society, journal or enterprise. */
export const academicPartTime = defineResource({
  key: 'academicPartTime',
  label: ['学术兼职', 'Academic appointment'],
  words: { plural: ['学术兼职', 'Academic appointments'] },
  path: 'kh-edu-research/academicPartTime',
  title: 'orgName',
  fields,
  access: personAccess,
  department: 'fkDeptId',
  concerned: ['userId'],
  validators: [inOrder(fields, 'startDate', 'endDate')],
  list: {
    columns: ['orgName', 'userId', 'fkDeptId', 'partTimeType', 'post', 'startDate', 'endDate'],
    filters: ['userId', 'fkDeptId', 'partTimeType', 'orgName', 'orgType', 'post', 'startDate'],
    sort: '-startDate',
  },
  form: [
    { key: 'person', title: ['人员', 'Person'], fields: ['userId', 'fkDeptId'] },
    {
      key: 'post',
      title: ['兼职', 'Post'],
      fields: [
        'partTimeType',
        'orgName',
        'orgType',
        'post',
        'otherPost',
        'startDate',
        'endDate',
        'location',
      ],
    },
    { key: 'attachments', title: ['附件', 'Attachments'], fields: ['attachments'] },
  ],
  views: personPage({
    label: ['学术兼职', 'Academic appointments'],
    code: 'ptime',
    path: '/management/academicPartTime',
    order: 5,
    icon: 'ApartmentOutlined',
  }),
  specimen: (draw) => {
    const start = draw.int(400, 3000);
    return {
      startDate: daysAfter(draw.today, -start),
      endDate: daysAfter(draw.today, -start + 365),
    };
  },
  processes: [
    defineProcess(
      'academicPartTime',
      ['学术兼职', 'Academic appointment'],
      [deptSecretary, researchOfficeStep],
      'flow_61',
    ),
  ],
});
