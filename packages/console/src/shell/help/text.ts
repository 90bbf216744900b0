/** A part of a line: text, a name on the screen, or a link to a page of the menu. */
export type Span =
  | { readonly is: 'words'; readonly text: string }
  /** A button, field or key as the screen spells it. */
  | { readonly is: 'name'; readonly text: string }
  /** A link; `to` is an address of the menu. */
  | { readonly is: 'way'; readonly text: string; readonly to: string };

/** A block of a help page. */
export type Block =
  | { readonly is: 'section'; readonly text: string }
  | { readonly is: 'line'; readonly spans: readonly Span[] }
  | {
      readonly is: 'steps' | 'points';
      readonly lines: readonly (readonly Span[])[];
    }
  | { readonly is: 'picture'; readonly says: string; readonly address: string };

/** A parsed help page. */
export interface HelpText {
  readonly title: string;
  /** Names of the roles that it is written for. */
  readonly readers: readonly string[];
  readonly blocks: readonly Block[];
}

const spanPattern = /\*\*(?<name>[^*]+)\*\*|\[(?<text>[^\]]+)\]\((?<to>[^)]+)\)/g;

/** Parses a line: `**name**`, `[way](/address)`, and the text between them. */
export const spansOf = (line: string): readonly Span[] => {
  const spans: Span[] = [];
  let at = 0;
  const say = (until: number): void => {
    if (until > at) spans.push({ is: 'words', text: line.slice(at, until) });
  };
  for (const found of line.matchAll(spanPattern)) {
    const { name, text = '', to = '' } = found.groups ?? {};
    say(found.index);
    spans.push(name === undefined ? { is: 'way', text, to } : { is: 'name', text: name });
    at = found.index + found[0].length;
  }
  say(line.length);
  return spans;
};

/** Kinds of lists by the mark of their lines. */
const listMarks = [
  ['steps', /^\d+\. (.*)$/],
  ['points', /^- (.*)$/],
] as const;

const picturePattern = /^!\[([^\]]*)\]\(([^)]+)\)$/;

const blockOf = (lines: readonly string[]): Block => {
  const [first = ''] = lines;
  if (first.startsWith('## ')) return { is: 'section', text: first.slice(3) };
  const picture = picturePattern.exec(first);
  if (picture) return { is: 'picture', says: picture[1] ?? '', address: picture[2] ?? '' };
  for (const [is, mark] of listMarks) {
    if (!mark.test(first)) continue;
    return { is, lines: lines.map((line) => spansOf(mark.exec(line)?.[1] ?? line)) };
  }
  return { is: 'line', spans: spansOf(lines.join(' ')) };
};

/**
 * Parses a page: `# title`, `> readers`, then blocks with an empty line between them: `## section`,
 * paragraphs, `1. steps`, `- points`, `![description](address)`.
 */
export const readHelp = (source: string): HelpText => {
  const [head = '', readers = '', ...rest] = source.trim().split(/\n{2,}/);
  return {
    title: head.replace(/^# /, ''),
    readers: readers.replace(/^> /, '').split(/、|, /).filter(Boolean),
    blocks: rest.map((block) => blockOf(block.split('\n'))),
  };
};

const spansIn = (block: Block): readonly Span[] => {
  if ('spans' in block) return block.spans;
  return 'lines' in block ? block.lines.flat() : [];
};

/** Returns the text of a block, without marks. */
export const wordsOf = (block: Block): string => {
  if ('text' in block) return block.text;
  if ('says' in block) return block.says;
  return spansIn(block)
    .map(({ text }) => text)
    .join('');
};

/** Returns the links to menu pages in a help page, in order. */
export const waysIn = ({ blocks }: HelpText): readonly (Span & { readonly is: 'way' })[] =>
  blocks.flatMap(spansIn).filter((span) => span.is === 'way');

/** Returns the names on the screen that a help page uses, each once. */
export const namesIn = ({ blocks }: HelpText): readonly string[] => [
  ...new Set(blocks.flatMap(spansIn).flatMap(({ is, text }) => (is === 'name' ? [text] : []))),
];

/**
 * Returns the title of a page with the heading of a section; section 0 is the text before the first
 * heading.
 */
export const headingOf = ({ title, blocks }: HelpText, at: number): string => {
  const section = blocks.filter(({ is }) => is === 'section')[at - 1];
  return section ? `${title} › ${wordsOf(section)}` : title;
};
