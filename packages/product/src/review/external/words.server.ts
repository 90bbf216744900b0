import type { Engine } from '@keyan/engine/engine.ts';
import type { AttachedFile } from '@keyan/kernel/definition/field/categories.ts';
import type { FieldSpec } from '@keyan/kernel/definition/field/field.ts';
import { type Language, say } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { Sheet } from '../sheet.ts';
import type { ExternalSheet, FactTable, RecordFact } from './external.ts';

/** Value in words: name of a code or reference, amount with grouped digits. */
const textOf = (row: RowLike, name: string, { type }: Pick<FieldSpec, 'type'>): string => {
  const value = row[`${name}Name`] ?? row[name];
  if (value === null || value === undefined) return '';
  if (type === 'money') return String(value).replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ',');
  return Array.isArray(value) ? value.map(String).join('、') : String(value);
};

/** Sub-table in words, without empty columns. */
const tableOf = (spec: FieldSpec, lines: readonly RowLike[], language: Language): FactTable => {
  const columns = Object.entries(spec.fields ?? {}).filter(([name, column]) =>
    lines.some((line) => textOf(line, name, column.spec) !== ''),
  );
  return {
    label: say(spec.label, language),
    head: columns.map(([, column]) => say(column.spec.label, language)),
    lines: lines.map((line) => columns.map(([name, column]) => textOf(line, name, column.spec))),
  };
};

/** Sheet with its record in words, so that the page needs no definition of the kind. */
export const sheetAsText = (
  { resources }: Pick<Engine, 'resources'>,
  { record, resource: key, next: _next, ...sheet }: Sheet,
  language: Language,
): ExternalSheet => {
  const fields = resources.get(key)?.fields ?? {};
  const facts: RecordFact[] = [];
  const tables: FactTable[] = [];
  const files: ExternalSheet['files'][number][] = [];
  for (const [name, value] of Object.entries(record)) {
    const spec = fields[name]?.spec;
    if (!spec) continue;
    if (spec.type === 'files') {
      for (const file of (value ?? []) as readonly AttachedFile[]) {
        files.push({ id: file.id, name: file.name, size: file.size });
      }
    } else if (spec.type === 'rows') {
      const lines = (value ?? []) as readonly RowLike[];
      if (lines.length > 0) tables.push(tableOf(spec, lines, language));
    } else {
      const text = textOf(record, name, spec);
      const isHtml = spec.type === 'rich';
      if (text !== '') facts.push({ label: say(spec.label, language), text, isHtml });
    }
  }
  return { ...sheet, facts, tables, files };
};
