import { parseArgs } from 'node:util';
import type { Label } from '@keyan/kernel/label.ts';
import {
  commentText,
  fieldCode,
  fieldsWithoutLabel,
  importsForFields,
  labelCode,
  readFields,
  textCode,
} from './fields.ts';
import { folderOfKind, folders, isSort, type KindRequest, type KindSort } from './kind-request.ts';
import { plainDefinitionText, plainSorts } from './plain-kind.server.ts';

const usage = `npm run new -- <name> --label Chinese,English [--as ${Object.keys(folders).join('|')}]
    [--plural …] [--key …] [--path …]
    [--fields title:text,publishDate:date:Chinese:English,amount:money]`;

/**
 * Parses the arguments of the command.
 * @param flows numbers of existing processes
 * @throws Error with the usage of the command
 */
export const readKind = (args: readonly string[], flows: readonly number[]): KindRequest => {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      as: { type: 'string', default: 'achievement' },
      label: { type: 'string' },
      plural: { type: 'string' },
      key: { type: 'string' },
      path: { type: 'string' },
      fields: { type: 'string', default: 'title:text' },
    },
  });
  const [name = ''] = positionals;
  if (!/^[a-z][a-z0-9]*$/.test(name)) throw new Error(`Name the kind in small letters.\n${usage}`);
  const { as: sort } = values;
  if (!isSort(sort)) throw new Error(`There is no sort "${sort}".\n${usage}`);
  const [zh = name, en = name.charAt(0).toUpperCase() + name.slice(1)] =
    values.label?.split(',') ?? [];
  const fields = readFields(values.fields);
  if (fields[0]?.type !== 'text')
    throw new Error('The first field names the record: it is a text.');
  return {
    sort,
    name,
    key: values.key ?? (sort === 'achievement' ? `${name}app` : name),
    label: [zh, en],
    plural: values.plural ?? `${en}s`,
    path: values.path ?? `kh-edu-research/${name}`,
    flow: Math.max(1, ...flows) + 1,
    fields,
  };
};

const quoted = (names: readonly string[], indent: string): string =>
  names.map((name) => `${indent}'${name}',\n`).join('');

/** Label of the first section of the form. */
const basicsTitle: Label = ['基本信息', 'Basic information'];

/** Path segment of the register page; the menu group uses the name itself. */
const pageOf = ({ plural }: KindRequest): string => plural.toLowerCase().replace(/[^a-z0-9]/g, '');

const datesOf = ({ fields }: KindRequest): readonly string[] =>
  fields.filter(({ type }) => type === 'date').map(({ name }) => name);

const quotedList = (names: readonly string[]): string =>
  names.map((each) => `'${each}'`).join(', ');

/** Fields that a list may filter by and that fit a column. */
const inList = ({ fields }: KindRequest): readonly string[] =>
  fields.filter(({ type }) => type !== 'note' && type !== 'rich').map(({ name }) => name);

/** Definition of a kind, as source text of its file. */
export const kindDefinitionText = (kind: KindRequest): string =>
  kind.sort === 'achievement'
    ? achievementDefinitionText(kind)
    : plainDefinitionText(kind, plainSorts[kind.sort]);

