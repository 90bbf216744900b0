import { type Endpoint, endpoint, Reply } from '@keyan/engine/wire/endpoint.ts';
import { readWorkbook, workbookAnswer } from '@keyan/engine/wire/workbooks/endpoints.ts';
import { bookMakerOf } from '@keyan/engine/workbooks/book.ts';
import { readGrids } from '@keyan/engine/workbooks/grids.ts';
import { writeTable } from '@keyan/engine/workbooks/workbook.ts';
import { type FieldFault, Invalid, Refused } from '@keyan/kernel/errors.ts';
import { fill, type Label, say } from '@keyan/kernel/label.ts';
import { Type } from 'typebox';
import { dictCode, dictPage } from './dict-pages.ts';
import {
  fullRegion,
  placeFault,
  type Region,
  type RegionDictionaries,
  type RegionInput,
  regionsOf,
  saveRegions,
  shortRegion,
} from './regions.server.ts';

const sheet: Label = ['行政区划', 'Divisions'];
const template: Label = ['行政区划-导入模板', 'Divisions-template'];
/** Column headings, accepted in Chinese or English. */
const heads: readonly Label[] = [
  ['行政区划编码', 'Code'],
  ['行政区划名称', 'Name'],
  ['上级编码', 'Parent code'],
  ['排序', 'Sort'],
  ['备注', 'Remark'],
];

/** Maximum number of rows per workbook; China has fewer divisions. */
const maxRowsPerWorkbook = 5000;
/** Maximum number of faulty rows listed in a response. */
const maxListedFaults = 20;

const line = (one: Region): readonly (string | number)[] => [
  one.code,
  one.name,
  one.parentCode,
  one.sort,
  one.remark,
];

const texts = {
  head: ['表头应为：{heads}', 'The first row should be: {heads}'],
  name: ['请输入行政区划名称', 'Enter a name'],
  long: ['{head}过长', '{head}: too long'],
  sort: ['排序应为 0 到 999999 的整数', 'Sort must be a whole number from 0 to 999999'],
  twice: ['编码 {code} 重复', 'The code {code} is repeated'],
  exists: [
    '编码 {code} 已存在，勾选“数据覆盖”后可以修改',
    'The code {code} already exists; tick “Overwrite” to change it',
  ],
} as const satisfies Record<string, Label>;

interface Listed {
  readonly row: number;
  readonly given: RegionInput & { readonly code: string; readonly name: string };
}

/** Reads the rows of a workbook. @throws Refused for a workbook with other columns, or too many rows */
const listedIn = (grid: readonly (readonly unknown[])[]): readonly Listed[] => {
  const [first = [], ...rest] = grid;
  const text = (cell: unknown): string => String(cell ?? '').trim();
  if (heads.some((head, index) => !head.includes(text(first[index])))) {
    const [zh, en] = texts.head;
    const named = (language: 0 | 1): string => heads.map((head) => head[language]).join('、');
    throw new Refused([zh.replace('{heads}', named(0)), en.replace('{heads}', named(1))]);
  }
  if (rest.length > maxRowsPerWorkbook) {
    throw new Refused([
      `一次最多导入 ${maxRowsPerWorkbook} 行`,
      `At most ${maxRowsPerWorkbook} rows at a time`,
    ]);
  }
  return rest.flatMap((cells, index) => {
    const [code = '', name = '', parentCode = '', sort = '', remark = ''] = cells.map(text);
    if (code === '' && name === '') return [];
    const given = {
      code,
      name,
      ...(parentCode !== '' && { parentCode }),
      ...(sort !== '' && { sort }),
      remark,
    };
    return [{ row: index + 2, given }];
  });
};

const levelOf = ({ given }: Listed): number => shortRegion(fullRegion(given.code)).length;

const differs = ({ given }: Listed, there: Region): boolean =>
  given.name !== there.name ||
  given.remark !== there.remark ||
  (given.sort !== undefined && Number(given.sort) !== there.sort);

