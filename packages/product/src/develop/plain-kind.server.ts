import type { Label } from '@keyan/kernel/label.ts';
import { commentText, fieldCode, importsForFields, labelCode, textCode } from './fields.ts';
import type { KindRequest, KindSort } from './kind-request.ts';

/** Code fragments that differ between sorts of plain kinds. */
interface SortCode {
  /** Imported names in addition to those of the fields: by file below `src/` or of the kernel. */
  readonly imports: Readonly<Record<string, readonly string[]>>;
  /** Field lines before the requested fields. */
  readonly fields: (label: string) => readonly string[];
  /** Form sections before the section of requested fields. */
  readonly sections: readonly string[];
  /** Columns after those of the requested fields. */
  readonly columns: readonly string[];
  readonly filters: readonly string[];
  /** Lines for access and for the department that handles the record. */
  readonly access: readonly string[];
  readonly views: (kind: KindRequest) => readonly string[];
  /** Steps of the approval route; empty if saving is final. */
  readonly steps: readonly string[];
}

const scopes = '@keyan/kernel/access/scope.ts';
const grants = 'shared/grants.ts';
const steps = 'shared/approval-steps.ts';

/** Actions of pages on which people register records and others approve them. */
const filing = `'add', 'edit', 'view', 'delete', 'submit', 'recall', 'audit', 'back', 'backDraft', 'abolish', 'copy', 'import', 'export', 'zip', 'history'`;

const viewLines = (
  { name, label, plural }: KindRequest,
  menu: string,
  more: readonly string[],
): readonly string[] => [
  '  views: {',
  '    all: {',
  `      label: ${labelCode([label[0], plural])},`,
  `      code: ${textCode(name)},`,
  `      path: '/${menu}/${name}',`,
  `      icon: 'FileTextOutlined',`,
  `      scope: everyone(),`,
  `      menu: ['${menu}', 90],`,
  ...more,
  '    },',
  '  },',
];

/** Fragments of a list that an office maintains; saving is final. */
const ofOffice: SortCode = {
  imports: { [scopes]: ['everyone', 'permission'], [grants]: ['allActionsFor', 'readerActions'] },
  fields: () => [],
  sections: [],
  columns: [],
  filters: [],
  access: [],
  views: (kind) => [
    `  access: { read: everyone(), write: permission('${kind.name}_edit') },`,
    ...viewLines(kind, 'office', [
      `      grants: { ...allActionsFor('rd_admin'), teacher: readerActions },`,
      `      actions: ['add', 'edit', 'view', 'delete', 'import', 'export', 'history'],`,
    ]),
  ],
  steps: [],
};

/** Fragments of a record about a person; the department and the research office approve. */
const ofPerson: SortCode = {
  imports: {
    'people/own-records.ts': ['personAccess', 'personFields', 'personPage'],
    [steps]: ['deptSecretary', 'researchOfficeStep'],
  },
  fields: () => ['    ...personFields,'],
  sections: [
    `    { key: 'person', title: ${labelCode(['人员', 'Person'])}, fields: ['userId', 'fkDeptId'] },`,
  ],
  columns: ['userId', 'fkDeptId'],
  filters: ['userId', 'fkDeptId'],
  access: ['  access: personAccess,', `  department: 'fkDeptId',`, `  concerned: ['userId'],`],
  views: ({ name, label, plural }) => [
    '  views: personPage({',
    `    label: ${labelCode([label[0], plural])},`,
    `    code: '${name}',`,
    `    path: '/management/${name}',`,
    '    order: 90,',
    `    icon: 'FileTextOutlined',`,
    '  }),',
  ],
  steps: ['deptSecretary', 'researchOfficeStep'],
};

