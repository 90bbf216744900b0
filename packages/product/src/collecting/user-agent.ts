import { permission } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { collectingGrants, spiderGroup, spiderService } from './service.ts';

/** User-Agent header that collection sends to a site (spec §7). */
export const spiderUa = defineResource({
  key: 'spiderUa',
  label: ['User-Agent', 'User agent'],
  words: {
    plural: ['User-Agent', 'User agents'],
    add: ['新增 User-Agent', 'New user agent'],
    edit: ['编辑 User-Agent', 'Edit user agent'],
  },
  path: `${spiderService}/userAgent`,
  scarce: { records: 'few', because: 'collection has a name or two' },
  title: 'uaName',
  fields: {
    uaName: f
      .text(['名称', 'Name'])
      .requiredInDraft()
      .max(50)
      .unique()
      .searchable()
      .specimen(({ serial }) => `科研处采集 ${serial}`),
    uaValue: f
      .text(['值', 'Value'])
      .required()
      .max(500)
      .format({
        test: (value) => /^[\x20-\x7e]+$/.test(value),
        message: ['只能包含英文字符', 'Latin characters only'],
        example: 'KeyanCollector/1.0 (mailto:research@example.edu.cn)',
      })
      .specimen(() => 'KeyanCollector/1.0 (mailto:research@example.edu.cn)'),
  },
  views: {
    all: {
      label: ['User-Agent', 'User agents'],
      code: 'sp_ua',
      path: '/spider/userAgent',
      icon: 'IdcardOutlined',
      note: [
        '如实表明身份并附联系方式',
        'Identifies the university truthfully, with contact details',
      ],
      scope: permission('sp_ua'),
      actions: ['add', 'edit', 'view', 'delete', 'history'],
      menu: [spiderGroup, 13],
      grants: collectingGrants,
    },
  },
  list: { columns: ['uaName', 'uaValue'], filters: ['uaName'], sort: 'uaName' },
  form: [{ key: 'ua', title: ['User-Agent', 'User agent'], fields: ['uaName', 'uaValue'] }],
  access: { read: permission('sp_ua'), write: permission('sp_ua_edit') },
});