/** Returns the fault of a single row, or undefined. */
const rowFault = ({ name, sort, remark = '' }: Listed['given']): Label | undefined => {
  if (name === '') return texts.name;
  const [, nameHead, , , remarkHead] = heads;
  if (name.length > 100 && nameHead) return fill(texts.long, { head: nameHead });
  if (remark.length > 300 && remarkHead) return fill(texts.long, { head: remarkHead });
  return sort === undefined || /^\d{1,6}$/.test(String(sort)) ? undefined : texts.sort;
};

/**
 * Returns the rows to save: rows equal to the stored ones are skipped.
 * @throws Invalid with all faulty rows; then nothing is saved
 */
const wanted = (
  rows: readonly Listed[],
  known: ReadonlyMap<string, { readonly region: Region }>,
  covers: boolean,
): readonly RegionInput[] => {
  const faults: FieldFault[] = [];
  const codes = new Set<string>();
  const changed: RegionInput[] = [];
  const isThere = (full: string): boolean => known.has(full) || codes.has(full);
  for (const listed of rows) {
    const { row, given } = listed;
    const full = fullRegion(given.code);
    const there = known.get(full)?.region;
    const fault =
      placeFault(given.code, given.parentCode, there, isThere)?.message ??
      rowFault(given) ??
      (codes.has(full) ? texts.twice : undefined) ??
      (there && differs(listed, there) && !covers ? texts.exists : undefined);
    if (fault) {
      const [zh, en] = fill(fault, { code: given.code });
      faults.push({ path: 'file', message: [`第 ${row} 行：${zh}`, `Row ${row}: ${en}`] });
    } else if (!there || differs(listed, there)) changed.push(given);
    codes.add(full);
  }
  if (faults.length > 0) throw new Invalid(faults.slice(0, maxListedFaults));
  return changed;
};

/** Calls that export all divisions, export an empty template, and import divisions from a workbook. */
export const regionSheetEndpoints = (dictionaries: RegionDictionaries): readonly Endpoint[] => [
  ...(
    [
      ['export-region', true, ['导出行政区划', 'Divisions as a workbook']],
      ['export-template', false, ['行政区划导入模板', 'Template for importing divisions']],
    ] as const
  ).map(([name, whole, summary]) =>
    endpoint({
      method: 'GET',
      path: `blade-system/region/${name}`,
      auth: 'user',
      linked: true,
      permissions: [dictPage],
      perMinute: 30,
      summary,
      input: Type.Object({}),
      run: async (_input, { actor, engine, language }) => {
        const all = whole ? [...(await regionsOf(dictionaries, actor.tenantId)).values()] : [];
        const lines = all.map(({ region: one }) => line(one));
        const columns = heads.map((head) => say(head, language));
        const maker = bookMakerOf(engine, actor);
        const content = await writeTable(maker, say(sheet, language), columns, lines);
        return workbookAnswer(content, `${say(whole ? sheet : template, language)}.xlsx`);
      },
    }),
  ),
  endpoint({
    method: 'POST',
    path: 'blade-system/region/import-region',
    auth: 'user',
    permissions: [dictCode('edit')],
    files: true,
    perMinute: 20,
    summary: ['导入行政区划', 'Import divisions; with isCovered existing ones are overwritten'],
    input: Type.Object({ isCovered: Type.Optional(Type.String({ maxLength: 5 })) }),
    run: async ({ isCovered }, { actor, engine, files }) => {
      for await (const file of files) {
        const content = await readWorkbook(file.stream);
        const [grid = []] = (await readGrids(bookMakerOf(engine, actor), content)).values();
        const covers = isCovered === '1' || isCovered === 'true';
        // Sorts parents before children, whatever the order of the workbook.
        const rows = listedIn(grid).toSorted((one, other) => levelOf(one) - levelOf(other));
        const saved = await saveRegions(engine, actor, dictionaries, (standing) =>
          wanted(rows, standing, covers),
        );
        return new Reply({ count: saved.length }, ['导入成功', 'Imported']);
      }
      throw new Refused(['请选择要导入的文件', 'Choose a file to import']);
    },
  }),
];
