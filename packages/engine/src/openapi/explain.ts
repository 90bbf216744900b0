import type { Scope } from '@keyan/kernel/access/scope.ts';
import type { FieldSpec, Fields } from '@keyan/kernel/definition/field/field.ts';
import type { DueRule } from '@keyan/kernel/definition/life/due.ts';
import type { Effect, StateEffect } from '@keyan/kernel/definition/life/effects.ts';
import { type ChainLink, isStep } from '@keyan/kernel/definition/life/process.ts';
import { permissionsOf } from '@keyan/kernel/definition/permissions.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { flattenEntries } from '@keyan/kernel/values/dictionary.ts';
import { tablesOf } from '../store/schema/schema.ts';
import { tableSql } from '../store/schema/schema-sql.ts';
import { shapeOf } from '../store/schema/shape.ts';
import { readableScope } from '../store/statements/scope.ts';
import { resourceCalls } from '../wire/records/endpoints.ts';

const facts = (spec: FieldSpec): string =>
  [
    spec.required ? 'required' : '',
    spec.requiredWhen ? 'required of some' : '',
    spec.requiredInDraft ? 'required in a draft' : '',
    spec.readonly ? 'computed' : '',
    spec.unique ? 'unique' : '',
    spec.searchable ? 'searchable' : '',
    spec.secret ? `secret:${spec.secret}` : '',
    spec.masked ? `masked:${spec.masked}` : '',
    spec.credential ? 'credential' : '',
    spec.kept ? `kept:${spec.kept}` : '',
    spec.when ? 'conditional' : '',
    spec.max === undefined ? '' : `max ${spec.max}`,
    spec.target ? `→ ${spec.target.key}` : '',
    spec.dictionary
      ? `${spec.dictionary.key} (${flattenEntries(spec.dictionary.entries).length})`
      : '',
  ]
    .filter(Boolean)
    .join(', ');

const fieldLines = (fields: Fields, indent: string): readonly string[] =>
  Object.entries(fields).flatMap(([name, { spec }]) => [
    `${indent}${name.padEnd(22)} ${spec.type.padEnd(8)} ${spec.label[0]} / ${spec.label[1]}  ${facts(spec)}`.trimEnd(),
    ...fieldLines(spec.fields ?? {}, `${indent}  `),
  ]);

/** Returns a section of the text; an empty section is left out. */
export const explainedSection = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : [`\n## ${title}\n\n${lines.join('\n')}`];

/** Joins words to lines of the width of a terminal. */
const wrapped = (words: readonly string[]): readonly string[] =>
  words.join(' ').match(/\S.{0,109}(?= |$)/g) ?? [];

/** Maximum number of codes in a line; a longer list is cut, with its number of codes. */
const shownCodes = 8;

const inShort = (codes: readonly string[]): string =>
  codes.length <= shownCodes
    ? codes.join(' ')
    : `${codes.slice(0, shownCodes).join(' ')} … (${codes.length})`;

/** Describes the rows that a scope allows, for a scope not made of other scopes. */
const plainRows = (scope: Exclude<Scope, { kind: 'any' | 'every' | 'submitted' }>): string => {
  switch (scope.kind) {
    case 'all':
      return 'all';
    case 'own':
      return `own (${scope.field})`;
    case 'departmentScope':
      return `within the reader’s departments (${scope.field})`;
    case 'through':
      return `those who read what ${scope.field} names`;
    case 'member':
      return `named in ${scope.rows} (${scope.field})`;
    case 'units':
      return `departments of data scope ${scope.list} (${scope.field})`;
    case 'handles':
      return `approvals, ${scope.state}`;
    case 'permission':
      return `with the code ${scope.code}`;
    case 'status':
      return `status ${scope.codes.join(' ')}`;
    case 'coded':
      return `${scope.field} ${inShort(scope.codes)}`;
    case 'within':
      return `now from ${scope.from ?? 'ever'} to ${scope.to ?? 'ever'}`;
    case 'notAmong':
      return `not among those in ${scope.field}`;
    case 'named':
      return `${scope.by} in ${scope.field}`;
  }
};

/** Returns the parts of an `any` or `every`, with the parts of nested scopes of the same kind. */
const partsOf = (scope: Scope, kind: 'any' | 'every'): readonly Scope[] =>
  scope.kind === kind ? scope.scopes.flatMap((one) => partsOf(one, kind)) : [scope];

/** Describes the rows of a scope, one line per condition; parts of an `any of` or `all of` are indented below it. */
export const rowsLines = (scope: Scope, indent = ''): readonly string[] => {
  if (scope.kind === 'submitted') {
    return [`${indent}submitted, and`, ...rowsLines(scope.scope, `${indent}  `)];
  }
  if (scope.kind !== 'any' && scope.kind !== 'every') return [indent + plainRows(scope)];
  const parts = partsOf(scope, scope.kind);
  const [only] = parts;
  if (parts.length === 1 && only) return rowsLines(only, indent);
  if (parts.length === 0) return [`${indent}${scope.kind === 'any' ? 'none' : 'all'}`];
  return [
    `${indent}${scope.kind === 'any' ? 'any of' : 'all of'}`,
    ...parts.flatMap((part) => rowsLines(part, `${indent}  `)),
  ];
};