/** Fragments of a record about a project; the department and the project section approve. */
const ofProject: SortCode = {
  imports: {
    [scopes]: ['everyone'],
    [grants]: ['readerActions', 'registrantActions'],
    [steps]: ['deptSecretary', 'rdProject'],
    'project/common/about.ts': ['accessByProject', 'projectFieldsOnForm', 'projectReferenceFields'],
  },
  fields: (label) => [`    ...projectReferenceFields(${label}),`],
  sections: [
    `    { key: 'project', title: ${labelCode(['项目', 'Project'])}, fields: [...projectFieldsOnForm] },`,
  ],
  columns: ['programName', 'programLeader', 'departmentId'],
  filters: ['programName', 'programLeader', 'departmentId'],
  access: ['  access: accessByProject,', `  department: 'departmentId',`],
  views: (kind) =>
    viewLines(kind, 'project', [
      '      grants: {',
      `        rd_admin: 'all',`,
      `        rd_project: [...readerActions, 'audit', 'back', 'zip'],`,
      `        dept_secretary: [...readerActions, 'audit', 'back'],`,
      '        dept_leader: readerActions,',
      '        rd_leader: readerActions,',
      '        teacher: registrantActions,',
      '      },',
      `      actions: [${filing}],`,
    ]),
  steps: ['deptSecretary', 'rdProject'],
};

/** Fragments by sort of kind, for all sorts except achievements. */
export const plainSorts: Readonly<Record<Exclude<KindSort, 'achievement'>, SortCode>> = {
  office: ofOffice,
  person: ofPerson,
  project: ofProject,
};

/** Label of the section with the requested fields. */
const basicsTitle: Label = ['基本信息', 'Basic information'];
const attachmentsTitle: Label = ['附件', 'Attachments'];

const quoted = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(', ');

const importLines = (kind: KindRequest, { imports, steps: links }: SortCode): readonly string[] => {
  const all = new Map<string, string[]>(
    [
      ['@keyan/kernel/definition/field/field.ts', ['f']],
      ['@keyan/kernel/definition/resource.ts', ['defineResource']],
      ['shared/attachments.ts', ['attachmentCategories']],
      ...(links.length > 0
        ? [['@keyan/kernel/definition/life/process.ts', ['defineProcess']] as const]
        : []),
    ].map(([file, names]) => [file as string, [...(names as readonly string[])]]),
  );
  for (const [file, names] of [...Object.entries(imports), ...importsForFields(kind.fields)]) {
    all.set(file, [...(all.get(file) ?? []), ...names]);
  }
  return [...all]
    .map(([file, names]) => [file.startsWith('@') ? file : `../../${file}`, names] as const)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([file, names]) => `import { ${names.toSorted().join(', ')} } from '${file}';`);
};

/** Source text of the definition, for `<folder>/<name>/<name>.ts`. */
export const plainDefinitionText = (kind: KindRequest, sort: SortCode): string => {
  const { name, key, label, plural, path, flow, fields } = kind;
  const own = fields.map((field) => field.name);
  const short = fields
    .filter(({ type }) => type !== 'note' && type !== 'rich')
    .map((field) => field.name);
  const process = [
    '  processes: [',
    `    defineProcess('${key}', ${labelCode(label)}, [${sort.steps.join(', ')}], 'flow_${flow}'),`,
    '  ],',
  ];
  return [
    ...importLines(kind, sort),
    '',
    `/** ${commentText(label[0])}. */`,
    `export const ${name} = defineResource({`,
    `  key: '${key}',`,
    `  label: ${labelCode(label)},`,
    `  words: { plural: ${labelCode([label[0], plural])} },`,
    `  table: '${name}',`,
    `  path: ${textCode(path)},`,
    `  title: '${own[0]}',`,
    '  fields: {',
    ...sort.fields(labelCode([label[0], plural])),
    ...fields.map((field, index) => fieldCode(field, index === 0)),
    `  attachments: f.files(${labelCode(attachmentsTitle)}, attachmentCategories('99')),`,
    '  },',
    '  list: {',
    `    columns: [${quoted([...short, ...sort.columns])}],`,
    `    filters: [${quoted([...short, ...sort.filters])}],`,
    `    sort: '-createTime',`,
    '  },',
    '  form: [',
    ...sort.sections,
    `    { key: 'basic', title: ${labelCode(basicsTitle)}, fields: [${quoted(own)}] },`,
    `    { key: 'attachments', title: ${labelCode(attachmentsTitle)}, fields: ['attachments'] },`,
    '  ],',
    ...sort.access,
    ...sort.views(kind),
    ...(sort.steps.length > 0 ? process : []),
    '});',
    '',
  ].join('\n');
};
