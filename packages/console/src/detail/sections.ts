import type { FieldType } from '@keyan/kernel/definition/field/field.ts';
import { fieldsInGroups } from '@keyan/kernel/definition/field/group.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { fieldApplies, isEmpty } from '@keyan/kernel/records/validate.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { titleFieldOf } from '../data/title.ts';
import type { ShownField, ShownSection } from '../presentation/present.ts';

/** Field types that take the whole width. */
const fullWidthTypes: ReadonlySet<FieldType> = new Set(['note', 'rich', 'rows', 'files']);

const isBlock = ({ spec }: ShownField): boolean => fullWidthTypes.has(spec.type);

interface Options {
  /** True includes fields without a value. */
  readonly all: boolean;
  /** Fields shown even if empty, because this step may change them. */
  readonly editable?: readonly string[];
  /** True if the page header shows the record's title already. */
  readonly headed: boolean;
  /** If given, only these fields: those that changed since the record was returned. */
  readonly only?: ReadonlySet<string>;
}

/**
 * Returns the sections that the page of a record shows: the form's in order, with computed values,
 * without empty lines and sections.
 */
export const detailSections = (
  resource: Resource,
  row: RowLike,
  { all, editable = [], headed, only }: Options,
): readonly ShownSection[] =>
  resource.form.flatMap((section): ShownSection[] => {
    const names: readonly string[] = [...section.fields, ...(section.shown ?? [])];
    const fields = names.flatMap((name): ShownField[] => {
      const field = resource.fields[name];
      if (!field || !fieldApplies(field, row) || (only && !only.has(name))) return [];
      if (headed && name === titleFieldOf(resource, row) && !only) return [];
      const shown = all || editable.includes(name) || !isEmpty(row[name]);
      return shown ? [{ name, spec: field.spec }] : [];
    });
    if (fields.length === 0) return [];
    return [
      {
        key: section.key,
        title: section.title,
        facts: fields.filter((field) => !isBlock(field) && !field.spec.part),
        wholes: fieldsInGroups(
          resource.fields,
          fields.filter(({ spec }) => spec.part).map(({ name }) => name),
        ).flatMap(({ of, names: parts }) =>
          of ? [{ of, parts: fields.filter(({ name }) => parts.includes(name)) }] : [],
        ),
        blocks: fields.filter(isBlock),
      },
    ];
  });
