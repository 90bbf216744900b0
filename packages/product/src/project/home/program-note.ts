import { anyScope, everyone, own, throughReference } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { attachmentCategories } from '../../shared/attachments.ts';
import { notAfterToday } from '../../shared/formats/dates.ts';
import { readerActions } from '../../shared/grants.ts';
import { user } from '../../shared/references/refs.ts';
import { program } from '../program/program.ts';

const writer = [...readerActions, 'add', 'edit', 'delete'] as const;

const fields = {
  programId: f.ref(['项目', 'Project'], program).required().listed(['备注', 'Notes']),
  ...f.copies('programId', program, 'programName', 'programNum'),
  topic: f.text(['事项', 'Subject']).requiredInDraft().max(100).searchable(),
  noteDate: f.date(['日期', 'Date']).required(),
  writerId: f
    .ref(['记录人', 'Written by'], user)
    .computed()
    .initial((writer) => writer.id),
  content: f.note(['内容', 'Note']).required().max(2000).searchable(),
  attachments: f.files(['附件', 'Attachments'], attachmentCategories('99')),
};

/** 项目备注: dated note on a project by its members or offices. */
export const programNote = defineResource({
  key: 'programNote',
  label: ['项目备注', 'Project note'],
  words: { plural: ['项目备注', 'Project notes'] },
  path: 'kh-edu-research/programNote',
  title: 'topic',
  scarce: { records: 'few', because: 'people write them when something is worth keeping' },
  fields,
  validators: notAfterToday(fields, 'noteDate'),
  list: {
    columns: ['topic', 'noteDate', 'content', 'writerId', 'programName', 'programNum'],
    filters: ['topic', 'programId', 'noteDate', 'content', 'writerId'],
    sort: '-noteDate',
  },
  form: [
    {
      key: 'note',
      title: ['备注', 'Note'],
      fields: [
        'programId',
        'programName',
        'programNum',
        'topic',
        'noteDate',
        'content',
        'attachments',
      ],
      shown: ['writerId'],
    },
  ],
  access: { read: anyScope(own(), throughReference('programId')), write: own() },
  views: {
    all: {
      label: ['项目备注', 'Project notes'],
      code: 'programNote',
      path: '/program/programNote',
      note: ['有权查看该项目的人员均可看到', 'Visible to everybody with access to the project'],
      icon: 'MessageOutlined',
      scope: everyone(),
      menu: ['project', 12],
      grants: {
        rd_admin: writer,
        rd_project: writer,
        rd_fund: writer,
        rd_leader: writer,
        dept_secretary: writer,
        dept_leader: writer,
        finance: writer,
        teacher: writer,
      },
      actions: ['add', 'edit', 'view', 'delete', 'export', 'history'],
    },
  },
});
