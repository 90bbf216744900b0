/** Token of an expression; `at` is its offset in the source, from 0. */
export interface Token {
  readonly is: 'number' | 'text' | 'name' | 'sign' | 'end';
  readonly text: string;
  readonly at: number;
}

const number = /\d+(?:\.\d+)?(?:[eE][+-]?\d{1,2})?/y;
const name = /[A-Za-z_$\p{Script=Han}][\w$\p{Script=Han}]*/uy;
const sign = /&&|\|\||==|!=|<=|>=|[!<>+\-*/%?:.,()[\]]/y;
const space = /\s+/y;

const escapes: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
]);

const match = (pattern: RegExp, text: string, from: number): string | undefined => {
  pattern.lastIndex = from;
  return pattern.exec(text)?.[0];
};

/** Reads a quoted text with backslash escapes; undefined if the quote is not closed. */
const quoted = (text: string, from: number): { value: string; end: number } | undefined => {
  const quote = text[from];
  let value = '';
  for (let index = from + 1; index < text.length; index += 1) {
    const char = text[index] as string;
    if (char === quote) return { value, end: index + 1 };
    if (char === '\\') {
      index += 1;
      const next = text[index];
      if (next === undefined) return undefined;
      value += escapes.get(next) ?? next;
    } else value += char;
  }
  return undefined;
};

/** Splits a text into tokens; `stopped` is the offset of an invalid character. */
export const tokenize = (
  text: string,
  offset: number,
): { tokens: readonly Token[]; stopped?: number } => {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const blank = match(space, text, at);
    if (blank !== undefined) {
      at += blank.length;
      continue;
    }
    if (text[at] === "'" || text[at] === '"') {
      const found = quoted(text, at);
      if (!found) return { tokens, stopped: at + offset };
      tokens.push({ is: 'text', text: found.value, at: at + offset });
      at = found.end;
      continue;
    }
    const kinds = [
      ['number', number],
      ['name', name],
      ['sign', sign],
    ] as const;
    let taken = 0;
    for (const [is, pattern] of kinds) {
      const found = match(pattern, text, at);
      if (found === undefined) continue;
      tokens.push({ is, text: found, at: at + offset });
      taken = found.length;
      break;
    }
    if (taken === 0) return { tokens, stopped: at + offset };
    at += taken;
  }
  tokens.push({ is: 'end', text: '', at: at + offset });
  return { tokens };
};
