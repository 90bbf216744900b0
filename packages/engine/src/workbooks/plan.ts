import type { FieldSpec, Fields } from '@keyan/kernel/definition/field/field.ts';
import { specIn } from '@keyan/kernel/definition/field/field-types.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { type Dictionaries, dictionariesInForm } from '@keyan/kernel/values/dictionary.ts';

/** Column of a sheet. */
export interface Column {
  readonly name: string;
  readonly header: Label;
  readonly spec: FieldSpec;
}

/** Sheet of a workbook: the records, or the lines of one sub-table. */
export interface SheetPlan {
  /** Field of the sub-table; null for the records. */
  readonly rows: string | null;
  readonly title: Label;
  readonly columns: readonly Column[];
  /** Fields with the position of a line, which the order of the sheet gives. */
  readonly ordinals: readonly string[];
}

/** Header of the first column of every sheet, whose number links lines to their record. */
export const keyHeader: Label = ['序号', 'No.'];

/** Maximum number of characters of a sheet name in spreadsheets. */
const maxTitle = 31;

/** Properties of a reader on which the columns of a workbook depend. */
export interface SheetReader {
  readonly dictionaries: Dictionaries;
  readonly permissions: ReadonlySet<string>;
}

/**
 * Returns the columns that this person may write in a sheet: without computed values, files and hidden secret fields.
 */
const writable = (fields: Fields, { dictionaries, permissions }: SheetReader): readonly Column[] =>
  Object.entries(fields).flatMap(([name, { spec }]) =>
    spec.readonly ||
    spec.ordinal ||
    spec.type === 'files' ||
    spec.type === 'rows' ||
    (spec.secret !== undefined && !permissions.has(spec.secret))
      ? []
      : [{ name, header: spec.label, spec: specIn(spec, dictionaries) }],
  );

/** Returns the column with the initial states of records, if the definition allows some. */
const stateColumn = (
  { fields, states }: Resource,
  { dictionaries }: SheetReader,
): readonly Column[] => {
  const defined = states?.imported && fields[states.field]?.spec;
  if (!states?.imported || !defined) return [];
  const spec = specIn(defined, dictionaries);
  if (spec.type !== 'dict') return [];
  const codes = new Set([states.initial, ...states.imported]);
  const entries = spec.dictionary.entries.filter(({ code }) => codes.has(code));
  const first = entries.find(({ code }) => code === states.initial)?.label ?? spec.label;
  return [
    {
      name: states.field,
      header: spec.label,
      spec: {
        ...spec,
        dictionary: { ...spec.dictionary, entries },
        help: fill(['空着为“{first}”', 'empty means “{first}”'], { first }),
      },
    },
  ];
};

const ordinals = (fields: Fields): readonly string[] =>
  Object.entries(fields).flatMap(([name, { spec }]) => (spec.ordinal ? [name] : []));

const titled = (label: Label): Label => [label[0].slice(0, maxTitle), label[1].slice(0, maxTitle)];

/** Returns the sheets of a resource's workbook, for template, import and full export. */
export const sheetPlans = (resource: Resource, all: SheetReader): readonly SheetPlan[] => {
  const reader = { ...all, dictionaries: dictionariesInForm(all.dictionaries, resource.key) };
  return [
    {
      rows: null,
      title: titled(resource.label),
      columns: [...writable(resource.fields, reader), ...stateColumn(resource, reader)],
      ordinals: [],
    },
    ...Object.entries(resource.fields).flatMap(([name, { spec }]) =>
      spec.type === 'rows' && !spec.readonly
        ? [
            {
              rows: name,
              title: titled(spec.label),
              columns: writable(spec.fields ?? {}, reader),
              ordinals: ordinals(spec.fields ?? {}),
            },
          ]
        : [],
    ),
  ];
};
