import { describe, expect, it } from 'vitest';
import { isBomb } from '../files/types.ts';
import { zipOf } from '../testing/zip.ts';
import { readGrids } from './grids.ts';

const workbook = (cells: string, claims?: number): Buffer => {
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const packaged = 'http://schemas.openxmlformats.org/package/2006';
  return zipOf([
    { name: '[Content_Types].xml', content: `<Types xmlns="${packaged}/content-types"/>` },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      content: `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="论文" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    {
      name: 'xl/worksheets/sheet1.xml',
      content: `<worksheet xmlns="${main}"><sheetData>${cells}</sheetData></worksheet>`,
      ...(claims === undefined ? {} : { claims }),
    },
  ]);
};

const cell = (place: string, row: number): string =>
  `<row r="${row}"><c r="${place}" t="inlineStr"><is><t>甲</t></is></c></row>`;

describe('a workbook', () => {
  it('is read as grids, by sheet', async () => {
    expect([...(await readGrids(workbook(cell('B1', 1))))]).toEqual([['论文', [[null, '甲']]]]);
  });

  it('with one cell at the far corner costs its sender the import, not the server its memory', {
    timeout: 60_000,
  }, async () => {
    const far = readGrids(workbook(cell('XFD1048576', 1_048_576)));
    const next = readGrids(workbook(cell('A1', 1)));
    await expect(far).rejects.toThrow('无法读取此文件');
    expect((await next).get('论文')).toEqual([['甲']]);
    expect(process.memoryUsage().rss).toBeLessThan(2 * 1024 ** 3);
  });

  it('that claims to unpack to gigabytes is not unpacked', async () => {
    const bomb = workbook(cell('A1', 1), 3 * 1024 ** 3);
    expect(await isBomb(bomb)).toBe(true);
    expect(await isBomb(workbook(cell('A1', 1)))).toBe(false);
    await expect(readGrids(bomb)).rejects.toThrow('无法读取此文件');
  });
});
