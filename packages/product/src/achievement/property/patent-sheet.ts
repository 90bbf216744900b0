import { fill as fillLabel, type Label } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { patentNumbersOf } from '../bibliography/patent-number.ts';
import { applicationNumber } from './patent-numbers.ts';

/**
 * Tables of patents as the patent office (CNIPA) and the databases on it export them: other names of
 * columns, the inventors in one cell, legal status in words.
 */

/** Headings of each column in these tables. */
const heads = {
  patentName: ['名称', '标题', '发明名称', '专利名称', '发明创造名称'],
  applyNum: ['申请号', '专利号', '申请（专利）号', '申请号/专利号'],
  applyDate: ['申请日', '申请日期'],
  publicNum: ['公开（公告）号', '公开号', '公告号'],
  publicDate: ['公开（公告）日', '公开（公告）日期', '公开日', '公开日期', '公告日'],
  grantNum: ['授权公告号'],
  grantDate: ['授权公告日', '授权日', '授权日期'],
  applicants: [
    '申请（专利权）人',
    '当前申请（专利权）人',
    '申请人',
    '专利权人',
    '申请人（专利权人）',
  ],
  inventors: ['发明人', '发明（设计）人', '发明人/设计人', '设计人'],
  type: ['专利类型', '发明类型', '申请类型', '文献类型'],
  status: ['法律状态', '当前法律状态', '法律状态/事件', '案件状态', '专利状态'],
  ipc: ['IPC主分类号', 'IPC分类号', '主分类号', '分类号', 'IPC'],
  agency: ['代理机构', '专利代理机构'],
  agent: ['代理人', '专利代理师'],
  abstractText: ['摘要', '摘要（中文）'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

type Head = keyof typeof heads;

const plain = (text: string): string => text.normalize('NFKC').replace(/[\s*]/g, '');

const headOf: ReadonlyMap<string, Head> = new Map(
  (Object.keys(heads) as Head[]).flatMap((head) =>
    heads[head].map((name) => [plain(name), head] as const),
  ),
);

/** One patent of a table: values for the form, and its inventors. */
export interface SheetPatent {
  readonly values: RowLike;
  readonly inventors: readonly string[];
  readonly notes: readonly Label[];
}

/** Codes of `patentType`, by words in the cell; PCT before the type that it is filed for. */
const types: readonly (readonly [word: RegExp, code: string])[] = [
  [/PCT/i, '04'],
  [/实用新型/, '02'],
  [/外观/, '03'],
  [/发明/, '01'],
];

/** Codes of `patentStatus`, by words in the cell; the first that fits counts. */
const statuses: readonly (readonly [word: RegExp, code: string])[] = [
  [/无效宣告|宣告.{0,6}无效/, '12'],
  [/届满/, '11'],
  [/未缴|终止/, '10'],
  [/视为撤回|视撤/, '08'],
  [/撤回/, '09'],
  [/驳回/, '07'],
  [/授权|有权|有效|维持/, '06'],
  [/实质审查|实审|审中/, '05'],
  [/公开|公布/, '04'],
  [/初审合格/, '03'],
  [/受理/, '02'],
];

const codeOf = (words: readonly (readonly [RegExp, string])[], text: string): string | undefined =>
  words.find(([word]) => word.test(text))?.[1];

/** `2023.05.01`, `2023/5/1`, `20230501`, `2023年5月1日`, as the form has it. */
const dayOf = (text: string): string | undefined => {
  const [, year, month = '', day = ''] =
    /^(\d{4})[-./年]?(\d{1,2})[-./月]?(\d{1,2})日?(?: .*)?$/.exec(text) ?? [];
  return year && `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
};

const unknownStatus: Label = [
  '法律状态“{text}”没有对应的专利状态，请选择。',
  'The legal status “{text}” is unknown: choose one.',
];

const patentOf = (cells: ReadonlyMap<Head, string>): SheetPatent => {
  const text = (head: Head): string => cells.get(head) ?? '';
  const published = patentNumbersOf(text('publicNum'));
  const granted = text('grantNum') || published.grantNum;
  const status = codeOf(statuses, text('status'));
  const number = text('applyNum');
  const values: RowLike = {
    ...patentNumbersOf(number),
    ...published,
    patentName: text('patentName'),
    // With its check character, which the form judges.
    applyNum: number && applicationNumber.tidy?.(number),
    applyDate: dayOf(text('applyDate')),
    // A publication of a grant is the grant: its day is that of the publication.
    publicNum: published.publicNum,
    publicDate: published.publicNum ? dayOf(text('publicDate')) : undefined,
    grantNum: granted,
    grantDate: dayOf(text('grantDate') || (published.grantNum ? text('publicDate') : '')),
    applicants: text('applicants'),
    patentType:
      codeOf(types, text('type')) ?? published.patentType ?? patentNumbersOf(number).patentType,
    patentStatus: status ?? published.patentStatus,
    ipc: text('ipc').split(/[;；]/)[0],
    agency: text('agency'),
    agent: text('agent').split(/[;；、,，\s]/)[0],
    abstractText: text('abstractText'),
  };
  return {
    values,
    inventors: text('inventors')
      .split(/[;；、,，|]/)
      .map((name) => name.trim())
      .filter(Boolean),
    notes: text('status') && !status ? [fillLabel(unknownStatus, { text: text('status') })] : [],
  };
};

/**
 * The patents of a table, one for each row that is not empty; null for a table of something else, and
 * for the template of ours, which has the inventors on a sheet of their own.
 * @param rows its head first
 */
export const readPatentSheet = (
  rows: readonly (readonly string[])[],
): readonly SheetPatent[] | null => {
  const [head = [], ...lines] = rows;
  const columns = head.map((name) => headOf.get(plain(name)));
  const known = new Set(columns);
  const isNumbered = known.has('applyNum') || known.has('publicNum') || known.has('grantNum');
  if (!known.has('inventors') || !known.has('patentName') || !isNumbered) return null;
  return lines
    .filter((cells) => cells.some((cell) => cell !== ''))
    .map((cells) => {
      const found = new Map<Head, string>();
      for (const [at, column] of columns.entries()) {
        const cell = cells[at]?.trim();
        if (column && cell && !found.has(column)) found.set(column, cell);
      }
      return patentOf(found);
    });
};
