import { everyScope, nobody, permission, throughReference } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { expert, reviewInvitation, reviewSet } from '../faces.ts';
import { visitAct } from './dictionaries.ts';

/** Scope of the office, without reviews whose records name the reader. */
const office = everyScope(permission('rvisit'), throughReference('setId'));

/**
 * 校外专家访问记录: log of the uses of a link, with address and action. Cannot be entered, changed
 * or deleted.
 */
export const reviewVisit = defineResource({
  key: 'reviewVisit',
  label: ['校外专家访问记录', 'External expert visit'],
  words: { plural: ['校外专家访问记录', 'External expert visits'] },
  path: 'kh-edu-research/reviewVisit',
  scarce: { records: 'none', because: 'only experts from outside leave them' },
  title: 'name',
  fields: {
    name: f.text(['专家', 'Expert']).max(30).computed().searchable('names'),
    setId: f.ref(['评审', 'Review'], reviewSet).computed(),
    invitationId: f
      .ref(['邀请', 'Invitation'], reviewInvitation)
      .computed()
      .listed(['访问记录', 'Visits']),
    expertId: f.ref(['专家档案', 'Expert file'], expert).computed(),
    act: f.dict(['动作', 'Action'], visitAct).computed(),
    subject: f.text(['材料', 'Material']).max(300).computed(),
    visitTime: f.time(['时间', 'When']).computed(),
    address: f.text(['来源地址', 'Source address']).max(100).computed().searchable(),
  },
  list: {
    columns: ['visitTime', 'name', 'act', 'subject', 'setId', 'address'],
    filters: ['name', 'setId', 'act', 'visitTime', 'address'],
    sort: '-visitTime',
  },
  form: [
    {
      key: 'visit',
      title: ['访问', 'Visit'],
      fields: ['name', 'setId', 'invitationId', 'act', 'subject', 'visitTime', 'address'],
    },
  ],
  access: { read: office, write: nobody() },
  views: {
    all: {
      label: ['访问记录', 'Visits'],
      code: 'rvisit',
      path: '/review/visit',
      note: [
        '校外专家每次打开链接、材料与附件都会记在这里',
        'Every time an external expert opens the link, material or an attachment is logged here',
      ],
      scope: office,
      icon: 'IdcardOutlined',
      menu: ['review', 17],
      actions: ['view', 'export', 'history'],
      grants: { rd_admin: 'all', rd_project: 'all', rd_achieve: 'all' },
    },
  },
});
