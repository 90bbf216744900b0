import {
  any,
  coded,
  departmentScope,
  everyone,
  handles,
  member,
  own,
  submitted,
  withStatus,
} from '@keyan/kernel/access/scope.ts';
import { statuses } from '@keyan/kernel/access/status.ts';
import {
  type AttachmentCategory,
  type Fields,
  f,
  type RowOf,
} from '@keyan/kernel/definition/field.ts';
import type { Validator, View } from '@keyan/kernel/definition/resource.ts';
import type { ResourceWords } from '@keyan/kernel/definition/words.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { program } from '../../project/program.ts';
import {
  dataSource,
  isStatistics,
  secretLevel,
  subjectClass,
  yesNo,
} from '../../shared/dictionaries.ts';
import { discipline, moeDiscipline } from '../../shared/national.ts';
import { dept } from '../../shared/refs.ts';
import { type AuthorLine, ranked, soleAuthor } from './authors.ts';
import { schoolSign } from './dictionaries.ts';
import { inSentence } from './words.ts';

/** Records at these levels are registered by name and number only. */
export const isSecret = (row: Readonly<Record<string, unknown>>): boolean =>
  row.secretLevel === '2' || row.secretLevel === '3';

/** A field that records under secrecy do not have. */
export const unlessSecret = (row: Readonly<Record<string, unknown>>): boolean => !isSecret(row);

/**
 * The fields that every kind of achievement has.
 * @param authors the fields of an author's line, from `authorFields`
 * @param attachments the attachment categories of this kind
 */
export const achievementFields = <A extends Fields>(
  authors: A,
  attachments: readonly AttachmentCategory[],
) => ({
  fkDeptId: f
    .ref(['所属部门', 'Department'], dept)
    .required()
    .initial((writer) => writer.departments[0] ?? null),
  subjectClass: f.dict(['统计类别', 'Statistical category'], subjectClass).required().initial('01'),
  discipline: f.dict(['所属学科', 'Discipline'], discipline).required(),
  moeDiscipline: f.dict(['所属一级学科(教育部)', 'MOE discipline'], moeDiscipline),
  schoolSign: f
    .dict(['学校署名顺序', 'University author position'], schoolSign)
    .required()
    .initial('1'),
  statYear: f.year(['统计年度', 'Reporting year']).required(),
  isStatistics: f.dict(['是否统计', 'Counted'], isStatistics).required().initial('1'),
  firstAuthor: f.text(['第一完成人', 'First author']).max(100).computed().searchable('names'),
  authorNames: f.note(['全部作者', 'Authors']).computed().searchable('names'),
  authorNum: f.integer(['作者总数', 'Author count']).computed(),
  dataSource: f
    .dict(['数据来源', 'Source'], dataSource)
    .computed()
    .initial(({ imported }) => (imported ? '3' : '1')),
  secretLevel: f.dict(['密级', 'Secrecy'], secretLevel).required().initial('0'),
  isLocked: f.dict(['计分锁定', 'Locked'], yesNo).computed(),
  scoreTotal: f.decimal(['已计分值', 'Score'], 2).computed(),
  remarks: f.note(['备注', 'Remarks']).max(500),
  authors: f
    .rows(['作者', 'Authors'], authors)
    .required()
    .specimen(() => [soleAuthor]),
  projects: f.rows(['依托项目', 'Supporting projects'], {
    // Colleagues' projects are acknowledged as well as one's own.
    programId: f.ref(['项目', 'Project'], program).among(everyone()),
    programNum: f.text(['项目编号(批准号)', 'No.']).required().max(50),
    programName: f.text(['项目名称', 'Title']).required().max(200),
    isMarked: f.dict(['是否标注', 'Acknowledged'], yesNo).required().initial('1'),
  }),
  attachments: f.files(['附件', 'Attachments'], attachments).when(unlessSecret),
});

/** Form sections that every kind of achievement ends with, after its own. */
export const achievementSections = {
  authors: { key: 'authors', title: ['作者', 'Authors'], fields: ['authors'] },
  projects: { key: 'projects', title: ['依托项目', 'Supporting projects'], fields: ['projects'] },
  attachments: { key: 'attachments', title: ['附件', 'Attachments'], fields: ['attachments'] },
} as const;

/** Values that follow from the authors, for `compute`. */
export const fromAuthors = <Line extends AuthorLine>(authors: readonly Line[] | null) => {
  const names = ranked(authors).map((line) => line.name ?? '');
  return {
    firstAuthor: names[0] || null,
    authorNames: names.filter((name) => name !== '').join('、') || null,
    authorNum: names.length,
  };
};

const yearOf = (date: string | null | undefined): number | null =>
  date ? Number(date.slice(0, 4)) : null;

