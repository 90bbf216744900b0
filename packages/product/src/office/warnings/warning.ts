import {
  anyScope,
  departmentScope,
  everyScope,
  member,
  permission,
  withCode,
} from '@keyan/kernel/access/scope.ts';
import { f, type RowOf } from '@keyan/kernel/definition/field/field.ts';
import { after } from '@keyan/kernel/definition/life/due.ts';
import type { RecordMessage } from '@keyan/kernel/definition/life/tell.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { yesNo } from '../../shared/dictionaries.ts';
import { readerActions } from '../../shared/grants.ts';
import { dept, user } from '../../shared/references/refs.ts';
import {
  channelOfCode,
  messageTypes,
  notifyChannel,
  severeLevel,
  warnLevel,
  warnState,
  warnStateCodes,
  warnTarget,
} from './dictionaries.ts';
import { earlyWarning } from './faces.ts';
import { warningsLedger } from './ledgers.ts';

const fields = {
  ruleId: f
    .ref(['预警规则', 'Rule'], earlyWarning)
    .computed()
    .listed(['当前预警', 'Current warnings']),
  warnTarget: f.dict(['预警对象', 'Warning subject'], warnTarget).computed(),
  levelColor: f.dict(['级别', 'Level'], warnLevel).computed(),
  resource: f.text(['记录类型', 'Kind of record']).max(60).computed(),
  bizId: f.text(['办理', 'Action']).max(20).computed(),
  // Date that the rule checks; a changed date causes a new warning.
  basis: f.text(['依据日期', 'Basis date']).max(20).computed(),
  rung: f.integer(['预警节点', 'Stage']).computed(),
  title: f.text(['事项', 'Matter']).max(200).computed().searchable(),
  content: f.note(['预警内容', 'Warning']).max(600).computed(),
  contentEn: f.note(['预警内容（英文）', 'Warning in English']).max(600).computed(),
  fkDeptId: f.ref(['部门', 'Department'], dept).computed(),
  // Person concerned, if several people have a matter about one record.
  concerns: f.ref(['当事人', 'Person concerned'], user).computed(),
  channels: f.dicts(['渠道', 'Channels'], notifyChannel).computed(),
  receivers: f.rows(['接收人', 'Recipients'], {
    userId: f.ref(['人员', 'Person'], user).computed(),
  }),
  // Marks warnings of a rule’s first run, which one summary message announced.
  toldJointly: f.dict(['合并告知', 'Notified jointly'], yesNo).computed(),
  state: f.dict(['状态', 'Status'], warnState).computed().initial(warnStateCodes.standing),
  dismissReason: f.note(['解除原因', 'Reason for dismissal']).max(500).computed(),
  dismissedUntil: f.date(['解除至', 'Dismissed until']).computed(),
  dismissedBy: f.ref(['解除人', 'Dismissed by'], user).computed(),
};

type Row = Readonly<RowOf<typeof fields>>;

/** Condition for notifying receivers of a warning that holds again after its dismissal. */
const standingAgain = {
  dismissedUntil: null,
  dismissReason: null,
  dismissedBy: null,
  toldJointly: null,
} as const;

const told: Omit<RecordMessage<Row>, 'type' | 'when'> = {
  title: ['{title}', '{title}'],
  content: ['{content}', '{contentEn}'],
  words: ({ title, content, contentEn }) => ({
    title: title ?? '',
    content: content ?? '',
    contentEn: contentEn || (content ?? ''),
  }),
  urgent: ({ levelColor }) => levelColor === severeLevel,
  also: ({ channels }) => (channels ?? []).flatMap((code) => channelOfCode[code] ?? []),
  to: [
    {
      newly: ({ state, receivers }) =>
        state === warnStateCodes.standing ? (receivers ?? []).map(({ userId }) => userId) : [],
    },
  ],
};

/**
 * Permission of rule editors, who read all warnings; receivers and departments read current ones.
 */
const keepers = permission('warnrule_edit');
const scope = anyScope(
  keepers,
  everyScope(
    withCode('state', warnStateCodes.standing),
    anyScope(member('receivers', 'userId'), departmentScope('fkDeptId')),
  ),
);

