import { afterAll, describe, expect, it } from 'vitest';
import { isBomb } from '../files/types.ts';
import { gridsIn } from '../testing/books.ts';
import { zipOf } from '../testing/zip.ts';
import { WorkerPool } from '../workers/pool.ts';
import { TooManyWaiting } from '../workers/task.ts';
import { readGrids } from './grids.ts';
import { SheetMeasure } from './measure.ts';

const workbook = (cells: string, claims?: number, sheet = 'worksheets/sheet1.xml'): Buffer => {
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const packaged = 'http://schemas.openxmlformats.org/package/2006';
  return zipOf([
    { name: '[Content_Types].xml', content: `<Types xmlns="${packaged}/content-types"/>` },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="${sheet}"/></Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      content: `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="论文" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    {
      name: `xl/${sheet}`,
      content: `<worksheet xmlns="${main}"><sheetData>${cells}</sheetData></worksheet>`,
      ...(claims === undefined ? {} : { claims }),
    },
  ]);
};

const cell = (place: string, row: number): string =>
  `<row r="${row}"><c r="${place}" t="inlineStr"><is><t>甲</t></is></c></row>`;

/** A workbook whose only sheet has this many rows of one cell. */
const tall = (rows: number): Buffer =>
  workbook(Array.from({ length: rows }, (_, index) => cell(`A${index + 1}`, index + 1)).join(''));

const workers = new WorkerPool({ processes: 2 });
afterAll(() => workers.close());
const by = (person: string) => ({ workers, person });

describe('a workbook', () => {
  it('is read as grids, by sheet', async () => {
    const read = await readGrids(by('a'), workbook(cell('B1', 1)));
    expect([...read]).toEqual([['论文', [[null, '甲']]]]);
  });

  it('keeps its order and its days over many pieces', async () => {
    const rows = Array.from(
      { length: 450 },
      (_, index) => `<row r="${index + 1}"><c r="A${index + 1}"><v>${index}</v></c></row>`,
    );
    const [grid = []] = [...(await gridsIn(workbook(rows.join('')))).values()];
    expect(grid.map(([value]) => value)).toEqual(rows.map((_, index) => index));
  });

  it('with one cell at the far corner is refused before anything is made of it', async () => {
    await expect(gridsIn(workbook(cell('XFD1048576', 1)))).rejects.toThrow('一次最多导入 5000 条');
    await expect(gridsIn(workbook(cell('XFD5000', 1)))).rejects.toThrow('一次最多导入 5000 条');
  });

  it('of more rows than any import is refused while it unpacks', async () => {
    await expect(gridsIn(tall(70_000))).rejects.toThrow('一次最多导入 5000 条');
    const blank = '<row/>'.repeat(70_000);
    for (const book of [workbook(blank), workbook(blank, undefined, 'elsewhere/a.XML')]) {
      await expect(gridsIn(book)).rejects.toThrow('一次最多导入 5000 条');
    }
  });

  it('that is damaged is no workbook', async () => {
    const whole = tall(3000);
    const cut = Buffer.from(whole);
    cut.fill(7, 200, whole.length - 700);
    await expect(gridsIn(cut)).rejects.toThrow('无法读取此文件');
  });

  it('that claims to unpack to gigabytes is not unpacked', async () => {
    const bomb = workbook(cell('A1', 1), 3 * 1024 ** 3);
    expect(await isBomb(bomb)).toBe(true);
    expect(await isBomb(workbook(cell('A1', 1)))).toBe(false);
    await expect(gridsIn(bomb)).rejects.toThrow('无法读取此文件');
  });
});

describe('of one person', () => {
  it('one is read, one waits and more are refused, while others have theirs read', async () => {
    const bad = Array.from({ length: 8 }, () => readGrids(by('a'), tall(40_000)));
    const answers = Promise.allSettled(bad);
    let answered = 0;
    for (const one of bad.slice(0, 2)) {
      one.then(() => {
        answered += 1;
      });
    }
    const other = await readGrids(by('b'), workbook(cell('A1', 1)));
    // The second of the first person's cannot have begun: somebody else was served in between.
    expect(answered).toBeLessThan(2);
    expect(other.get('论文')).toEqual([['甲']]);
    const reasons = (await answers).map((one) =>
      one.status === 'fulfilled' ? 'read' : one.reason.constructor,
    );
    expect(reasons).toEqual(['read', 'read', ...Array(6).fill(TooManyWaiting)]);
  });
});

describe('the measure of a sheet', () => {
  const row = '<row r="60000"><c r="A60000" t="n"><v>1</v></c></row>';
  const exceeds = (pieces: readonly string[]): boolean => {
    const measure = new SheetMeasure();
    return pieces.some((piece) => measure.exceeds(Buffer.from(piece)));
  };

  it('does not depend on where the pieces are cut', () => {
    const long = row.replaceAll('60000', '60001');
    for (let at = 1; at < long.length; at += 1) {
      expect(exceeds([row.slice(0, at), row.slice(at)])).toBe(false);
      expect(exceeds([long.slice(0, at), long.slice(at)])).toBe(true);
    }
  });

  it('counts rows that name no place, in any spelling of the element', () => {
    expect(exceeds(['<x:row>'.repeat(60_001)])).toBe(true);
    expect(exceeds(['<row\n>'.repeat(60_000)])).toBe(false);
    expect(exceeds(['<rowBreaks r="1"/>'.repeat(60_001)])).toBe(false);
  });
});