/**
 * The reporting year follows the achievement's date until an editor sets another one.
 * @param before the row before this change, when there was one
 */
export const followYear = (
  now: { readonly statYear: number | null; readonly date: string | null },
  before?: { readonly statYear?: number | null; readonly date?: string | null },
): number | null => {
  const followed = before?.statYear != null && before.statYear === yearOf(before.date);
  const untouched = followed && now.statYear === before?.statYear;
  return now.statYear === null || untouched ? (yearOf(now.date) ?? now.statYear) : now.statYear;
};

/** none of these dates may be in the future. */
export const notAfterToday = <F extends Fields, Name extends keyof F & string>(
  fields: F,
  ...names: readonly Name[]
): readonly Validator<RowOf<F>, Name>[] =>
  names.map((name) => ({
    fields: [name],
    check: (row, { today }) => {
      const date = row[name] as string | null;
      if (!date || date <= today) return null;
      return fill(['【{label}】不能晚于今天', '{label} must not be in the future'], {
        label: (fields[name] as F[Name]).spec.label,
      });
    },
  }));

/** a record under secrecy carries no files. */
export const secretValidator = <F extends Fields>(): Validator<RowOf<F>, 'secretLevel'> => ({
  fields: ['secretLevel'],
  check: (row) => {
    const files = (row as Record<string, unknown>).attachments;
    return isSecret(row as Record<string, unknown>) && Array.isArray(files) && files.length > 0
      ? secretWarning
      : null;
  },
});

/** Shown before a record is set to secret. */
export const secretWarning = [
  '涉密信息请勿在本系统填报',
  'Do not enter classified information in this system',
] as const;

/**
 * Other names of a kind of achievement.
 * @param plural English, in capitals as a label: `Papers`
 */
export const achievementWords = (label: Label, plural: string): ResourceWords => {
  const [zh, en] = inSentence(label);
  return {
    plural: [`${zh}成果`, plural],
    add: [`登记${zh}`, `Register ${en}`],
    edit: [`编辑${zh}`, `Edit ${en}`],
    approved: ['已入库', 'In library'],
    end: ['入库', 'In library'],
  };
};

/** Columns of a view; one that is left out has those of the list. */
interface ViewColumns<Name extends string> {
  readonly audit?: readonly Name[];
  readonly lib?: readonly Name[];
}

/**
 * The three pages of a kind of achievement: what one registered or took part in, what waits for
 * one's review, and the library of what was approved. Their codes are `{code}`, `{code}Audit` and
 * `{code}Lib`; their addresses end alike.
 */
export const achievementViews = <Name extends string = never>(
  names: { readonly label: Label; readonly plural: string },
  code: string,
  path: string,
  columns: ViewColumns<Name> = {},
) => {
  const { label, plural } = names;
  const [zh, en] = label;
  return {
    register: {
      label: [`${zh}登记`, `${en} registration`],
      code,
      path,
      note: [`我登记的与我参与的${zh}`, `${plural} that I registered or took part in`],
      scope: any(own(), submitted(member('authors', 'userId'))),
      actions: [
        'add',
        'edit',
        'view',
        'delete',
        'submit',
        'recall',
        'backDraft',
        'copy',
        'import',
        'export',
        'zip',
        'history',
      ],
    },
    audit: {
      label: [`${zh}审核`, `${en} review`],
      code: `${code}Audit`,
      path: `${path}Audit`,
      note: [`待我审核与我审核过的${zh}`, `${plural} that wait for my review or that I reviewed`],
      scope: handles('todo'),
      done: handles('done'),
      ...(columns.audit ? { columns: columns.audit } : {}),
      actions: ['view', 'audit', 'back', 'backDraft', 'export', 'zip', 'history'],
    },
    lib: {
      label: [`${zh}库`, `${en} library`],
      code: `${code}Lib`,
      path: `${path}Lib`,
      note: [`已通过审核的${zh}`, `${plural} that passed review`],
      scope: withStatus(statuses.approved),
      ...(columns.lib ? { columns: columns.lib } : {}),
      actions: ['view', 'edit', 'backDraft', 'abolish', 'export', 'zip', 'history'],
    },
  } as const satisfies Record<string, View<Name>>;
};

/**
 * Who reads and writes any achievement, the department whose people review it, whom it concerns
 * beside its writer, and that a secret one has no files.
 */
export const achievementAccess = {
  access: {
    read: any(
      own(),
      submitted(any(member('authors', 'userId'), departmentScope('fkDeptId'), handles('any'))),
    ),
    write: own(),
    // what is secret is shown to nobody for information.
    copies: coded('secretLevel', '0', '1'),
  },
  department: 'fkDeptId',
  concerned: ['authors', 'userId'],
  attachable: unlessSecret,
} as const;
