import {
  AlignmentType,
  BorderStyle,
  Document,
  Footer,
  HeadingLevel,
  LevelFormat,
  Packer,
  PageNumber,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
} from 'docx';
import type { Work } from '../achievement/citing/item.ts';
import { citationsOf } from '../achievement/citing/style.server.ts';

// Worker task; see `resume.server.ts`.

/** Work with a note on the person’s part in it. */
export interface ResumeWork {
  readonly work: Work;
  readonly note: string;
}

/** Section of a résumé: text lines, or works as citations. */
export interface ResumeSection {
  readonly title: string;
  readonly lines?: readonly string[];
  readonly works?: readonly ResumeWork[];
}

/** Texts of a résumé. */
export interface ResumeTexts {
  readonly name: string;
  /** Line below the name: title and department. */
  readonly subtitle: string;
  readonly facts: readonly (readonly [label: string, text: string])[];
  readonly sections: readonly ResumeSection[];
}

const font = { ascii: 'Times New Roman', hAnsi: 'Times New Roman', eastAsia: 'SimSun' };
const headFont = { ascii: 'Arial', hAnsi: 'Arial', eastAsia: 'SimHei' };
const numbering = 'works';

/** Text runs with the person’s name in bold. */
const runsOf = (text: string, name: string): readonly TextRun[] =>
  text
    .split(name)
    .flatMap((part, index) => [
      ...(index > 0 ? [new TextRun({ text: name, bold: true })] : []),
      ...(part === '' ? [] : [new TextRun(part)]),
    ]);

const heading = (title: string): Paragraph =>
  new Paragraph({
    heading: HeadingLevel.HEADING_1,
    keepNext: true,
    spacing: { before: 280, after: 100 },
    border: { bottom: { style: BorderStyle.SINGLE, size: 6, space: 2, color: '999999' } },
    children: [new TextRun({ text: title, bold: true, font: headFont, size: 26, color: '000000' })],
  });

const line = (text: string): Paragraph =>
  new Paragraph({ spacing: { after: 60, line: 320 }, children: [new TextRun(text)] });

/** Two-column table of labels and values. */
const factTable = (facts: ResumeTexts['facts']): Table => {
  const border = { style: BorderStyle.NONE, size: 0, color: 'auto' };
  const cell = (text: string, isLabel: boolean): TableCell =>
    new TableCell({
      width: { size: isLabel ? 16 : 34, type: WidthType.PERCENTAGE },
      children: [
        new Paragraph({
          spacing: { line: 320 },
          children: [new TextRun({ text, ...(isLabel ? { color: '555555' } : {}) })],
        }),
      ],
    });
  const pairs = Array.from({ length: Math.ceil(facts.length / 2) }, (_, row) =>
    facts.slice(row * 2, row * 2 + 2),
  );
  return new Table({
    width: { size: 100, type: WidthType.PERCENTAGE },
    borders: {
      top: border,
      bottom: border,
      left: border,
      right: border,
      insideHorizontal: border,
      insideVertical: border,
    },
    rows: pairs.map(
      (pair) =>
        new TableRow({
          children: [...pair, ...(pair.length < 2 ? [['', ''] as const] : [])].flatMap(
            ([label, text]) => [cell(label, true), cell(text, false)],
          ),
        }),
    ),
  });
};

const worksOf = (works: readonly ResumeWork[], name: string, instance: number): Paragraph[] =>
  citationsOf(works.map(({ work }) => work)).map((text, index) => {
    const note = works[index]?.note ?? '';
    return new Paragraph({
      numbering: { reference: numbering, level: 0, instance },
      spacing: { after: 60, line: 300 },
      children: runsOf(`${text}${note}`, name),
    });
  });

/** Résumé as a Word document. */
export const composeResume = async (resume: ResumeTexts): Promise<Uint8Array> => {
  const { name, subtitle, facts, sections } = resume;
  const parts = sections.flatMap(({ title, lines = [], works = [] }, index) => [
    heading(title),
    ...lines.map(line),
    ...worksOf(works, name, index),
  ]);
  const document = new Document({
    title: name,
    creator: name,
    styles: { default: { document: { run: { font, size: 21 } } } },
    numbering: {
      config: [
        {
          reference: numbering,
          levels: [
            {
              level: 0,
              format: LevelFormat.DECIMAL,
              text: '[%1]',
              alignment: AlignmentType.START,
              style: { paragraph: { indent: { left: 560, hanging: 560 } } },
            },
          ],
        },
      ],
    },
    sections: [
      {
        properties: { page: { margin: { top: 1134, bottom: 1134, left: 1247, right: 1247 } } },
        footers: {
          default: new Footer({
            children: [
              new Paragraph({
                alignment: AlignmentType.CENTER,
                children: [new TextRun({ children: [PageNumber.CURRENT], size: 18 })],
              }),
            ],
          }),
        },
        children: [
          new Paragraph({
            heading: HeadingLevel.TITLE,
            alignment: AlignmentType.CENTER,
            children: [new TextRun({ text: name, bold: true, font: headFont, size: 40 })],
          }),
          new Paragraph({
            alignment: AlignmentType.CENTER,
            spacing: { after: 200 },
            children: [new TextRun({ text: subtitle, color: '555555' })],
          }),
          ...(facts.length > 0 ? [factTable(facts)] : []),
          ...parts,
        ],
      },
    ],
  });
  return new Uint8Array(await Packer.toBuffer(document));
};
