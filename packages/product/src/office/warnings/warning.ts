import { any, departmentScope, member, permission } from '@keyan/kernel/access/scope.ts';
import { f, type RowOf } from '@keyan/kernel/definition/field/field.ts';
import type { Tell } from '@keyan/kernel/definition/life/tell.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { reader } from '../../shared/grants.ts';
import { dept, user } from '../../shared/refs.ts';
import {
  channelOf,
  messageTypes,
  notifyChannel,
  severe,
  warnLevel,
  warnTarget,
} from './dictionaries.ts';
import { earlyWarning } from './faces.ts';
import { warnings } from './ledgers.ts';

const fields = {
  ruleId: f.ref(['预警规则', 'Rule'], earlyWarning).computed().listed(['当前预警', 'Warnings']),
  warnTarget: f.dict(['预警对象', 'Target'], warnTarget).computed(),
  levelColor: f.dict(['级别', 'Level'], warnLevel).computed(),
  resource: f.text(['记录类型', 'Kind of record']).max(60).computed(),
  bizId: f.text(['办理', 'Way out']).max(20).computed(),
  // The date that the rule looks at: another one warns again.
  basis: f.text(['依据日期', 'Date']).max(20).computed(),
  rung: f.integer(['预警节点', 'Stage']).computed(),
  title: f.text(['事项', 'Matter']).max(200).computed().searchable(),
  content: f.note(['预警内容', 'Warning']).max(600).computed(),
  contentEn: f.note(['预警内容（英文）', 'Warning in English']).max(600).computed(),
  fkDeptId: f.ref(['部门', 'Department'], dept).computed(),
  // Person concerned, where several people have a matter about the same record.
  concerns: f.ref(['当事人', 'Person'], user).computed(),
  channels: f.dicts(['渠道', 'Ways'], notifyChannel).computed(),
  receivers: f.rows(['接收人', 'Receivers'], {
    userId: f.ref(['人员', 'Person'], user).computed(),
  }),
};

type Row = Readonly<RowOf<typeof fields>>;

const told: Omit<Tell<Row>, 'type' | 'when'> = {
  title: ['{title}', '{title}'],
  content: ['{content}', '{contentEn}'],
  words: ({ title, content, contentEn }) => ({
    title: title ?? '',
    content: content ?? '',
    contentEn: contentEn || (content ?? ''),
  }),
  urgent: ({ levelColor }) => levelColor === severe,
  also: ({ channels }) => (channels ?? []).flatMap((code) => channelOf[code] ?? []),
  to: [{ newly: ({ receivers }) => (receivers ?? []).map(({ userId }) => userId) }],
};

const scope = any(
  permission('warnrule_edit'),
  member('receivers', 'userId'),
  departmentScope('fkDeptId'),
);

/**
 * 预警: what a rule found, as long as it holds: a record, the rung that it reached, and who hears of it. Written by
 * the run of the rule; it disappears when what it warns of is done.
 */
export const warning = defineResource({
  key: 'warnItem',
  label: ['预警', 'Warning'],
  words: { plural: ['预警', 'Warnings'] },
  path: 'kh-edu-research/warning',
  title: 'title',
  fields,
  derived: { within: 'ruleId', by: ['bizId', 'concerns', 'basis', 'rung'] },
  tells: Object.entries(messageTypes).map(
    ([target, type]): Tell<Row> => ({ ...told, type, when: (row) => row.warnTarget === target }),
  ),
  effects: ({ during, post }) => [
    during(
      'approved',
      post(warnings, ({ ruleId, bizId }) =>
        ruleId && bizId ? [{ owner: ruleId, record: bizId, living: 1 }] : [],
      ),
    ),
  ],
  list: {
    columns: [
      'title',
      'levelColor',
      'warnTarget',
      'content',
      'bizId',
      'fkDeptId',
      'basis',
      'createTime',
    ],
    filters: ['ruleId', 'warnTarget', 'levelColor', 'fkDeptId', 'basis'],
    sort: '-levelColor',
  },
  form: [
    {
      key: 'warning',
      title: ['预警', 'Warning'],
      fields: [
        'title',
        'levelColor',
        'warnTarget',
        'bizId',
        'basis',
        'rung',
        'fkDeptId',
        'ruleId',
        'content',
      ],
    },
    { key: 'receivers', title: ['接收人', 'Receivers'], fields: ['channels', 'receivers'] },
  ],
  access: { read: scope, write: permission('warnrule_edit') },
  views: {
    all: {
      label: ['预警', 'Warnings'],
      code: 'mywarning',
      path: '/office/warning',
      icon: 'NotificationOutlined',
      scope,
      menu: ['office', 4],
      grants: {
        rd_admin: reader,
        rd_project: reader,
        rd_fund: reader,
        rd_leader: reader,
        rd_achieve: reader,
        school_leader: ['view', 'export'],
        dept_leader: reader,
        dept_secretary: reader,
        teacher: reader,
        finance: reader,
      },
      actions: ['view', 'export', 'history'],
    },
  },
});
