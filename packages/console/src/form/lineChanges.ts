import type { FieldSpec } from '@keyan/kernel/definition/field.ts';
import type { Label, Language } from '@keyan/kernel/label.ts';
import type { Values } from '../data/values.ts';
import { textOf } from '../fields/values.tsx';

/** What became of one line of a sub-table: of one that is new or gone only its name is told. */
export interface LineChange {
  readonly name: string;
  readonly is: 'added' | 'removed' | 'changed';
  readonly fields: readonly LineFieldChange[];
}

interface LineFieldChange {
  readonly label: Label;
  readonly before: string;
  readonly after: string;
}

type Fields = NonNullable<FieldSpec['fields']>;

const linesIn = (value: unknown): readonly Values[] =>
  Array.isArray(value)
    ? value.filter((line): line is Values => typeof line === 'object' && line !== null)
    : [];

/** The field by which people call a line: the text that it must have, else its first text. */
const namingField = (fields: Fields): string | undefined => {
  const texts = Object.entries(fields).filter(([, { spec }]) => spec.kind === 'text');
  return (texts.find(([, { spec }]) => spec.required) ?? texts[0])?.[0];
};

/**
 * How the lines of a sub-table differ. Lines have no ids: those of one name are the same line, in their
 * order where several have it.
 */
export const lineChanges = (
  { fields = {} }: FieldSpec,
  before: unknown,
  after: unknown,
  language: Language,
): readonly LineChange[] => {
  const naming = namingField(fields);
  const nameOf = (line: Values, index: number): string =>
    String((naming && line[naming]) || index + 1);
  const [olds, news] = [linesIn(before), linesIn(after)];
  const open = olds.map((line, index) => ({ line, name: nameOf(line, index) }));
  const found = news.flatMap((line, index): LineChange[] => {
    const name = nameOf(line, index);
    const at = open.findIndex((one) => one.name === name);
    const [old] = at < 0 ? [] : open.splice(at, 1);
    if (!old) return [{ name, is: 'added', fields: [] }];
    const changed = Object.entries(fields).flatMap(([key, { spec }]): LineFieldChange[] => {
      const [was, is] = [old.line, line].map((one) => textOf(key, spec, one, language));
      return was === is || was === undefined || is === undefined
        ? []
        : [{ label: spec.label, before: was, after: is }];
    });
    return changed.length > 0 ? [{ name, is: 'changed', fields: changed }] : [];
  });
  return [...found, ...open.map(({ name }): LineChange => ({ name, is: 'removed', fields: [] }))];
};
