import { deflateSync } from 'node:zlib';
import { showLineOperators, textWidth, toUtf16Hex, wrapLines } from './letters.server.ts';

/** Block of a document. */
export type PaperBlock =
  | { readonly is: 'heading'; readonly text: string }
  | { readonly is: 'text'; readonly text: string }
  /** Label and value pairs, two per line. */
  | { readonly is: 'facts'; readonly facts: readonly (readonly [string, string])[] }
  | {
      readonly is: 'table';
      readonly heads: readonly string[];
      readonly lines: readonly (readonly string[])[];
      /** Indexes of right-aligned number columns. */
      readonly right?: ReadonlySet<number>;
    }
  /** QR code with notes, and a framed place for a seal with lines for the signatory. */
  | {
      readonly is: 'seal';
      /** Squares of the QR code, row by row; true is dark. */
      readonly squares: readonly (readonly boolean[])[];
      readonly notes: readonly string[];
      readonly place: string;
      readonly lines: readonly string[];
    };

interface Paper {
  readonly title: string;
  readonly blocks: readonly PaperBlock[];
  /** Footer of every page. */
  readonly foot?: string;
  /** True for landscape pages. */
  readonly across?: boolean;
}

const margin = 56;
const short = 595;
const long = 842;

const body = 10;
const step = 15;
const padding = 4;

/** Minimum number of columns for smaller text. */
const minColumnsForSmallText = 8;
const small = 8;

/** Column widths in proportion to the longest texts; at least three characters. */
const widthsOf = (
  rows: readonly (readonly string[])[],
  whole: number,
  size: number,
): readonly number[] => {
  const count = Math.max(...rows.map((row) => row.length));
  const wishes = Array.from({ length: count }, (_, column) =>
    Math.min(
      220,
      Math.max(
        3 * size + 2,
        ...rows.map((row) => textWidth(row[column] ?? '', size) + 2 * padding + 2),
      ),
    ),
  );
  const sum = wishes.reduce((total, wish) => total + wish, 0);
  return wishes.map((wish) => (wish / sum) * whole);
};

/** Pages that are filled from top to bottom. */
class Pages {
  readonly #done: string[][] = [[]];
  readonly width: number;
  readonly #height: number;
  #y: number;

