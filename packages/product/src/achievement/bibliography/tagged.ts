import { cleanLine, cleanText } from './text.ts';

/** Reading of line-tagged records in any tag syntax. */

/** The values of every tag, in order; the lines of one value are separated by `\n`. */
export type TagValues = ReadonlyMap<string, readonly string[]>;

/** Function that splits a line into tag and value; undefined for a continuation line. */
export type TagReader = (
  line: string,
  seen: ReadonlySet<string>,
) => readonly [tag: string, value: string] | undefined;

/** Collects the values of one record; lines before the first tag are ignored. */
export function readTaggedRecord(lines: readonly string[], readTag: TagReader): TagValues {
  const values = new Map<string, string[][]>();
  const seen = new Set<string>();
  let open: string[] | undefined;
  for (const line of lines) {
    const tagged = readTag(line, seen);
    if (!tagged) {
      open?.push(line);
      continue;
    }
    const [tag, value] = tagged;
    open = [value];
    seen.add(tag);
    const earlier = values.get(tag);
    if (earlier) earlier.push(open);
    else values.set(tag, [open]);
  }
  return new Map(
    [...values].map(([tag, list]) => [tag, list.map((parts) => parts.join('\n'))] as const),
  );
}

/** Returns every non-empty value of the tags, tag by tag. */
export function allTagValues(fields: TagValues, ...tags: readonly string[]): string[] {
  return tags.flatMap((tag) => fields.get(tag) ?? []).filter((value) => value.trim() !== '');
}

/** Returns the first non-empty value of the tags as one clean line. */
export function firstTagValue(fields: TagValues, ...tags: readonly string[]): string | undefined {
  const [value] = allTagValues(fields, ...tags);
  return value === undefined ? undefined : cleanLine(value);
}

/** Returns the pages among the values of the tags; prefers a range to a page count. */
export function pagesLine(fields: TagValues, ...tags: readonly string[]): string | undefined {
  const values = allTagValues(fields, ...tags).map(cleanLine);
  return values.find((value) => /\d\s?[-–—~+]\s?\w/.test(value)) ?? values[0];
}

/** Returns the first non-empty value of the tags as clean paragraphs. */
export function firstParagraphsOfTags(
  fields: TagValues,
  ...tags: readonly string[]
): string | undefined {
  const [value] = allTagValues(fields, ...tags);
  return value === undefined ? undefined : cleanText(value);
}

/** Returns every line of the tags' values, for formats with one list item per line. */
export function linesOfTags(fields: TagValues, ...tags: readonly string[]): string[] {
  return allTagValues(fields, ...tags)
    .flatMap((value) => value.split('\n'))
    .filter((value) => value.trim() !== '');
}
