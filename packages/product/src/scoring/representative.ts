import { anyScope, departmentScope, own, permission } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { readerActions } from '../shared/grants.ts';
import { dept, user } from '../shared/references/refs.ts';
import { representStatus, representStatusCodes, scoreObject } from './dictionaries.ts';
import { representativeWorksLedger } from './ledgers.ts';
import { achievementKind } from './objects.ts';

/** Path of the call that lists one’s approved outputs for the form’s picker. */
export const ownWorksCall = 'kh-edu-research/representative/works';

const scope = anyScope(own('userId'), departmentScope('fkDeptId'), permission('sresult_adjust'));

/**
 * 代表作: output that a person names as representative of a year, with a reason; norms may count
 * only such outputs.
 */
export const representative = defineResource({
  key: 'representative',
  scarce: { records: 'few', because: 'a person names a few of their best works a year' },
  label: ['代表作', 'Representative work'],
  words: { plural: ['代表作', 'Representative works'], add: ['提名代表作', 'Nominate a work'] },
  path: 'kh-edu-research/representative',
  title: 'title',
  fields: {
    year: f.year(['年度', 'Year']).required(),
    scoreObject: f.dict(['成果类型', 'Type'], scoreObject).required(),
    bizId: f
      .text(['成果', 'Output'])
      .required()
      .max(20)
      .unique((id) => id, 'userId', 'year')
      .help(['从本人已通过的成果中选择', 'Choose from your own approved outputs']),
    title: f.text(['成果名称', 'Title']).max(300).computed().searchable(),
    userId: f
      .ref(['提名人', 'Person'], user)
      .computed()
      .initial((writer) => writer.id),
    fkDeptId: f
      .ref(['部门', 'Department'], dept)
      .computed()
      .initial(({ departments }) => departments[0] ?? null),
    place: f
      .integer(['顺序', 'Order'])
      .between(1, 20)
      .required()
      .initial(1)
      .help([
        '计分标准只计前若干项时按此顺序',
        'If a norm counts only some of them, the first in this order count',
      ]),
    status: f
      .dict(['状态', 'Status'], representStatus)
      .computed()
      .initial(representStatusCodes.draft),
    reason: f
      .note(['提名理由', 'Reason for nomination'])
      .required()
      .max(500)
      .help([
        '说明创新质量与实际贡献，不以期刊、影响因子论优劣',
        'Explain its novelty and actual contribution; journals and impact factors are not criteria',
      ]),
  },
  list: {
    columns: ['status', 'title', 'scoreObject', 'year', 'place', 'userId', 'fkDeptId', 'reason'],
    filters: ['year', 'userId', 'fkDeptId', 'scoreObject', 'status'],
    sort: '-year',
  },
  form: [
    {
      key: 'work',
      title: ['代表作', 'Work'],
      fields: ['scoreObject', 'bizId', 'year', 'place', 'reason'],
      shown: ['title'],
    },
    { key: 'whose', title: ['提名人', 'Person'], fields: [], shown: ['userId', 'fkDeptId'] },
  ],
  validators: [
    {
      fields: ['scoreObject'],
      check: ({ scoreObject: object }) =>
        object === null || achievementKind(object)
          ? null
          : [
              '项目、经费和学术活动不列代表作',
              'Projects, funds and activities cannot be representative works',
            ],
    },
  ],
  states: {
    field: 'status',
    initial: representStatusCodes.draft,
    editable: [representStatusCodes.draft],
  },
  actions: {
    name: {
      label: ['提名', 'Nominate'],
      from: [representStatusCodes.draft],
      to: representStatusCodes.named,
      by: own('userId'),
      guard: {
        fields: ['title'],
        check: ({ title }) =>
          title === null
            ? ['请从本人已通过的成果中选择', 'Choose from your own approved outputs']
            : null,
      },
      done: ['已提名，下次计算计入', 'Nominated; counted at the next computation'],
    },
    takeBack: {
      label: ['撤下', 'Withdraw'],
      from: [representStatusCodes.named],
      to: representStatusCodes.draft,
      by: own('userId'),
      done: ['已撤下', 'Withdrawn'],
    },
  },
  effects: ({ during, post }) => [
    during(
      representStatusCodes.named,
      post(representativeWorksLedger, ({ userId, year }) =>
        userId && year ? [{ personYear: `${userId}/${year}`, count: 1 }] : [],
      ),
    ),
  ],
  access: { read: scope, write: own('userId') },
  views: {
    all: {
      label: ['代表作', 'Representative works'],
      code: 'srepresent',
      path: '/score/representative',
      icon: 'TrophyOutlined',
      scope,
      menu: ['scoreYear', 6],
      grants: {
        rd_admin: readerActions,
        rd_achieve: readerActions,
        rd_leader: readerActions,
        dept_secretary: readerActions,
        dept_leader: readerActions,
        teacher: ['add', 'edit', 'view', 'delete', 'name', 'takeBack', 'export', 'history'],
      },
      actions: ['add', 'edit', 'view', 'delete', 'name', 'takeBack', 'export', 'history'],
    },
  },
});