/** Definition of an achievement. Long because it is one template. */
const achievementDefinitionText = (kind: KindRequest): string => {
  const { name, key, label, plural, path, flow, fields } = kind;
  const [title] = fields;
  const dates = datesOf(kind);
  const number = `${name}Num`;
  const columns = inList(kind);
  const rules =
    dates.length > 0 ? `  validators: notAfterToday(fields, ${quotedList(dates)}),\n` : '';
  const imports = [...importsForFields(fields)]
    .map(([file, names]) => `import { ${names.join(', ')} } from '../../${file}';\n`)
    .join('');
  return `import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { attachmentCategories } from '../../shared/attachments.ts';
${imports}${dates.length > 0 ? "import { notAfterToday } from '../../shared/formats/dates.ts';\n" : ''}import { achievement } from '../common/achievement.ts';
import { paperAuthors } from '../common/authors.ts';
import { registration } from '../common/registration.ts';
import { achievementFilters, belongingSection, closingSections } from '../common/sections.ts';

const ach = achievement({
  label: ${labelCode(label)},
  plural: ${textCode(plural)},
  code: '${name}',
  path: '/achievement/${pageOf(kind)}',
  authors: paperAuthors,
  attachments: attachmentCategories('99'),
  citation: { type: 'document' },${dates[0] ? `\n  date: '${dates[0]}',` : ''}
});

const fields = {
  ${number}: f.text(${labelCode([`${label[0]}编号`, `${label[1]} no.`])}).max(20).computed().searchable(),
${fields.map((field, index) => fieldCode(field, index === 0)).join('\n')}
  ...ach.fields,
};

/** ${commentText(label[0])}. */
export const ${name} = defineResource({
  key: '${key}',
  label: ${labelCode(label)},
  table: '${name}',
  path: ${textCode(path)},
  title: '${title?.name}',
  number: { field: '${number}', pattern: '${name.slice(0, 2).toUpperCase()}\${yyyy}\${seq4}' },
  fields,
  with: [ach],
  views: ach.views(),
  list: {
    columns: [
${quoted([...columns, 'fkDeptId'], '      ')}    ],
    filters: achievementFilters(${quotedList(columns.slice(1))}),
    sort: '-${dates[0] ?? 'createTime'}',
  },
  form: [
    {
      key: 'basic',
      title: ${labelCode(basicsTitle)},
      fields: [
${quoted(
  fields.map((field) => field.name),
  '        ',
)}      ],
    },
    ach.people,
    belongingSection,
    ...closingSections(),
  ],
${rules}  processes: registration(
    '${key}',
    ${labelCode([`${label[0]}登记`, `${label[1]} registration`])},
    ${flow},
  ),
});
`;
};

/** Source text with imports spelled as a file outside the sources needs them. */
export const withOutsideImports = (code: string): string =>
  code
    .replaceAll("'../../", "'@keyan/product/")
    .replaceAll("'../common/", "'@keyan/product/achievement/common/");

/** Source text of a test, for `achievement/<name>/<name>.test.ts`. */
export const kindTestText = (kind: KindRequest): string => {
  const { sort, name, label, fields } = kind;
  const [title] = fields;
  const [date] = sort === 'achievement' ? datesOf(kind) : [];
  const asked = sort === 'achievement' ? ", 'fkDeptId', 'authors'" : '';
  return `import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { validate } from '@keyan/kernel/records/validate.ts';
import { describe, expect, test } from 'vitest';
import { ${name} } from './${name}.ts';

const faultsOf = (input: Readonly<Record<string, unknown>>): readonly string[] =>
  validate(${name} as Resource, {}, input, 'complete', { today: '2026-06-01' }).faults.map(
    ({ path }) => path,
  );

describe(${textCode(label[0])}, () => {
  test('asks for what it must have', () => {
    expect(faultsOf({})).toEqual(expect.arrayContaining(['${title?.name}'${asked}]));
  });
${
  date
    ? `
  test('lies in the past (R-505)', () => {
    expect(faultsOf({ ${date}: '2026-06-02' })).toContain('${date}');
    expect(faultsOf({ ${date}: '2026-06-01' })).not.toContain('${date}');
  });
`
    : ''
}});
`;
};

/** File below `packages/product/src/` that registers kinds of a sort. */
export const listOfKinds = ({ sort }: Pick<KindRequest, 'sort'>): string =>
  sort === 'achievement' ? 'achievement/achievements.ts' : 'composition/resources.ts';

/** Registry of other kinds with one more entry; the formatter sorts its imports. */
const withOtherKind = (list: string, kind: KindRequest): string => {
  const { name } = kind;
  if (list.includes(`import { ${name} }`))
    throw new Error(`There is a kind called ${name} already.`);
  const next = list
    .replace('\n\n/**', `\nimport { ${name} } from '../${folderOfKind(kind)}/${name}.ts';\n\n/**`)
    .replace(/(export const otherResources[^\]]*\] = \[[^\]]*)\];/, `$1  ${name},\n];`);
  if (!next.includes(`  ${name},\n];`)) throw new Error('resources.ts has no list of kinds.');
  return next;
};

