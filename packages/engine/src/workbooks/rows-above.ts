import type { FieldSpec } from '@keyan/kernel/definition/field/field.ts';
import { isRecordToMake } from '@keyan/kernel/definition/page/import-makes.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { FieldFault } from '@keyan/kernel/errors.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { foldCase } from './cell.ts';

// Parents in the same file: a row of a tree may name as its parent an earlier row.

/** Returns the field of the parent, for resources whose records form a tree. */
export const treeField = (
  resource: Resource,
): { readonly path: string; readonly spec: FieldSpec } | null => {
  const path = resource.list.tree;
  const spec = path === undefined ? undefined : resource.fields[path]?.spec;
  return path !== undefined && spec?.target?.key === resource.key ? { path, spec } : null;
};

/** Returns the name of a parent that did not exist when the file was read; null for any other row. */
export const parentNameInFile = (
  resource: Resource,
  input: RowLike,
): { readonly path: string; readonly text: string } | null => {
  const path = treeField(resource)?.path;
  const value = path === undefined ? undefined : input[path];
  return path !== undefined && isRecordToMake(value) ? { path, text: value.make } : null;
};

const unknown: Label = [
  '{target}中没有“{text}”，文件中在它之前也没有',
  'No {target} is called “{text}”, and no earlier row of the file',
];
const inCase: Label = [
  '文件中在它之前有多行只差大小写的“{text}”，请按原样填写',
  'Several earlier rows differ from “{text}” only in case; write the intended one',
];
const several: Label = [
  '文件中在它之前有多行叫“{text}”，请改填编号',
  'Several earlier rows are called “{text}”; give the number',
];

/** Rows of a file read so far, by their names. */
export class RowsReadSoFar {
  readonly #resource: Resource;
  readonly #names: readonly string[];
  readonly #seen = new Map<string, number>();
  /** Rows by lower-case name, for names that differ in case. */
  readonly #alike = new Map<string, number>();

  constructor(resource: Resource) {
    this.#resource = resource;
    const searched = Object.entries(resource.fields).flatMap(([name, { spec }]) =>
      spec.searchable ? [name] : [],
    );
    this.#names = [...new Set([resource.title, ...searched])];
  }

  /** Adds a row that later rows may name as their parent. Only rows without faults are added. */
  note(input: RowLike): void {
    const texts = this.#names.map((name) => String(input[name] ?? '')).filter(Boolean);
    const count = (seen: Map<string, number>, names: readonly string[]): void => {
      for (const name of new Set(names)) seen.set(name, (seen.get(name) ?? 0) + 1);
    };
    count(this.#seen, texts);
    count(this.#alike, texts.map(foldCase));
  }

  /** Returns why the row cannot be below the parent that it names. */
  faults(input: RowLike): readonly FieldFault[] {
    const named = parentNameInFile(this.#resource, input);
    if (!named) return [];
    const asTyped = this.#seen.get(named.text) ?? 0;
    const count = asTyped || (this.#alike.get(foldCase(named.text)) ?? 0);
    if (count === 1) return [];
    const words = { target: this.#resource.label, text: named.text };
    const message = count === 0 ? unknown : asTyped === 0 ? inCase : several;
    return [{ path: named.path, message: fill(message, words) }];
  }
}
