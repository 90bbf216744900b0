import type { Status } from '@keyan/kernel/access/status.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { FoundRecord, MarkedText } from '@keyan/kernel/wire/search.ts';
import { type SearchedField, searchShapeOf } from './entry.ts';
import type { FoundRow } from './judge.ts';
import { matchRangesOf, typedTextRuns } from './marks.ts';
import type { Readings } from './readings.ts';
import { joinedRunsOf } from './runs.ts';
import { nameSeparators } from './terms.ts';

/**
 * Returns how well a record matches the typed text, 0 is best: a value equals it; the title begins with it; the title
 * contains it; another value contains it; it is found in parts, or by its pinyin.
 */
const fitOf = (title: string, values: readonly string[], wanted: string): number => {
  if (values.some((value) => value === wanted)) return 0;
  if (title.startsWith(wanted)) return 1;
  if (title.includes(wanted)) return 2;
  return values.some((value) => value.includes(wanted)) ? 3 : 4;
};

const textOf = ({ texts }: FoundRow, field: string): string => texts[field] ?? '';

/** Sorts rows best first; equal rows keep their order. */
export const rankedRows = (
  resource: Resource,
  rows: readonly FoundRow[],
  typed: string,
): readonly FoundRow[] => {
  const wanted = joinedRunsOf(typed);
  const { fields } = searchShapeOf(resource);
  const fits = rows.map((row) => {
    const values = fields.flatMap(({ name, names }) => {
      const text = textOf(row, name);
      return (names ? text.split(nameSeparators) : [text]).map(joinedRunsOf);
    });
    return { row, fit: fitOf(joinedRunsOf(textOf(row, resource.title)), values, wanted) };
  });
  return fits.sort((a, b) => a.fit - b.fit).map(({ row }) => row);
};

/**
 * Returns the rank of a kind, 0 first: the typed text is the name of a person and the record is that person; it is the
 * title of a record; anything else.
 */
export const kindRankOf = (resource: Resource, best: FoundRow, typed: string): number => {
  if (joinedRunsOf(textOf(best, resource.title)) !== joinedRunsOf(typed)) return 2;
  return resource.fields[resource.title]?.spec.personName ? 0 : 1;
};

/** Converts a found record to what pages show, with the matches marked. */
export const presentedRecord = (
  resource: Resource,
  row: FoundRow,
  typed: string,
  readings: Readings,
): FoundRecord => {
  const { fields } = searchShapeOf(resource);
  const runs = typedTextRuns(typed);
  const marked = ({ name, names }: SearchedField): MarkedText => {
    const text = textOf(row, name);
    return { text, marks: matchRangesOf(text, runs, readings, names) };
  };
  const others = fields.filter(({ name }) => name !== resource.title && textOf(row, name) !== '');
  const title = fields.find(({ name }) => name === resource.title);
  const titled = title ? marked(title) : { text: '', marks: [] };
  // Several fields of names, such as first author and all authors: the longest says most.
  const people = others
    .filter(({ names }) => names)
    .map(marked)
    .sort((a, b) => b.text.length - a.text.length)[0];
  const plain = others.filter(({ names }) => !names);
  const byNumber = plain.find(({ name }) => name === resource.number?.field) ?? plain[0];
  const seen = [titled, people].some((one) => (one?.marks.length ?? 0) > 0);
  const matching = seen ? undefined : plain.find((field) => marked(field).marks.length > 0);
  const note = matching ?? byNumber;
  return {
    id: row.id,
    title: titled,
    people: people ?? null,
    note: note ? { label: note.spec.label, ...marked(note) } : null,
    status: row.status as Status | null,
  };
};
