import { permission, throughReference } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { readerActions } from '../../shared/grants.ts';
import { teamReturnStatus, teamReturnStatusCodes } from './dictionaries.ts';
import { teamFace } from './team.ts';

/** 团队退回记录: reason for which a team was returned, and whether it was resubmitted since. */
export const teamReturn = defineResource({
  key: 'teamReturn',
  label: ['团队退回记录', 'Team return'],
  words: { plural: ['团队退回记录', 'Team returns'] },
  path: 'kh-edu-research/teamReturn',
  scarce: { records: 'none', because: 'each follows from the return of a team' },
  title: 'teamName',
  fields: {
    fkParentId: f.ref(['团队', 'Team'], teamFace).computed().listed(['退回记录', 'Returns']),
    teamName: f.copy('fkParentId', teamFace, 'teamName'),
    returnDescription: f.note(['退回说明', 'Reason for return']).max(500).computed(),
    returnUser: f.text(['退回人', 'Returned by']).max(50).computed(),
    returnTime: f.time(['退回时间', 'Returned']).computed(),
    status: f
      .dict(['状态', 'Status'], teamReturnStatus)
      .computed()
      .initial(teamReturnStatusCodes.open),
  },
  list: {
    columns: ['teamName', 'returnDescription', 'returnUser', 'returnTime', 'status'],
    filters: ['teamName', 'status', 'returnTime'],
    sort: '-returnTime',
  },
  form: [
    {
      key: 'return',
      title: ['退回', 'Return'],
      fields: ['fkParentId', 'teamName', 'returnDescription', 'returnUser', 'returnTime', 'status'],
    },
  ],
  access: { read: throughReference('fkParentId'), write: permission('treturn') },
  views: {
    all: {
      label: ['团队退回记录', 'Team returns'],
      code: 'treturn',
      path: '/team/return',
      icon: 'InboxOutlined',
      scope: throughReference('fkParentId'),
      menu: ['person', 8],
      actions: ['view', 'export', 'history'],
      grants: {
        rd_admin: 'all',
        rd_leader: readerActions,
        dept_secretary: readerActions,
        dept_leader: readerActions,
        teacher: readerActions,
      },
    },
  },
});
