import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { inSentence as englishInSentence, type Label } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';

/** A label inside a sentence, in both languages. */
export const inSentence = (label: Label): Label => [label[0], englishInSentence(label)];

/** The title of a record, as messages name it. */
export const recordTitleOf = (kind: Resource, row: RowLike): string =>
  String(row[kind.title] ?? '');

/**
 * The record with its timeline, for everybody who may read it. One that came into the library without a
 * process of its own has its first page.
 */
export const recordPage = (kind: Resource, row: RowLike): string => {
  const [first] = Object.values(kind.views);
  return row.processInstanceId || !first
    ? `/mywork/process/${kind.kindOf(row)}/detail/0/${row.processInstanceId}/${row.id}`
    : `${first.path}/detail?id=${row.id}`;
};
