import type { Fields } from '@keyan/kernel/definition/field/field.ts';
import { specIn } from '@keyan/kernel/definition/field/field-types.ts';
import type { Language } from '@keyan/kernel/label.ts';
import { say } from '@keyan/kernel/label.ts';
import { isEmpty } from '@keyan/kernel/records/validate.ts';
import { plus } from '@keyan/kernel/values/amounts.ts';
import { type Dictionaries, type Entry, entryPathOf } from '@keyan/kernel/values/dictionary.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';

interface Node extends Record<string, unknown> {
  /** Id of the parent node; `0` at the top. */
  readonly parentId: string;
  /** Position among all lines, from 1; a node has that of its first line. */
  readonly sort: number;
  readonly children: Node[];
}

/** Parent id of nodes at the top, as in every tree of the dialect. */
const top = '0';
const ofTree: ReadonlySet<string> = new Set(['parentId', 'sort', 'children']);

/** Returns the names that amounts of a line have on the wire. */
const amountNames = (fields: Fields): readonly string[] =>
  Object.entries(fields).flatMap(([name, { spec }]) =>
    spec.type === 'money' ? [name, ...(spec.alsoNamed ?? [])] : [],
  );

const added = (sum: unknown, amount: unknown): unknown =>
  isEmpty(amount) ? sum : plus(String(sum || '0.00'), String(amount));

/**
 * Groups printed lines to a tree by the codes of one field: a line is a leaf, and each code above is a node with its
 * name and the sums of the amounts below. The id of a node is its code.
 * @param by field of the lines whose dictionary is the tree
 */
export const treeOfLines = (
  lines: readonly RowLike[],
  fields: Fields,
  by: string,
  dictionaries: Dictionaries,
  language: Language,
): readonly Node[] => {
  const field = fields[by];
  const dictionary = field && specIn(field.spec, dictionaries).dictionary;
  if (!field || !dictionary) return [];
  const amounts = amountNames(fields);
  const names = [by, ...(field.spec.alsoNamed ?? [])];
  const roots: Node[] = [];
  const heads = new Map<string, Node>();
  const headOf = ({ code, label }: Entry, above: Node | null, sort: number): Node => {
    const found = heads.get(code);
    if (found) return found;
    const coded = names.flatMap((name) => [
      [name, code],
      [`${name}Name`, say(label, language)],
    ]);
    const made: Node = {
      ...Object.fromEntries(coded),
      ...Object.fromEntries(amounts.map((name) => [name, ''])),
      id: code,
      parentId: above ? String(above.id) : top,
      sort,
      children: [],
    };
    heads.set(code, made);
    (above?.children ?? roots).push(made);
    return made;
  };
  for (const [index, line] of lines.entries()) {
    let above: Node | null = null;
    for (const entry of entryPathOf(dictionary, String(line[by] ?? '')).slice(0, -1)) {
      above = headOf(entry, above, index + 1);
      for (const name of amounts) above[name] = added(above[name], line[name]);
    }
    const parentId = above ? String(above.id) : top;
    (above?.children ?? roots).push({ ...line, parentId, sort: index + 1, children: [] });
  }
  return roots;
};

/**
 * Returns the lines of a tree in order, however a client nests them: nodes with children are only sums. Lines without a
 * tree are returned as they are; a value that is no list is left to validation.
 */
export const linesOfTree = (given: unknown): unknown => {
  if (!Array.isArray(given)) return given;
  const found: { readonly line: unknown; readonly sort: number }[] = [];
  const open: unknown[] = [...given].reverse();
  while (open.length > 0) {
    const node = open.pop();
    const { children, sort } = (node ?? {}) as { children?: unknown; sort?: unknown };
    if (Array.isArray(children) && children.length > 0) {
      for (const child of [...children].reverse()) open.push(child);
      continue;
    }
    const line =
      node !== null && typeof node === 'object' && !Array.isArray(node)
        ? Object.fromEntries(Object.entries(node).filter(([name]) => !ofTree.has(name)))
        : node;
    found.push({ line, sort: typeof sort === 'number' ? sort : Number.POSITIVE_INFINITY });
  }
  return found
    .sort((one, other) => (one.sort === other.sort ? 0 : one.sort - other.sort))
    .map(({ line }) => line);
};