const dueText = ({ due, field, days }: DueRule): string =>
  due === 'after'
    ? `the clock, after ${field}`
    : `the clock, ${days.join(', ')} days before ${field}`;

/** Describes an action: who performs it, from which states to which; for people, also on which rows. */
export const actionLines = ([name, { by, from, to, label, life }]: readonly [
  name: string,
  action: NonNullable<Resource['actions']>[string],
]): readonly string[] => {
  const [cause, rows] =
    typeof by === 'string'
      ? [by, []]
      : by && 'due' in by
        ? [dueText(by), []]
        : ['people', by ? rowsLines(by, '  ') : ['  rows that they write']];
  const target = to ? ` → ${typeof to === 'string' ? to : 'as it computes'}` : '';
  return [
    `${name}: ${label[0]} / ${label[1]}  ${life ? `${life} ` : ''}${from.join(', ')}${target}  by ${cause}`,
    ...rows,
  ];
};

const statesLines = ({ states, lives = [] }: Resource): readonly string[] => [
  ...(states
    ? [
        `${states.field}${states.initial ? `, at first ${states.initial}` : ''}`,
        ...Object.entries(states.phases ?? {}).map(
          ([phase, codes]) => `  ${phase.padEnd(20)} ${codes.join(' ')}`,
        ),
      ]
    : []),
  ...lives.map(
    ({ field, during, begins }) => `${field}, at first ${begins}, during ${during.join(', ')}`,
  ),
];

/** Texts that describe each kind of effect. */
const heldText: {
  readonly [K in StateEffect['is']]: (hold: Extract<StateEffect, { is: K }>) => string;
} = {
  write: ({ ref, target, actions }) =>
    `writes on ${ref} → ${target}${actions.length === 0 ? '' : ` (${actions.join(', ')})`}`,
  create: ({ target, into }) => `creates ${target} in ${into}`,
  post: ({ ledger }) => `posts to ${ledger.key}`,
};

const effectLine = ({ key, states, hold, life }: Effect): string =>
  `${key.padEnd(28)} in ${life ? `${life} ` : ''}${states.join(', ')}: ${heldText[hold.is](hold as never)}`;

/** Describes a link of an approval chain: its people, its wait, or its work. */
const whoOrWhat = (link: ChainLink): string => {
  if (isStep(link)) return link.candidates.join(', ');
  if ('service' in link) return link.service.is;
  return 'period' in link ? link.period : link.wait;
};

/** Describes as text everything that a definition creates. */
export const explainDefinition = (resource: Resource): string =>
  [
    `# ${resource.key} ${resource.label[0]} / ${resource.label[1]}`,
    ...explainedSection('Fields', fieldLines(resource.fields, '')),
    ...explainedSection(
      'Form',
      resource.form.flatMap(({ key, title, fields, shown = [] }) => [
        `${key}: ${title[0]} / ${title[1]}`,
        ...wrapped(fields).map((line) => `  ${line}`),
        ...wrapped(shown).map((line) => `  shown ${line}`),
      ]),
    ),
    ...explainedSection(
      'Pages',
      Object.entries(resource.views).flatMap(([name, view]) => [
        `${name}: ${view.path}/index  ${view.label[0]}  code ${view.code}`,
        ...rowsLines(view.scope, '  '),
      ]),
    ),
    ...explainedSection('List', [
      ...wrapped(['columns', ...resource.list.columns]),
      ...wrapped(['filters', ...resource.list.filters]),
      `sorted by ${resource.list.sort}`,
    ]),
    ...explainedSection('Permission codes', wrapped(permissionsOf(resource))),
    ...explainedSection('Who reads and writes', [
      'read',
      ...rowsLines(readableScope(resource), '  '),
      'write',
      ...rowsLines(resource.access.write, '  '),
    ]),
    ...explainedSection('States', statesLines(resource)),
    ...explainedSection('Actions', Object.entries(resource.actions ?? {}).flatMap(actionLines)),
    ...explainedSection(
      'Approval',
      resource.processes.flatMap(({ kind, steps }) => [
        `${kind}:`,
        ...steps.map((step) => `  ${step.label[0]} (${whoOrWhat(step)})`),
      ]),
    ),
    ...explainedSection('Effects on other records', resource.effects.map(effectLine)),
    ...explainedSection(
      'Calls',
      resourceCalls(resource).map(
        (call) => `${call.method.padEnd(4)} /api/${call.path}  ${call.summary[0]}`,
      ),
    ),
    ...explainedSection(
      'Filters without a suffix',
      wrapped([...shapeOf(resource).own, ...shapeOf(resource).base].map(({ field }) => field)),
    ),
    ...explainedSection('Tables', tablesOf(resource).map(tableSql)),
    '',
  ].join('\n');
