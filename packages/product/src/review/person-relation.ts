import { permission } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { allActionsFor } from '../shared/grants.ts';
import { user } from '../shared/references/refs.ts';
import { relationType } from './dictionaries.ts';

/** 人员关系: teacher and student, or relatives, who may not judge each other’s records. */
export const personRelation = defineResource({
  key: 'personRelation',
  label: ['人员关系', 'Relationship'],
  words: {
    plural: ['人员关系', 'Relationships'],
    add: ['登记关系', 'Register a relationship'],
    edit: ['编辑关系', 'Edit relationship'],
  },
  path: 'kh-edu-research/personRelation',
  scarce: { records: 'few', because: 'the office registers those that reviews need' },
  title: 'otherName',
  fields: {
    userId: f.ref(['人员', 'Person'], user).required(),
    relation: f.dict(['对方是其', 'The other person is their'], relationType).required(),
    otherId: f.ref(['对方账号', 'Account of the other person'], user),
    otherName: f
      .text(['对方姓名', 'Name of the other person'])
      .required()
      .max(30)
      .personName()
      .searchable('names'),
    otherUnit: f.text(['对方单位', 'Organisation of the other person']).required().max(100),
    remark: f.text(['说明', 'Remark']).max(200),
  },
  list: {
    columns: ['userId', 'relation', 'otherName', 'otherUnit', 'otherId', 'remark'],
    filters: ['userId', 'relation', 'otherName'],
    sort: '-createTime',
  },
  form: [
    {
      key: 'relation',
      title: ['人员关系', 'Relationship'],
      note: [
        '评审分配时按此回避师生与亲属',
        'Keeps supervisors, students and relatives apart when experts are assigned',
      ],
      fields: ['userId', 'relation', 'otherId', 'otherName', 'otherUnit', 'remark'],
    },
  ],
  validators: [
    {
      fields: ['userId', 'otherId'],
      check: ({ userId, otherId }) =>
        userId !== null && userId === otherId
          ? [{ path: 'otherId', message: ['不能是本人', 'It cannot be the same person'] }]
          : null,
    },
  ],
  access: { read: permission('rrelation'), write: permission('rrelation_edit') },
  views: {
    all: {
      label: ['人员关系', 'Relationships'],
      code: 'rrelation',
      path: '/review/relation',
      note: [
        '师生与亲属关系，用于评审回避',
        'Relationships of supervisors, students and relatives, for avoiding conflicts in reviews',
      ],
      scope: permission('rrelation'),
      icon: 'ApartmentOutlined',
      menu: ['review', 9],
      grants: allActionsFor('rd_admin', 'rd_project', 'rd_achieve'),
      actions: ['add', 'edit', 'view', 'delete', 'import', 'export', 'history'],
    },
  },
});
