import type { Label } from '@keyan/kernel/label.ts';

/** Places of a pattern, and what stands for each. */
export const patternPlaces = {
  deptName: ['部门', 'department'],
  leader: ['负责人（第一作者）', 'leader or first author'],
  programNum: ['编号', 'number'],
  title: ['名称', 'title'],
  catalogName: ['附件类别', 'file category'],
  fileName: ['原文件名', 'file name'],
  seq: ['序号', 'order'],
} as const satisfies Record<string, Label>;

export type PatternPlace = keyof typeof patternPlaces;

const place = /\$\{(\w*)\}/g;

/** The names in a pattern that are no places. */
export const unknownPlacesIn = (pattern: string): readonly string[] =>
  [...pattern.matchAll(place)].flatMap(([, name = '']) =>
    Object.hasOwn(patternPlaces, name) ? [] : [name],
  );

/** Bytes of a name that every file system takes. */
const longest = 120;

const safe = (text: string): string =>
  text
    .replace(/[\\/:*?"<>|\p{Cc}]/gu, '_')
    .trim()
    .replace(/^\.+|[. ]+$/g, '');

/** Bytes of a character in UTF-8. */
const bytesOf = (sign: string): number => {
  const code = sign.codePointAt(0) ?? 0;
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
};

/** Cut to this many bytes, never within a character. */
const cut = (text: string, most: number): string => {
  let bytes = 0;
  let kept = '';
  for (const sign of text) {
    bytes += bytesOf(sign);
    if (bytes > most) break;
    kept += sign;
  }
  return kept;
};

const sizeOf = (text: string): number => [...text].reduce((sum, sign) => sum + bytesOf(sign), 0);

/** Bytes that a value keeps when it makes room. */
const least = 12;

/** A part of a pattern filled in: where it is too long the longest values make room, so that what follows them stays. */
const filledIn = (
  part: string,
  values: Readonly<Partial<Record<PatternPlace, string>>>,
  most: number,
): string => {
  const texts = new Map(
    [...part.matchAll(place)].map(([, name = '']) => [
      name,
      safe(values[name as PatternPlace] ?? ''),
    ]),
  );
  const fill = (): string =>
    safe(part.replace(place, (_all, name: string) => texts.get(name) ?? ''));
  for (let over = sizeOf(fill()) - most; over > 0; over = sizeOf(fill()) - most) {
    const [name, text] = [...texts].reduce(
      (a, b) => (sizeOf(b[1]) > sizeOf(a[1]) ? b : a),
      ['', ''],
    );
    if (sizeOf(text) <= least) break;
    texts.set(name, cut(text, Math.max(least, sizeOf(text) - over)));
  }
  return fill();
};

/**
 * A pattern with its places filled in, as a path: each part without signs that a machine forbids, and not too long.
 * @param ending of the file, which is never cut off
 */
export const archivePathOf = (
  pattern: string,
  values: Readonly<Partial<Record<PatternPlace, string>>>,
  ending = '',
): string =>
  pattern
    .split('/')
    .map((part, index, all) => {
      const tail = index === all.length - 1 ? ending : '';
      const filled = filledIn(part, values, longest - tail.length);
      return `${cut(filled, longest - tail.length).replace(/[. ]+$/, '') || '_'}${tail}`;
    })
    .join('/');
