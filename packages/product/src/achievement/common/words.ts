import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';

/** A label inside a sentence: English nouns in small letters. */
export const inSentence = ([zh, en]: Label): Label => [zh, en.toLowerCase()];

/** The title of a record, as messages name it. */
export const titleOf = (kind: Resource, row: Readonly<Record<string, unknown>>): string =>
  String(row[kind.title] ?? '');

/**
 * The record with its timeline, for everybody who may read it. One that came into the library without a
 * process of its own has its first page.
 */
export const recordPage = (kind: Resource, row: Readonly<Record<string, unknown>>): string => {
  const [first] = Object.values(kind.views);
  return row.processInstanceId || !first
    ? `/mywork/process/${kind.kindOf(row)}/detail/0/${row.processInstanceId}/${row.id}`
    : `${first.path}/detail?id=${row.id}`;
};
