import type { Actor } from '@keyan/kernel/access/actor.ts';
import { specIn } from '@keyan/kernel/definition/field/field-types.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { Language } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { DryRun } from '@keyan/kernel/wire/workbooks.ts';
import type { Engine } from '../engine.ts';
import { type NameLookup, writeCell } from './cell.ts';
import { type Column, sheetPlans } from './plan.ts';
import { spellingsFor } from './spelled-references.ts';

/** Maximum number of rows in a preview. */
export const maxPreviewedRows = 200;

/** Column of the preview, and the value that it shows of a record. */
interface Shown {
  readonly name: string;
  readonly label: DryRun['columns'][number]['label'];
  readonly text: (row: RowLike) => string;
}

/** Describes a line of a sub-table: the record to which it refers, else its first text. */
const lineText = (
  columns: readonly Column[],
  line: RowLike,
  language: Language,
  names: NameLookup,
): string => {
  const filled = columns.filter(({ name }) => line[name] !== null && line[name] !== undefined);
  const said =
    filled.find(({ spec }) => spec.type === 'ref') ??
    filled.find(({ spec }) => spec.type === 'text') ??
    filled[0];
  return said ? writeCell(line[said.name], said.spec, language, names) : '';
};

/**
 * Returns a preview of these records: columns of the list, then lines of sub-tables. Columns without values are left
 * out.
 */
export const previewOf = async (
  engine: Engine,
  actor: Actor,
  resource: Resource,
  rows: readonly RowLike[],
  language: Language,
): Promise<{
  readonly columns: DryRun['columns'];
  readonly values: readonly (readonly string[])[];
}> => {
  const dictionaries = await engine.dictionaries.of(actor.tenantId);
  const { permissions } = actor;
  const names = await spellingsFor(engine, actor, resource, rows);
  const [, ...sheets] = sheetPlans(resource, { dictionaries, permissions });
  const listed: readonly Shown[] = resource.list.columns.flatMap((name) => {
    const spec = Object.hasOwn(resource.fields, name) ? resource.fields[name]?.spec : undefined;
    const isHidden = spec?.secret !== undefined && !permissions.has(spec.secret);
    if (!spec || isHidden || name === resource.title) return [];
    const here = specIn(spec, dictionaries);
    return [
      { name, label: spec.label, text: (row) => writeCell(row[name], here, language, names) },
    ];
  });
  const below: readonly Shown[] = sheets.flatMap(({ rows: name, title, columns }) =>
    name === null
      ? []
      : [
          {
            name,
            label: title,
            text: (row) =>
              ((row[name] as readonly RowLike[] | null) ?? [])
                .map((line) => lineText(columns, line, language, names))
                .join(language === 'zh' ? '、' : ', '),
          },
        ],
  );
  const shown = [...listed, ...below].filter(({ text }) => rows.some((row) => text(row) !== ''));
  return {
    columns: shown.map(({ name, label }) => ({ name, label })),
    values: rows.map((row) => shown.map(({ text }) => text(row))),
  };
};
