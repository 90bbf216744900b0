/**
 * The outer syntax of BibTeX: entries, `@string`, `#`. Tolerant where exporters are careless (no
 * key, a key with blanks, a missing comma or closing brace): a fault costs its own field or entry,
 * never the rest of the text. Linear on any input.
 */

/** One entry: its type and fields in lower case, values still in LaTeX. */
export interface BibtexEntry {
  readonly type: string;
  readonly fields: ReadonlyMap<string, string>;
}

export const bibtexStart = /^\s*@\s*[A-Za-z]{2,24}\s*[{(]/;

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

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
  private readonly strings: Map<string, string>;

  constructor(text: string, strings: Map<string, string>) {
    this.text = text;
    this.strings = strings;
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
    for (const [name, value] of fields) this.strings.set(name, value);
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
      const value = this.value();
      const key = name.toLowerCase();
      if (!fields.has(key)) fields.set(key, value);
    }
    return fields;
  }

  /** A value: groups, quoted texts, numbers and names of strings, joined by `#`. */
  private value(): string {
    const parts: string[] = [];
    do {
      this.match(/\s*/y);
      const opening = this.text[this.at];
      if (opening === '{') parts.push(this.group('}'));
      else if (opening === '"') parts.push(this.group('"'));
      else parts.push(this.bare());
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

  private bare(): string {
    const word = this.match(/[^\s,#{}"()]+/y)?.[0] ?? '';
    return this.strings.get(word.toLowerCase()) ?? word;
  }
}

/** Every entry with data in the text, in order. */
export function readEntries(text: string): BibtexEntry[] {
  const strings = new Map(months.map((month) => [month, month]));
  const entries: BibtexEntry[] = [];
  for (const piece of pieces(text)) {
    const reader = new EntryReader(piece, strings);
    for (let entry = reader.next(); entry !== null; entry = reader.next()) {
      if (entry) entries.push(entry);
    }
  }
  return entries;
}