  constructor(across: boolean) {
    [this.width, this.#height] = across ? [long, short] : [short, long];
    this.#y = this.#height - margin;
  }

  get inner(): number {
    return this.width - 2 * margin;
  }

  get size(): string {
    return `0 0 ${this.width} ${this.#height}`;
  }

  get contents(): readonly (readonly string[])[] {
    return this.#done;
  }

  /**
   * Starts a new page if less height is left.
   * @returns true if a page was started
   */
  need(height: number): boolean {
    if (this.#y - height >= margin) return false;
    this.#done.push([]);
    this.#y = this.#height - margin;
    return true;
  }

  /** Number of lines that still fit on the page. */
  get room(): number {
    return Math.floor((this.#y - margin - 2 * padding) / step);
  }

  draw(operators: string): void {
    this.#done.at(-1)?.push(operators);
  }

  down(height: number): void {
    this.#y -= height;
  }

  /** Draws a text at an offset below the current position. */
  text(text: string, x: number, below: number, size: number): void {
    if (text.trim() === '') return;
    this.draw(
      `BT ${x.toFixed(2)} ${(this.#y - below).toFixed(2)} Td ${showLineOperators(text, size)} ET`,
    );
  }

  /** Draws a cell frame from the current position downwards. */
  frame(x: number, width: number, height: number, isHead: boolean): void {
    const place = `${x.toFixed(2)} ${(this.#y - height).toFixed(2)} ${width.toFixed(2)} ${height.toFixed(2)} re`;
    if (isHead) this.draw(`0.94 g ${place} f 0 g`);
    this.draw(`0.65 G 0.5 w ${place} S`);
  }

  /** Draws the squares of a QR code with the given side length. */
  squares(lines: readonly (readonly boolean[])[], x: number, side: number): void {
    const one = side / lines.length;
    const places = lines.flatMap((line, down) =>
      line.flatMap((isDark, across) =>
        isDark
          ? `${(x + across * one).toFixed(3)} ${(this.#y - (down + 1) * one).toFixed(3)} ${one.toFixed(3)} ${one.toFixed(3)} re`
          : [],
      ),
    );
    this.draw(`0 g ${places.join(' ')} f`);
  }
}

interface Cell {
  readonly text: string;
  readonly width: number;
  readonly isHead?: boolean;
  readonly isRight?: boolean;
}

/** Draws a table row; a row higher than a page continues on the next. */
const row = (pages: Pages, cells: readonly Cell[], again: () => void, size = body): void => {
  const texts = cells.map(({ text, width }) => wrapLines(text, size, width - 2 * padding));
  const all = Math.max(...texts.map((lines) => lines.length));
  for (let from = 0; from < all; ) {
    if (pages.need(step + 2 * padding)) again();
    // Keeps a short row on one page.
    if (from === 0 && all <= 12 && pages.need(all * step + 2 * padding)) again();
    const count = Math.min(all - from, Math.max(1, pages.room));
    const height = count * step + 2 * padding;
    let x = margin;
    for (const [index, { width, isHead = false, isRight = false }] of cells.entries()) {
      pages.frame(x, width, height, isHead);
      for (const [place, text] of (texts[index] ?? []).slice(from, from + count).entries()) {
        const indent = isRight ? width - padding - textWidth(text, size) : padding;
        pages.text(text, x + indent, padding + place * step + 11, size);
      }
      x += width;
    }
    pages.down(height);
    from += count;
  }
};

const nothing = (): void => undefined;

const writers: {
  readonly [K in PaperBlock['is']]: (pages: Pages, block: PaperBlock & { is: K }) => void;
} = {
  heading: (pages, { text }) => {
    pages.need(70);
    pages.down(14);
    for (const line of wrapLines(text, 12, pages.inner)) {
      pages.text(line, margin, 12, 12);
      pages.down(18);
    }
    pages.down(4);
  },
  text: (pages, { text }) => {
    pages.down(6);
    for (const line of wrapLines(text, body, pages.inner)) {
      pages.need(step);
      pages.text(line, margin, 11, body);
      pages.down(step);
    }
  },
  facts: (pages, { facts }) => {
    const label = Math.round(pages.inner * 0.19);
    const value = pages.inner / 2 - label;
    const isLong = (text: string): boolean =>
      text.includes('\n') || textWidth(text, body) > 1.6 * value;
    let left: readonly [string, string] | null = null;
    const line = (facts: readonly (readonly [string, string])[], width: number): void =>
      row(
        pages,
        facts.flatMap(([name, text]) => [
          { text: name, width: label, isHead: true },
          { text, width },
        ]),
        nothing,
      );
    for (const fact of facts) {
      if (isLong(fact[1])) {
        if (left) line([left, ['', '']], value);
        left = null;
        line([fact], pages.inner - label);
      } else if (left) {
        line([left, fact], value);
        left = null;
      } else left = fact;
    }
    if (left) line([left, ['', '']], value);
  },
  table: (pages, { heads, lines, right = new Set() }) => {
    const size = heads.length >= minColumnsForSmallText ? small : body;
    const widths = widthsOf([heads, ...lines], pages.inner, size);
    const cells = (texts: readonly string[], isHead: boolean): readonly Cell[] =>
      widths.map((width, index) => ({
        text: texts[index] ?? '',
        width,
        isHead,
        isRight: right.has(index),
      }));
    const head = (): void => row(pages, cells(heads, true), nothing, size);
    head();
    for (const texts of lines) row(pages, cells(texts, false), head, size);
  },
  seal: (pages, { squares, notes, place, lines }) => {
    const [side, box] = [96, 130];
    const half = pages.inner / 2 - 16;
    const written = notes.flatMap((note) => wrapLines(note, small, half));
    const height = Math.max(side + 8 + 12 * written.length, box + 8 + step * lines.length);
    pages.need(height + 24);
    pages.down(24);
    pages.squares(squares, margin, side);
    for (const [index, note] of written.entries()) {
      pages.text(note, margin, side + 16 + 12 * index, small);
    }
    const left = margin + pages.inner - box;
    pages.frame(left, box, box, false);
    const middle = (text: string, size: number): number => left + (box - textWidth(text, size)) / 2;
    pages.text(place, middle(place, body), box / 2, body);
    for (const [index, line] of lines.entries()) {
      const end = margin + pages.inner - textWidth(line, body);
      pages.text(line, Math.min(middle(line, body), end), box + 18 + step * index, body);
    }
    pages.down(height);
  },
};

const write = <K extends PaperBlock['is']>(pages: Pages, block: PaperBlock & { is: K }): void =>
  writers[block.is](pages, block);

/** PDF file from objects numbered from 1, with cross-reference table. */
const fileOf = (objects: readonly Buffer[], info: number): Buffer => {
  const parts: Buffer[] = [Buffer.from('%PDF-1.5\n%âãÏÓ\n', 'latin1')];
  let at = parts[0]?.length ?? 0;
  const offsets = objects.map((object, index) => {
    const part = Buffer.concat([
      Buffer.from(`${index + 1} 0 obj\n`),
      object,
      Buffer.from('\nendobj\n'),
    ]);
    parts.push(part);
    const offset = at;
    at += part.length;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const end = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info ${info} 0 R >>\nstartxref\n${at}\n%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(end)]);
};

/** Standard fonts of PDF readers (ISO 32000-1 §9.6.2.2, §9.7.5.2), so that nothing is embedded. */
const fonts = [
  '<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UTF16-H /DescendantFonts [4 0 R] >>',
  '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 5 >> /FontDescriptor 5 0 R /DW 1000 >>',
  '<< /Type /FontDescriptor /FontName /STSong-Light /Flags 6 /FontBBox [-25 -254 1000 880] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 880 /StemV 93 >>',
  '<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman /Encoding /WinAnsiEncoding >>',
];

/**
 * Document as PDF: title and blocks on numbered A4 pages. Supports Latin and GB 18030 characters
 * (Adobe-GB1); other characters stay blank.
 */
export const pdfOf = ({ title, blocks, foot = '', across = false }: Paper): Buffer => {
  const pages = new Pages(across);
  for (const line of wrapLines(title, 16, pages.inner)) {
    pages.text(line, Math.max(margin, (pages.width - textWidth(line, 16)) / 2), 18, 16);
    pages.down(25);
  }
  for (const block of blocks) write(pages, block);
  const count = pages.contents.length;
  // Number of the first content object; 1 to 7 are catalogue, pages, fonts and metadata.
  const first = 8;
  const kids = pages.contents.map((_, index) => `${first + 2 * index} 0 R`).join(' ');
  const own = pages.contents.flatMap((operators, index) => {
    const number = `${index + 1} / ${count}`;
    const stream = deflateSync(
      [
        ...operators,
        ...(foot === '' ? [] : [`BT ${margin} 34 Td ${showLineOperators(foot, 8)} ET`]),
        `BT ${(pages.width - margin - textWidth(number, 8)).toFixed(2)} 34 Td ${showLineOperators(number, 8)} ET`,
      ].join('\n'),
    );
    return [
      Buffer.from(
        `<< /Type /Page /Parent 2 0 R /MediaBox [${pages.size}] /Contents ${first + 2 * index + 1} 0 R /Resources << /Font << /F1 3 0 R /F2 6 0 R >> >> >>`,
      ),
      Buffer.concat([
        Buffer.from(`<< /Length ${stream.length} /Filter /FlateDecode >>\nstream\n`),
        stream,
        Buffer.from('\nendstream'),
      ]),
    ];
  });
  const facts = [
    '<< /Type /Catalog /Pages 2 0 R /Lang (zh-CN) >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${count} >>`,
    ...fonts,
    `<< /Title <feff${toUtf16Hex(title)}> >>`,
  ];
  return fileOf([...facts.map((text) => Buffer.from(text)), ...own], 7);
};
