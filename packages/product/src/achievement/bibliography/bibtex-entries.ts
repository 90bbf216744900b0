import { Refused } from '@keyan/kernel/errors.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';

/**
 * Reader for the outer syntax of BibTeX: entries, `@string`, `#`. Tolerates careless exporters (missing key, key with
 * blanks, missing comma or closing brace): a fault loses a field or an entry, never the remaining text. Linear in the
 * input: the expansion of abbreviations is limited.
 */

/** One entry: its type and fields in lower case, values still in LaTeX. */
export interface BibtexEntry {
  readonly type: string;
  readonly fields: ReadonlyMap<string, string>;
}

export const bibtexStart = /^\s*@\s*[A-Za-z]{2,24}\s*[{(]/;

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/** Maximum length in characters of a value with expanded abbreviations. */
const maxValueLength = 20_000;
/** Maximum total length of expanded abbreviations, as a multiple of the text. */
const maxExpansionFactor = 4;

const overExpanded: Label = [
  'BibTeX 中 @string 缩写展开后的内容过长（“{name}”处），请把缩写改为实际内容后重试',
  'The @string abbreviations of this BibTeX expand to too much text (at “{name}”); write them out and try again',
];

/** Abbreviations (`@string`) of a text, with the remaining budget for their expansion. */
class Abbreviations {
  private readonly texts = new Map(months.map((month) => [month, month]));
  private left: number;

  /** @param length of the text in characters, from which the budget follows */
  constructor(length: number) {
    this.left = Math.max(maxValueLength, maxExpansionFactor * length);
  }

  set(name: string, text: string): void {
    this.texts.set(name, text);
  }

  /**
   * Returns the expansion of an abbreviation; undefined for an unknown word.
   * @param before length of the value so far, in characters
   * @param field name for the error message
   * @throws Refused if the value or the total would become too long: nested abbreviations double the text each time
   */
  expand(word: string, before: number, field: string): string | undefined {
    const text = this.texts.get(word.toLowerCase());
    if (text === undefined) return undefined;
    this.left -= text.length;
    if (this.left < 0 || before + text.length > maxValueLength) {
      throw new Refused(fill(overExpanded, { name: field.slice(0, 50) }));
    }
    return text;
  }
}

/** Splits the text at every `@word{` at the start of a line. */
function pieces(text: string): string[] {
  const starts = [...text.matchAll(/^[^\S\n]*@[^\S\n]*[A-Za-z]{2,24}[^\S\n]*[{(]/gm)];
  const offsets = starts.map((start) => start.index);
  const first = text.search(/@\s*[A-Za-z]{2,24}\s*[{(]/);
  const bounds = [...new Set([...(first < 0 ? [] : [first]), ...offsets])].sort((a, b) => a - b);
  return bounds.map((bound, index) => text.slice(bound, bounds[index + 1]));
}

/**
 * Returns the index of the closing brace for a group opened at `start`, or -1; if `escaped` is off, escaped braces
 * count.
 */
function groupEnd(text: string, start: number, close: string, escaped: boolean): number {
  let depth = 0;
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text[at];
    if (escaped && character === '\\') at += 1;
    else if (depth === 0 && character === close) return at;
    else if (character === '{') depth += 1;
    else if (character === '}') depth -= 1;
  }
  return -1;
}

/** Reader of the consecutive entries of one piece. */
class EntryReader {
  private at = 0;
  private readonly text: string;
  private readonly abbreviations: Abbreviations;

  constructor(text: string, abbreviations: Abbreviations) {
    this.text = text;
    this.abbreviations = abbreviations;
  }

  /** Returns the next entry; undefined for an entry without data (`@string`, `@comment`), null at the end. */
  next(): BibtexEntry | undefined | null {
    const head = this.match(/[^@]*@\s*([A-Za-z]{2,24})\s*([{(])/y) ?? this.skipToEntry();
    if (!head) return null;
    const type = (head[1] ?? '').toLowerCase();
    const close = head[2] === '(' ? ')' : '}';
    if (type === 'comment' || type === 'preamble') {
      const end = groupEnd(this.text, this.at - 1, close, true);
      this.at = end < 0 ? this.text.length : end + 1;
      return undefined;
    }
    if (type !== 'string') this.match(/[^,={}"]*(?:,|(?=\}))/y);
    const fields = this.fields(close);
    if (type !== 'string') return { type, fields };
    for (const [name, value] of fields) this.abbreviations.set(name, value);
    return undefined;
  }

  /** Skips an `@` that begins no entry (an e-mail address) to the next that does. */
  private skipToEntry(): RegExpMatchArray | null {
    const rest = this.text.slice(this.at);
    const found = rest.match(/@\s*([A-Za-z]{2,24})\s*([{(])/);
    this.at = found ? this.at + (found.index ?? 0) + found[0].length : this.text.length;
    return found;
  }

  private match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found) this.at = pattern.lastIndex;
    return found;
  }

  private fields(close: string): Map<string, string> {
    const fields = new Map<string, string>();
    while (this.at < this.text.length) {
      this.match(/[\s,]*/y);
      if (this.text[this.at] === close) {
        this.at += 1;
        break;
      }
      const name = this.match(/([^\s=,{}"#]+)\s*=\s*/y)?.[1];
      if (!name) {
        this.match(/[^,})]*[,})]?/y);
        if (this.text[this.at - 1] === close) break;
        continue;
      }
      const value = this.value(name);
      const key = name.toLowerCase();
      if (!fields.has(key)) fields.set(key, value);
    }
    return fields;
  }

  /** Reads a value: groups, quoted texts, numbers and abbreviations, joined by `#`. */
  private value(field: string): string {
    const parts: string[] = [];
    let length = 0;
    do {
      this.match(/\s*/y);
      const opening = this.text[this.at];
      const part =
        opening === '{'
          ? this.group('}')
          : opening === '"'
            ? this.group('"')
            : this.bare(length, field);
      parts.push(part);
      length += part.length;
    } while (this.match(/\s*#/y));
    return parts.join('');
  }

  private group(close: string): string {
    const start = this.at;
    const careful = groupEnd(this.text, start, close, true);
    const end = careful < 0 ? groupEnd(this.text, start, close, false) : careful;
    const stop = end < 0 ? this.text.length : end;
    this.at = stop + 1;
    return this.text.slice(start + 1, stop);
  }

  private bare(before: number, field: string): string {
    const word = this.match(/[^\s,#{}"()]+/y)?.[0] ?? '';
    return this.abbreviations.expand(word, before, field) ?? word;
  }
}

/**
 * Reads every entry with data, in order.
 * @throws Refused if the abbreviations expand to more than four times the text, or a value to more than 20,000
 * characters
 */
export function readEntries(text: string): BibtexEntry[] {
  const abbreviations = new Abbreviations(text.length);
  const entries: BibtexEntry[] = [];
  for (const piece of pieces(text)) {
    const reader = new EntryReader(piece, abbreviations);
    for (let entry = reader.next(); entry !== null; entry = reader.next()) {
      if (entry) entries.push(entry);
    }
  }
  return entries;
}
