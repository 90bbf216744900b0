/** Plain text of bibliographic fields: entities, blanks, lists, scripts. All functions are linear. */

const namedEntities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  middot: '·',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  times: '×',
  deg: '°',
  plusmn: '±',
  alpha: 'α',
  beta: 'β',
  gamma: 'γ',
  mu: 'μ',
};

function codePoint(digits: string, radix: number, printed: string): string {
  const code = Number.parseInt(digits, radix);
  const usable = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return usable ? String.fromCodePoint(code) : printed;
}

/** Decodes HTML character references once; unknown ones remain unchanged. */
export function decodeEntities(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([A-Za-z]{2,8}));/g,
    (printed, decimal?: string, hex?: string, name?: string) => {
      if (decimal) return codePoint(decimal, 10, printed);
      if (hex) return codePoint(hex, 16, printed);
      return namedEntities[name ?? ''] ?? printed;
    },
  );
}

/**
 * Cleans a line: decodes entities, collapses ASCII blanks and no-break spaces, trims. An ideographic space within the
 * text remains.
 */
export function cleanLine(text: string): string {
  return decodeEntities(text)
    .replace(/[\s\u00a0]+/g, (run) => (/^\u3000+$/.test(run) ? run : ' '))
    .trim();
}

/** Cleans several paragraphs; empty ones are dropped, the others joined by `\n`. */
export function cleanText(text: string): string {
  return text.split('\n').map(cleanLine).filter(Boolean).join('\n');
}

const markup =
  /<\/?(?:i|b|u|em|strong|italic|bold|sub|sup|sc|small|span|p|br|(?:jats|mml):[a-z]{1,20})(?:\s[^<>]{0,200})?\/?>/gi;

/** Removes tags that publishers leave in titles: `H<sub>2</sub>O`. */
export const withoutMarkup = (text: string): string => text.replace(markup, '');

/** Splits a list at half-width or full-width semicolons. */
export function splitSemicolons(text: string): string[] {
  return decodeEntities(text).split(/[;；]/).map(cleanLine).filter(Boolean);
}

/** Returns the keywords of several fields, in order. */
export function keywordList(parts: readonly string[]): string[] {
  return parts.flatMap(splitSemicolons);
}

const han = /\p{Script=Han}/u;
const latin = /\p{Script=Latin}/u;

export const hasHan = (text: string): boolean => han.test(text);
export const hasLatin = (text: string): boolean => latin.test(text);
