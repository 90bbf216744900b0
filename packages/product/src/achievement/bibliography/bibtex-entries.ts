import { Refused } from '@keyan/kernel/errors.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';

/**
 * The outer syntax of BibTeX: entries, `@string`, `#`. Tolerant where exporters are careless (no
 * key, a key with blanks, a missing comma or closing brace): a fault costs its own field or entry,
 * never the rest of the text. Linear on any input: abbreviations expand to a bounded length only.
 */

/** One entry: its type and fields in lower case, values still in LaTeX. */
export interface BibtexEntry {
  readonly type: string;
  readonly fields: ReadonlyMap<string, string>;
}

export const bibtexStart = /^\s*@\s*[A-Za-z]{2,24}\s*[{(]/;

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/** Characters of one value that abbreviations stand in; no field of any form takes as many. */
const longestExpanded = 20_000;
/** All that abbreviations expand to, as a multiple of the text that they stand in. */
const mostExpanded = 4;

const overExpanded: Label = [
  'BibTeX 中 @string 缩写展开后的内容过长（“{name}”处），请把缩写改为实际内容后重试',
  'The @string abbreviations of this BibTeX expand to too much text (at “{name}”); write them out and try again',
];

/** The abbreviations of a text, and how much they may still expand to. */
class Abbreviations {
  private readonly texts = new Map(months.map((month) => [month, month]));
  private left: number;

  /** @param length characters of the text that they stand in */
  constructor(length: number) {
    this.left = Math.max(longestExpanded, mostExpanded * length);
  }

  set(name: string, text: string): void {
    this.texts.set(name, text);
  }

  /**
   * The text of an abbreviation, undefined for a word that is none.
   * @param before characters of the value that stand before it
   * @param field whose value it is, for the message
   * @throws Refused when the value, or all values together, would become too long: each doubling of
   *   an abbreviation doubles the text
   */
  expand(word: string, before: number, field: string): string | undefined {
    const text = this.texts.get(word.toLowerCase());
    if (text === undefined) return undefined;
    this.left -= text.length;
    if (this.left < 0 || before + text.length > longestExpanded) {
      throw new Refused(fill(overExpanded, { name: field.slice(0, 50) }));
    }
    return text;
  }
}

/** Where each entry begins: every `@word{` at the start of a line, which no value may hold. */
function pieces(text: string): string[] {
  const starts = [...text.matchAll(/^[^\S\n]*@[^\S\n]*[A-Za-z]{2,24}[^\S\n]*[{(]/gm)];
  const offsets = starts.map((start) => start.index);
  const first = text.search(/@\s*[A-Za-z]{2,24}\s*[{(]/);
  const bounds = [...new Set([...(first < 0 ? [] : [first]), ...offsets])].sort((a, b) => a - b);
  return bounds.map((bound, index) => text.slice(bound, bounds[index + 1]));
}

/** The end of a group opened at `start`, or -1; escaped braces count only when `escaped` is off. */
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

/** Reads the entries of one piece one after the other. */
class EntryReader {
  private at = 0;
  private readonly text: string;
  private readonly abbreviations: Abbreviations;

  constructor(text: string, abbreviations: Abbreviations) {
    this.text = text;
    this.abbreviations = abbreviations;
  }

  /** The next entry, `undefined` for one without data (`@string`, `@comment`), null at the end. */
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

  /** After an `@` that begins no entry (an e-mail address, a stray sign): the next one that does. */
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

  /** A value: groups, quoted texts, numbers and names of strings, joined by `#`. */
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
 * Every entry with data in the text, in order.
 * @throws Refused when its abbreviations expand to more than four times the text, or one value to
 *   more than 20,000 characters
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
