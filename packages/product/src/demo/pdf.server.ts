/** UTF-16BE hex, as the character map `UniGB-UCS2-H` reads it. */
const hex = (text: string): string =>
  [...Buffer.from(text, 'utf16le').swap16()]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');

/** Latin text in a string of PDF. */
const latin = (text: string): string => text.replace(/[\\()]/g, '\\$&');

/**
 * Shows a line: Latin letters in a font that has widths of its own, everything else in one whose letters
 * are as wide as high.
 */
const shown = (text: string, size: number): string =>
  (text.match(/[\x20-\x7e]+|[^\x20-\x7e]+/g) ?? [])
    .map((part) =>
      part.charCodeAt(0) < 127
        ? `/F2 ${size} Tf (${latin(part)}) Tj`
        : `/F1 ${size} Tf <${hex(part)}> Tj`,
    )
    .join(' ');

/** Half ems that a text takes. */
const widthOf = (text: string): number =>
  [...text].reduce((sum, letter) => sum + (letter.charCodeAt(0) > 255 ? 2 : 1), 0);

/** Lines of at most so many half ems; Latin words stay whole. */
const folded = (text: string, width: number): readonly string[] => {
  const lines: string[] = [];
  let line = '';
  for (const part of text.match(/[\x21-\x7e]+ ?|./gsu) ?? []) {
    if (line !== '' && widthOf(line) + widthOf(part) > width) {
      lines.push(line);
      line = '';
    }
    line += part;
  }
  return [...lines, line];
};

/**
 * A small PDF of one page: a heading and paragraphs, in any script. The fonts are such as readers
 * bring along (ISO 32000 §9.6.2.2, §9.7.5), so nothing is embedded.
 */
export const smallPdf = (heading: string, paragraphs: readonly string[]): Buffer => {
  const lines = [
    ...folded(heading, 44).map((text) => ({ text, size: 16, step: 26 })),
    ...paragraphs.flatMap((paragraph) => [
      { text: '', size: 11, step: 12 },
      ...folded(paragraph, 76).map((text) => ({ text, size: 11, step: 18 })),
    ]),
  ];
  let height = 780;
  const content = lines
    .map(({ text, size, step }) => {
      height -= step;
      return text === '' ? '' : `BT 64 ${height} Td ${shown(text, size)} ET`;
    })
    .filter((line) => line !== '')
    .join('\n');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 8 0 R >> >> >>',
    `<< /Length ${Buffer.byteLength(content)} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H /DescendantFonts [6 0 R] >>',
    '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 2 >> /FontDescriptor 7 0 R /DW 1000 /W [814 939 500] >>',
    '<< /Type /FontDescriptor /FontName /STSong-Light /Flags 6 /FontBBox [-25 -254 1000 880] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 880 /StemV 93 >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman >>',
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = Buffer.byteLength(file);
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const start = Buffer.byteLength(file);
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  file += offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file);
};