/**
 * 预警: matter that a rule found, with threshold and receivers. Created by the run of the rule;
 * removed when its cause is resolved.
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
    ([target, type]): RecordMessage<Row> => ({
      ...told,
      type,
      when: (row) => row.warnTarget === target && row.toldJointly !== '1',
    }),
  ),
  states: {
    field: 'state',
    initial: warnStateCodes.standing,
    editable: Object.values(warnStateCodes),
  },
  actions: {
    dismiss: {
      label: ['解除', 'Dismiss'],
      from: [warnStateCodes.standing],
      to: warnStateCodes.dismissed,
      at: 'selection',
      form: {
        dismissedUntil: f.date(['解除至', 'Dismissed until']).required(),
        dismissReason: f.note(['解除原因', 'Reason']).required().max(500),
      },
      faults: (_row, { dismissedUntil, dismissReason }, { today }) => [
        ...(dismissedUntil && dismissedUntil < today
          ? [
              {
                path: 'dismissedUntil',
                message: ['【解除至】不能早于今天', 'The date must not be before today'] as const,
              },
            ]
          : []),
        ...(dismissReason && dismissReason.trim().length < 5
          ? [
              {
                path: 'dismissReason',
                message: [
                  '请写明原因，至少 5 个字',
                  'Give a reason of at least 5 characters',
                ] as const,
              },
            ]
          : []),
      ],
      set: (_row, { dismissedUntil, dismissReason }, { actor }) => ({
        dismissedUntil,
        dismissReason,
        dismissedBy: actor,
      }),
      done: [
        '已解除，到期仍未处理的会再次预警',
        'Dismissed; it returns if still unresolved on that date',
      ],
    },
    resume: {
      label: ['恢复预警', 'Restore warning'],
      from: [warnStateCodes.dismissed],
      to: warnStateCodes.standing,
      set: () => standingAgain,
    },
    lapse: {
      label: ['解除到期', 'Dismissal expired'],
      from: [warnStateCodes.dismissed],
      to: warnStateCodes.standing,
      by: after('dismissedUntil'),
      set: () => standingAgain,
    },
  },
  effects: ({ during, post }) => [
    during(
      warnStateCodes.standing,
      post(warningsLedger, ({ ruleId, bizId }) =>
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
    { key: 'receivers', title: ['接收人', 'Recipients'], fields: ['channels', 'receivers'] },
    {
      key: 'dismissal',
      title: ['解除', 'Dismissal'],
      fields: [],
      shown: ['state', 'dismissedUntil', 'dismissReason', 'dismissedBy'],
    },
  ],
  access: { read: scope, write: keepers },
  views: {
    all: {
      label: ['预警', 'Warnings'],
      code: 'mywarning',
      path: '/office/warning',
      icon: 'NotificationOutlined',
      scope: everyScope(scope, withCode('state', warnStateCodes.standing)),
      menu: ['office', 4],
      grants: {
        rd_admin: [...readerActions, 'dismiss'],
        rd_project: readerActions,
        rd_fund: readerActions,
        rd_leader: readerActions,
        rd_achieve: readerActions,
        school_leader: ['view', 'export'],
        dept_leader: readerActions,
        dept_secretary: readerActions,
        teacher: readerActions,
        finance: readerActions,
      },
      actions: ['view', 'dismiss', 'export', 'history'],
    },
    dismissed: {
      label: ['已解除预警', 'Dismissed warnings'],
      code: 'offwarning',
      path: '/office/dismissedWarning',
      icon: 'NotificationOutlined',
      scope: everyScope(keepers, withCode('state', warnStateCodes.dismissed)),
      columns: [
        'title',
        'levelColor',
        'warnTarget',
        'content',
        'dismissedUntil',
        'dismissReason',
        'dismissedBy',
        'fkDeptId',
      ],
      menu: ['office', 4],
      grants: { rd_admin: [...readerActions, 'resume'] },
      actions: ['view', 'resume', 'export', 'history'],
    },
  },
});