/** Registry of kinds with one more entry. */
export const withKindInList = (list: string, kind: KindRequest): string =>
  kind.sort === 'achievement' ? withAchievement(list, kind) : withOtherKind(list, kind);

const withAchievement = (list: string, { name }: KindRequest): string => {
  if (list.includes(`./${name}/`)) throw new Error(`There is a kind called ${name} already.`);
  const next = list
    .replace(
      /(import \{ \w+ \} from '\.\/[\w-]+\/[\w-]+\.ts';\n)(?!import)/,
      `$1import { ${name} } from './${name}/${name}.ts';\n`,
    )
    .replace(/(export const achievements = \[[^\]]*)\]/, `$1, ${name}]`);
  if (!next.includes(`, ${name}]`)) throw new Error('achievements.ts has no list of kinds.');
  return next;
};

/** Row of the table in docs/language.md (law 16). */
const nameRowOf = (kind: KindRequest): string => {
  const { sort, name, key, path } = kind;
  const approval = sort === 'office' ? '–' : `\`${key}\``;
  return `| \`${key}\` | \`${folderOfKind(kind)}/${name}.ts\` | ${approval} | \`${path}\` | \`${name}\` |`;
};

/**
 * Text of docs/language.md with one more row where law 16 requires it: achievements follow the
 * papers, other kinds end the table.
 * @throws Error if the page has no table
 */
export const withNameRow = (page: string, kind: KindRequest): string => {
  const lines = page.split('\n');
  const head = lines.findIndex((line) => line.startsWith('| key | file |'));
  const papers = lines.findIndex((line) => line.startsWith('| `papersapp` |'));
  const end = lines.findIndex((line, at) => at > head && !line.startsWith('|'));
  if (head < 0 || papers < head) throw new Error('docs/language.md has no table of names.');
  const at = kind.sort === 'achievement' ? papers + 1 : end;
  return lines.toSpliced(at, 0, nameRowOf(kind)).join('\n');
};

/** Open decisions for each sort of kind, in addition to general decisions. */
const leftOfSort: Readonly<Record<KindSort, (kind: KindRequest) => readonly string[]>> = {
  achievement: ({ flow }) => [
    `the pattern of its number, and the process flow_${flow} with its steps and editable fields`,
    'citation: what it is in the words of CSL, and which fields hold which text',
    'roles of its pages: achievementViews grants all achievements alike',
  ],
  project: ({ flow }) => [
    `the process flow_${flow} with its steps and editable fields`,
    'projects that may be chosen (now those under way), and the roles, place and icon of its page',
  ],
  person: ({ flow }) => [
    `the process flow_${flow} with its steps and editable fields`,
    'place and icon of its page; personPage grants all such records alike',
  ],
  office: () => ['roles, place and icon of its page; who else may write (access.write)'],
};

/** Decisions that remain for the person who ran the command. */
export const openDecisions = (kind: KindRequest): readonly string[] => {
  const { sort, name, label, path, fields } = kind;
  const folder = folderOfKind(kind);
  const nameless = fieldsWithoutLabel(fields);
  return [
    ...(nameless.length > 0 ? [`labels in Chinese: ${nameless.join(', ')}`] : []),
    ...(label[0] === name ? ['the label in Chinese (--label)'] : []),
    `required fields and limits: ${folder}/${name}.ts`,
    'dictionaries of its own, their codes and names: beside the fields, dictionary(…)',
    `the path "${path}": does docs/contract.md foresee another one?`,
    "attachments: attachmentCategories('13*', '99'), a * where one is required",
    ...leftOfSort[sort](kind),
    `checks and values that need the database: ${folder}/${name}.server.ts, in ${folders[sort]}/server-half.server.ts`,
    `editors, buttons, hints: ${folder}/${name}.web.tsx, found by its present(${name}, …)`,
  ];
};
