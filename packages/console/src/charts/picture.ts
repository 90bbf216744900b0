import type { ChartTheme } from './option.ts';

/** Texts above an exported drawing: title, unit and conditions. */
export interface PictureTitle {
  readonly title: string;
  readonly notes: readonly string[];
}

/**
 * Splits a text at the places where a line may end: after a word with its space, or after a Chinese
 * character.
 */
const piecesOf = (text: string): readonly string[] =>
  text.match(/[\u2e80-\uffef]|[^\s\u2e80-\uffef]+\s*|\s+/g) ?? [];

/** Breaks a text into lines no wider than `room`; a wider word gets a separate line. */
export const wrapText = (
  text: string,
  room: number,
  widthOf: (line: string) => number,
): readonly string[] => {
  const lines: string[] = [];
  for (const piece of piecesOf(text)) {
    const longer = `${lines.at(-1) ?? ''}${piece}`;
    if (lines.length > 0 && widthOf(longer.trimEnd()) <= room) lines[lines.length - 1] = longer;
    else lines.push(piece.trimStart());
  }
  return lines.map((line) => line.trimEnd()).filter((line) => line !== '');
};

const margin = 16;
const titleSize = 16;
const noteSize = 13;
/** Line height as a multiple of the font size. */
const lineHeight = 1.5;

/**
 * Returns the drawing below its title and notes, on the background of the theme.
 * @param ratio pixels of the drawing per pixel of the page
 */
export const withTitle = (
  drawing: HTMLCanvasElement,
  { title, notes }: PictureTitle,
  { ground, text, note, font }: Pick<ChartTheme, 'ground' | 'text' | 'note' | 'font'>,
  ratio: number,
): HTMLCanvasElement => {
  const sheet = document.createElement('canvas');
  const brush = sheet.getContext('2d');
  if (!brush) return drawing;
  const written = (words: string, size: number, colour: string, weight = 400) => {
    const face = `${weight} ${size * ratio}px ${font}`;
    brush.font = face;
    const lines = wrapText(
      words,
      drawing.width - 2 * margin * ratio,
      (line) => brush.measureText(line).width,
    );
    return lines.map((line) => ({ line, face, colour, room: size * lineHeight * ratio }));
  };
  const lines = [
    ...written(title, titleSize, text, 600),
    ...notes.flatMap((one) => written(one, noteSize, note)),
  ];
  const head = lines.reduce((sum, { room }) => sum + room, 2 * margin * ratio);
  sheet.width = drawing.width;
  sheet.height = Math.ceil(head) + drawing.height;
  brush.fillStyle = ground;
  brush.fillRect(0, 0, sheet.width, sheet.height);
  brush.textBaseline = 'middle';
  let top = margin * ratio;
  for (const { line, face, colour, room } of lines) {
    brush.font = face;
    brush.fillStyle = colour;
    brush.fillText(line, margin * ratio, top + room / 2);
    top += room;
  }
  brush.drawImage(drawing, 0, Math.ceil(head));
  return sheet;
};
