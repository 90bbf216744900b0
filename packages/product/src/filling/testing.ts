import { writeParts } from '@keyan/engine/workbooks/parts.ts';
import { Document, Packer, Paragraph, Table, TableCell, TableRow, TextRun, WidthType } from 'docx';

// Example tables of authorities, for tests.

const header = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

const cell = (at: string, style: number, text?: string): string =>
  text === undefined
    ? `<c r="${at}" s="${style}"/>`
    : text.startsWith('=')
      ? `<c r="${at}" s="${style}"><f>${text.slice(1)}</f><v>0</v></c>`
      : `<c r="${at}" s="${style}" t="inlineStr"><is><t>${text}</t></is></c>`;

const row = (
  at: number,
  cells: Readonly<Record<string, readonly [style: number, text?: string]>>,
) =>
  `<row r="${at}">${Object.entries(cells)
    .map(([column, [style, text]]) => cell(`${column}${at}`, style, text))
    .join('')}</row>`;

const parts = {
  '[Content_Types].xml': `${header}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>`,
  '_rels/.rels': `${header}<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${header}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="汇总表" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${header}<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `${header}<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="宋体"/></font><font><b/><sz val="16"/><name val="黑体"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="2"><border><left/><right/><top/><bottom/></border><border><left style="thin"/><right style="thin"/><top style="thin"/><bottom style="thin"/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="0" fontId="0" fillId="0" borderId="1" xfId="0" applyBorder="1"/></cellXfs></styleSheet>`,
};

/**
 * Workbook of a province about projects: title, instruction, two heading rows with merged cells,
 * two empty rows, sum, signature.
 */
export const sampleBook = (): Promise<Buffer> => {
  const rows = [
    row(1, { A: [1, '附件2 省科技项目在研情况汇总表'] }),
    row(2, { A: [0, '填报说明：经费以万元为单位，起止时间填至日；请于12月10日前报送。'] }),
    row(3, {
      A: [2, '序号'],
      B: [2, '课题名称'],
      C: [2, '负责人'],
      D: [2, '起止时间'],
      E: [2],
      F: [2, '批准经费（万元）'],
      G: [2, '所在学院'],
      H: [2, '预期经济效益'],
    }),
    row(4, {
      A: [2],
      B: [2],
      C: [2],
      D: [2, '开始日期'],
      E: [2, '结束日期'],
      F: [2],
      G: [2],
      H: [2],
    }),
    ...[5, 6].map((at) =>
      row(at, Object.fromEntries([...'ABCDEFGH'].map((column) => [column, [2] as const]))),
    ),
    row(7, { A: [2, '合计'], F: [2, '=SUM(F5:F6)'] }),
    row(8, { A: [0, '填表人：'], F: [0, '负责人签字（盖章）：'] }),
  ];
  const merges = [
    'A1:H1',
    'A2:H2',
    'A3:A4',
    'B3:B4',
    'C3:C4',
    'D3:E3',
    'F3:F4',
    'G3:G4',
    'H3:H4',
    'A7:E7',
  ];
  const sheet = `${header}<worksheet xmlns="${main}"><dimension ref="A1:H8"/><sheetData>${rows.join('')}</sheetData><mergeCells count="${merges.length}">${merges.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells></worksheet>`;
  return writeParts(
    new Map(
      Object.entries({ ...parts, 'xl/worksheets/sheet1.xml': sheet }).map(([path, text]) => [
        path,
        Buffer.from(text),
      ]),
    ),
  );
};

const textRow = (at: number, texts: readonly string[]) =>
  row(
    at,
    Object.fromEntries(texts.map((text, index) => ['ABCDEFGH'[index] ?? 'Z', [2, text] as const])),
  );

/** Workbook with named rows: project names, holders if given, and empty cells. */
export const namedBook = (
  names: readonly (readonly [name: string, holder: string])[],
): Promise<Buffer> => {
  const rows = [
    textRow(1, ['附件3 省科技项目绩效跟踪表']),
    textRow(2, ['序号', '项目名称', '负责人', '批准经费（万元）', '实施进展']),
    ...names.map(([name, holder], at) => textRow(at + 3, [String(at + 1), name, holder, '', ''])),
    textRow(names.length + 3, ['填表人：']),
  ];
  const sheet = `${header}<worksheet xmlns="${main}"><sheetData>${rows.join('')}</sheetData></worksheet>`;
  return writeParts(
    new Map(
      Object.entries({ ...parts, 'xl/worksheets/sheet1.xml': sheet }).map(([path, text]) => [
        path,
        Buffer.from(text),
      ]),
    ),
  );
};

/** Document with a table about people: title, headings, one empty row. */
export const sampleDocument = async (): Promise<Buffer> => {
  const width = { size: 25, type: WidthType.PERCENTAGE };
  const line = (texts: readonly string[], bold: boolean) =>
    new TableRow({
      children: texts.map(
        (text) =>
          new TableCell({
            width,
            children: [new Paragraph({ children: text ? [new TextRun({ text, bold })] : [] })],
          }),
      ),
    });
  const document = new Document({
    sections: [
      {
        children: [
          new Paragraph('专家库人员信息表'),
          new Table({
            rows: [
              line(['姓名', '职称', '所在单位', '研究专长'], true),
              line(['', '', '', ''], false),
            ],
          }),
          new Paragraph('联系人：'),
        ],
      },
    ],
  });
  return Packer.toBuffer(document);
};
