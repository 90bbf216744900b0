import type { Effect, Hold } from '@keyan/kernel/definition/effects.ts';
import type { FieldSpec, Fields } from '@keyan/kernel/definition/field.ts';
import { type ChainLink, isStep } from '@keyan/kernel/definition/process.ts';
import { permissionsOf, type Resource } from '@keyan/kernel/definition/resource.ts';
import { flatten } from '@keyan/kernel/values/dictionary.ts';
import { tablesOf } from '../store/schema.ts';
import { tableSql } from '../store/schema-sql.ts';
import { readable } from '../store/scope.ts';
import { shapeOf } from '../store/shape.ts';
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
    spec.dictionary ? `${spec.dictionary.key} (${flatten(spec.dictionary.entries).length})` : '',
  ]
    .filter(Boolean)
    .join(', ');

const fieldLines = (fields: Fields, indent: string): readonly string[] =>
  Object.entries(fields).flatMap(([name, { spec }]) => [
    `${indent}${name.padEnd(22)} ${spec.kind.padEnd(8)} ${spec.label[0]} / ${spec.label[1]}  ${facts(spec)}`.trimEnd(),
    ...fieldLines(spec.fields ?? {}, `${indent}  `),
  ]);

const section = (title: string, lines: readonly string[]): string =>
  `\n## ${title}\n\n${lines.join('\n')}`;

/** What each kind of effect says of itself. */
const heldText: { readonly [K in Hold['is']]: (hold: Extract<Hold, { is: K }>) => string } = {
  write: ({ ref, target, actions }) =>
    `writes on ${ref} → ${target}${actions.length === 0 ? '' : ` (${actions.join(', ')})`}`,
  create: ({ target, into }) => `creates ${target} in ${into}`,
  post: ({ ledger }) => `posts to ${ledger.key}`,
};

const effectLine = ({ key, states, hold }: Effect): string =>
  `${key.padEnd(28)} in ${states.join(', ')}: ${heldText[hold.is](hold as never)}`;

/** Whom a link of a chain asks, what it waits for, what it does. */
const whoOrWhat = (link: ChainLink): string => {
  if (isStep(link)) return link.candidates.join(', ');
  if ('service' in link) return link.service.is;
  return 'period' in link ? link.period : link.wait;
};

/** Everything that a definition brings into being, as text to read. */
export const explain = (resource: Resource): string =>
  [
    `# ${resource.key} ${resource.label[0]} / ${resource.label[1]}`,
    section('Fields', fieldLines(resource.fields, '')),
    section(
      'Pages',
      Object.entries(resource.views).map(
        ([name, view]) =>
          `${name}: ${view.path}/index  ${view.label[0]}  code ${view.code}  rows ${JSON.stringify(view.scope)}`,
      ),
    ),
    section('Permission codes', [permissionsOf(resource).join(' ')]),
    section('Who reads and writes', [
      `read  ${JSON.stringify(readable(resource))}`,
      `write ${JSON.stringify(resource.access.write)}`,
    ]),
    section(
      'Approval',
      resource.processes.map(
        (process) =>
          `${process.kind}: ${process.steps.map((step) => `${step.label[0]} (${whoOrWhat(step)})`).join(' → ')}`,
      ),
    ),
    section('Effects on other records', resource.effects.map(effectLine)),
    section(
      'Calls',
      resourceCalls(resource).map(
        (call) => `${call.method.padEnd(4)} /api/${call.path}  ${call.summary[0]}`,
      ),
    ),
    section('Filters without a suffix', [
      [...shapeOf(resource).own, ...shapeOf(resource).base].map((column) => column.field).join(' '),
    ]),
    section('Tables', tablesOf(resource).map(tableSql)),
    '',
  ].join('\n');
