import { anyScope, everyScope, notInList, own, permission } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { allActionsFor } from '../shared/grants.ts';
import { user } from '../shared/references/refs.ts';
import { reviewTarget } from './dictionaries.ts';
import { reviewAvoidance as face } from './faces.ts';

/** Scope of the research office; a party of the record sees only own requests. */
const office = everyScope(permission('ravoid'), notInList('parties'));

/** Maximum number of experts that the parties of a record may exclude. */
export const maxAvoidedExperts = 3;

/**
 * 不宜评审的专家: request of an applicant that a person does not judge a record (R-802,
 * 申请人点名回避). Created under the record’s lock because of the limit; not readable by experts
 * and approving departments.
 */
export const reviewAvoidance = defineResource({
  key: 'reviewAvoidance',
  label: face.label,
  words: { plural: ['不宜评审的专家', 'Excluded experts'] },
  path: 'kh-edu-research/reviewAvoidance',
  scarce: { records: 'none', because: 'few applicants name somebody' },
  title: 'name',
  fields: {
    name: f.text(['专家姓名', 'Expert']).computed().max(30).searchable('names'),
    unit: f.text(['工作单位', 'Unit']).computed().max(100),
    userId: f.ref(['校内账号', 'Account'], user).computed(),
    reason: f.text(['回避理由', 'Reason']).computed().max(300),
    title: f.text(['评审材料', 'Review material']).computed().max(300),
    bizKind: f.dict(['评审对象', 'Target'], reviewTarget).computed(),
    resource: f.text(['记录类型', 'Kind of record']).max(40).computed(),
    businessId: f.text(['记录编号', 'Record ID']).max(20).computed(),
    parties: f.text(['当事人', 'Parties']).max(4000).computed().secret('ravoid_parties'),
  },
  list: {
    columns: ['name', 'unit', 'userId', 'reason', 'title', 'bizKind', 'createTime'],
    filters: ['name', 'bizKind'],
    sort: '-createTime',
  },
  form: [
    {
      key: 'wish',
      title: ['回避申请', 'Exclusion request'],
      fields: ['name', 'unit', 'userId', 'reason', 'title', 'bizKind'],
    },
  ],
  access: { read: anyScope(own(), office), write: own() },
  views: {
    mine: {
      label: ['我的回避申请', 'My exclusion requests'],
      code: 'myavoid',
      path: '/review/myAvoid',
      note: [
        '在申报等记录页用【申请专家回避】提出，评审开始前可删除',
        'Made on the page of a record; can be deleted until the review starts',
      ],
      scope: own(),
      icon: 'UserOutlined',
      menu: ['review', 8],
      grants: { teacher: ['view', 'delete'], dept_secretary: ['view', 'delete'] },
      actions: ['view', 'delete'],
    },
    all: {
      label: ['回避申请', 'Exclusion requests'],
      code: 'ravoid',
      path: '/review/avoid',
      note: [
        '申请人认为不宜评审的专家，分配时自动回避',
        'Experts whom applicants consider unsuitable; excluded automatically when experts are assigned',
      ],
      scope: office,
      icon: 'UserOutlined',
      menu: ['review', 7],
      grants: allActionsFor('rd_admin', 'rd_project', 'rd_achieve'),
      rights: [{ code: 'ravoid_parties', label: ['查看当事人', 'View the parties'], roles: [] }],
      actions: ['view', 'export'],
    },
  },
});
