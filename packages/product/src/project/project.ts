import { any, coded, departmentScope, every, own, permission } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { ledgerGrants, type ProgramKind, sections } from './access.ts';
import { projectLevel } from './dictionaries.ts';
import { program } from './program.ts';

const kinds = Object.keys(sections) as readonly ProgramKind[];

/**
 * 项目台账: the projects that achievements name as their support. The ledger
 * itself (budget, arrivals, changes) grows on this definition.
 */
export const project = defineResource({
  key: 'programInfo',
  label: program.label,
  table: 'program',
  path: 'kh-edu-research/programInfo',
  title: 'programName',
  fields: {
    ...program.fields,
    level: f.dict(['项目级别', 'Level'], projectLevel).required(),
    funds: f.money(['批准经费', 'Approved funds']),
    startDate: f.date(['开始日期', 'Start']).required(),
  },
  views: Object.fromEntries(
    kinds.map((kind) => [
      kind,
      {
        label: ['项目台账', 'Ledger'] as const,
        code: `${sections[kind].letter}_info`,
        path: `/program/${kind}/programInfo`,
        scope: coded('programKind', kind),
        menu: [kind, 5] as const,
        grants: ledgerGrants(kind),
        actions: ['add', 'edit', 'view', 'delete', 'import', 'export', 'history'] as const,
      },
    ]),
  ),
  list: {
    columns: [
      'programNum',
      'programName',
      'level',
      'programLeader',
      'departmentId',
      'funds',
      'startDate',
      'endDate',
      'status',
    ],
    filters: ['programNum', 'level', 'status', 'programLeader', 'departmentId', 'endDate'],
    sort: '-startDate',
  },
  form: [
    {
      key: 'project',
      title: ['项目', 'Project'],
      fields: [
        'programName',
        'programNum',
        'programKind',
        'level',
        'programLeader',
        'departmentId',
        'funds',
        'startDate',
        'endDate',
        'status',
      ],
    },
  ],
  validators: [
    {
      fields: ['endDate'],
      check: ({ startDate, endDate }) =>
        startDate && endDate && endDate < startDate
          ? ['结束日期不能早于开始日期', 'The end must not be before the start']
          : null,
    },
  ],
  access: {
    read: any(own('programLeader'), departmentScope('departmentId')),
    // The section that looks after projects of this kind.
    write: any(
      ...kinds.map((kind) =>
        every(coded('programKind', kind), permission(`${sections[kind].letter}_info_edit`)),
      ),
    ),
    readers: ['programInfo_read'],
  },
});
