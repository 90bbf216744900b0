import type { Label } from '@keyan/kernel/label.ts';

/** Placeholders of a pattern, with their labels. */
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

/** Unknown placeholders in a pattern. */
export const unknownPlacesIn = (pattern: string): readonly string[] =>
  [...pattern.matchAll(place)].flatMap(([, name = '']) =>
    Object.hasOwn(patternPlaces, name) ? [] : [name],
  );

/** Maximum bytes of a path segment, accepted by every file system. */
const maxSegmentBytes = 120;

const safe = (text: string): string =>
  text
    .replace(/[\\/:*?"<>|\p{Cc}]/gu, '_')
    .trim()
    .replace(/^\.+|[. ]+$/g, '');

/** Number of UTF-8 bytes of a character. */
const bytesOf = (sign: string): number => {
  const code = sign.codePointAt(0) ?? 0;
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
};

/** Text cut to a number of bytes, at a character boundary. */
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

/** Minimum bytes of a value that is shortened. */
const minShortenedBytes = 12;

/**
 * Path segment from a part of a pattern; if too long, the longest values are shortened first, so
 * that the text after them remains.
 */
const fillSegment = (
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
    if (sizeOf(text) <= minShortenedBytes) break;
    texts.set(name, cut(text, Math.max(minShortenedBytes, sizeOf(text) - over)));
  }
  return fill();
};

/**
 * Path from a pattern: segments without forbidden characters, limited in length.
 * @param ending file extension, which is never shortened
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
      const filled = fillSegment(part, values, maxSegmentBytes - tail.length);
      return `${cut(filled, maxSegmentBytes - tail.length).replace(/[. ]+$/, '') || '_'}${tail}`;
    })
    .join('/');
