import { everyone, permission } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { msgType } from '../../shared/dictionaries.ts';
import { url } from '../../shared/formats/formats.ts';
import { allActionsFor } from '../../shared/grants.ts';
import { switchField, switching } from '../../shared/mechanisms/switching.ts';
import { imServiceType } from './dictionaries.ts';
import { imServices } from './im.ts';

/** Codes of the message kinds that a robot sends by default: tasks, reminders, and warnings of an office. */
const usualKinds = ['01', '04', '06', '07', '10', '14'] as const;

const again: Label = [
  '更换类型或地址后请重新输入密钥',
  'Enter the secret again after changing the type or address',
];

/**
 * 群机器人: robot of a 企业微信 or 钉钉 group that posts the titles of the messages to an office's people, never the contents.
 */
export const robot = defineResource({
  key: 'robot',
  label: ['群机器人', 'Group bot'],
  table: 'message_robot',
  path: 'blade-resource/robot',
  scarce: { records: 'few', because: 'an office has a group or two' },
  title: 'robotName',
  fields: {
    category: f
      .dict(['类型', 'Service'], imServiceType)
      .required()
      .initial(imServices.wecom)
      .specimen(({ serial }) => (serial % 2 === 0 ? imServices.ding : imServices.wecom)),
    robotName: f
      .text(['群名称', 'Group'])
      .requiredInDraft()
      .max(50)
      .unique((value) => value)
      .searchable(),
    accessKey: f
      .text(['密钥', 'Key'])
      .required()
      .max(500)
      .credential({
        as: 'sealed',
        use: 'robot',
        toldTo: ['category', 'origin'],
        again,
      })
      .help([
        '机器人地址中 key=（企业微信）或 access_token=（钉钉）之后的部分；保存后加密',
        'The part of the bot address after key= (WeCom) or access_token= (DingTalk); stored encrypted',
      ])
      .specimen(({ serial }) => `sealed:${String(serial).padStart(48, '0')}`),
    signSecret: f
      .text(['加签密钥', 'Signing secret'])
      .max(500)
      .when(({ category }) => category === imServices.ding)
      .credential({
        as: 'sealed',
        use: 'robot-sign',
        toldTo: ['category', 'origin'],
        again,
      })
      .help([
        '钉钉机器人安全设置为“加签”时填写，以 SEC 开头',
        'Required if the security setting of the DingTalk bot is “signature”; begins with SEC',
      ])
      .specimen(() => null),
    roles: f
      .text(['接收角色', 'Recipient roles'])
      .requiredInDraft()
      .max(600)
      .format({
        test: (value) => /^\w{1,60}(,\w{1,60})*$/.test(value),
        message: [
          '角色应为以逗号分隔的角色别名，如 rd_leader,rd_admin',
          'Roles must be role aliases separated by commas, such as rd_leader,rd_admin',
        ],
        example: 'rd_admin',
      })
      .help([
        '发给这些角色任一人员的消息也发到群里，每条只发一次；请只填群成员都担任的角色',
        'Messages to anybody with these roles are also sent to the group, once each; enter only roles that all group members have',
      ])
      .specimen(() => 'rd_admin'),
    msgTypes: f
      .dicts(['消息类型', 'Message types'], msgType)
      .required()
      .initial([...usualKinds])
      .specimen(() => [...usualKinds]),
    origin: f
      .text(['服务地址', 'Address'])
      .max(200)
      .format(url)
      .help([
        '不填用官方地址；经校内代理时填代理地址，须由运维在 SERVICE_HOSTS 中放行',
        'Empty for the official address; for a campus proxy enter its address, which the operator must allow in SERVICE_HOSTS',
      ])
      .specimen(() => null),
    remark: f.text(['备注', 'Remark']).max(200),
    enabledTime: f.time(['启用时间', 'Enabled']).computed(),
    status: switchField,
  },
  states: switching.states,
  actions: {
    ...switching.actions,
    // Messages from before the robot was enabled are not posted.
    enable: { ...switching.actions.enable, set: (_row, _input, { now }) => ({ enabledTime: now }) },
  },
  views: {
    manage: {
      label: ['群机器人', 'Group bots'],
      code: 'robot',
      path: '/resource/robot',
      note: [
        '把办公室的待办、预警等标题发到企业微信群、钉钉群；不发内容，不发涉密记录',
        'Sends the titles of tasks, warnings and so on to an office’s WeCom or DingTalk group; no content, and nothing about classified records',
      ],
      scope: everyone(),
      actions: ['add', 'edit', 'view', 'delete', 'enable', 'disable', 'history'],
      menu: ['system', 4],
      icon: 'MessageOutlined',
      grants: allActionsFor('admin'),
    },
  },
  list: {
    columns: ['robotName', 'category', 'roles', 'msgTypes', 'enabledTime', 'status'],
    filters: ['category', 'robotName', 'status'],
    sort: 'robotName',
  },
  form: [
    {
      key: 'robot',
      title: ['群机器人', 'Group bot'],
      fields: [
        'category',
        'robotName',
        'accessKey',
        'signSecret',
        'roles',
        'msgTypes',
        'origin',
        'remark',
      ],
      shown: ['enabledTime'],
    },
  ],
  access: { read: permission('robot'), write: permission('robot_edit') },
});
