import { permission } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { enableStatus } from '../shared/dictionaries.ts';
import { allActionsFor } from '../shared/grants.ts';
import { criteriaAddUpTo100, criteriaRows } from './criteria.ts';
import { reviewTarget, scoreScheme, scoreSchemeCodes } from './dictionaries.ts';
import { reviewTemplate as face } from './faces.ts';

/** 评分表模板: reusable criteria. A review copies them, so that later changes have no effect on it. */
export const reviewTemplate = defineResource({
  key: 'reviewTemplate',
  label: face.label,
  words: {
    plural: ['评分表模板', 'Score sheets'],
    add: ['新建评分表', 'New score sheet'],
    edit: ['编辑评分表', 'Edit score sheet'],
  },
  path: 'kh-edu-research/pssz/template',
  scarce: { records: 'few', because: 'one sheet serves many reviews' },
  title: 'templateName',
  fields: {
    ...face.fields,
    bizKind: f.dict(['适用对象', 'Target'], reviewTarget).required().initial('1'),
    scoreScheme: f
      .dict(['评分方式', 'Scoring method'], scoreScheme)
      .required()
      .initial(scoreSchemeCodes.points),
    minWords: f.integer(['意见最少字数', 'Minimum comment length']).between(0, 500).initial(10),
    commentBelow: f
      .integer(['低于此百分比须说明理由', 'Comment required below (percent)'])
      .between(0, 100)
      .when(({ scoreScheme: scheme }) => scheme === scoreSchemeCodes.points),
    criteria: criteriaRows().when(({ scoreScheme: scheme }) => scheme === scoreSchemeCodes.points),
    status: f.dict(['状态', 'Status'], enableStatus).computed().initial('1'),
  },
  states: { field: 'status', initial: '1' },
  actions: {
    enable: { label: ['启用', 'Enable'], from: ['0'], to: '1', done: ['已启用', 'Enabled'] },
    disable: { label: ['停用', 'Disable'], from: ['1'], to: '0', done: ['已停用', 'Disabled'] },
  },
  list: {
    columns: ['templateName', 'bizKind', 'scoreScheme', 'minWords', 'commentBelow', 'status'],
    filters: ['templateName', 'bizKind', 'scoreScheme', 'status'],
    sort: '-createTime',
  },
  form: [
    {
      key: 'sheet',
      title: ['评分表', 'Score sheet'],
      fields: ['templateName', 'bizKind', 'scoreScheme', 'minWords', 'commentBelow'],
    },
    {
      key: 'criteria',
      title: ['评分指标', 'Criteria'],
      note: ['分值合计 100', '100 points in total'],
      fields: ['criteria'],
    },
  ],
  validators: [
    criteriaAddUpTo100,
    {
      fields: ['criteria', 'scoreScheme'],
      check: ({ criteria, scoreScheme: scheme }) =>
        scheme === scoreSchemeCodes.points && (criteria ?? []).length === 0
          ? ['请填写评分指标', 'Enter the criteria']
          : null,
    },
  ],
  access: { read: permission('rtemplate'), write: permission('rtemplate_edit') },
  views: {
    all: {
      label: ['评分表模板', 'Score sheets'],
      code: 'rtemplate',
      path: '/review/template',
      note: ['评审设置中选用，选用时复制指标', 'Chosen in a review, which copies the criteria'],
      scope: permission('rtemplate'),
      icon: 'CopyOutlined',
      menu: ['review', 6],
      grants: allActionsFor('rd_admin', 'rd_project', 'rd_achieve'),
      actions: ['add', 'edit', 'view', 'delete', 'enable', 'disable', 'export', 'history'],
    },
  },
});
