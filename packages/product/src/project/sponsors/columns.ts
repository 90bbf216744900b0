import type { Label } from '@keyan/kernel/label.ts';

/** Meanings that a column of a sponsor's list may have. */
export const columnKinds = [
  'number',
  'title',
  'leader',
  'staffNo',
  'college',
  'type',
  'code',
  'funds',
  'period',
  'start',
  'end',
  'approvedOn',
  'document',
] as const;

export type ColumnKind = (typeof columnKinds)[number];

/** Names of the columns for people. */
export const columnNames: Readonly<Record<ColumnKind, Label>> = {
  number: ['批准号', 'Grant no.'],
  title: ['项目名称', 'Title'],
  leader: ['负责人', 'Leader'],
  staffNo: ['工号', 'Staff no.'],
  college: ['院系', 'College'],
  type: ['项目类别', 'Type'],
  code: ['申请代码', 'Application code'],
  funds: ['批准金额', 'Granted'],
  period: ['起止年月', 'From and until'],
  start: ['开始日期', 'Start'],
  end: ['结束日期', 'End'],
  approvedOn: ['批准日期', 'Approved on'],
  document: ['批文号', 'Document'],
};

/** How sponsors head their columns, without blanks and brackets; the likeliest first. */
const words: Readonly<Record<ColumnKind, readonly string[]>> = {
  number: [
    '项目批准号',
    '批准号',
    '立项编号',
    '立项号',
    '批准编号',
    '项目批准编号',
    '立项批准号',
    '资助编号',
    '项目编号',
    '课题编号',
    '编号',
  ],
  title: ['项目名称', '课题名称', '项目题目', '课题题目', '题目', '名称', '成果名称'],
  leader: [
    '项目负责人',
    '负责人',
    '负责人姓名',
    '项目负责人姓名',
    '课题负责人',
    '项目主持人',
    '主持人',
    '申请人',
    '申请人姓名',
    '姓名',
  ],
  staffNo: ['工号', '职工号', '教工号', '人员编号'],
  college: ['所在学院', '所属学院', '学院', '院系', '二级单位', '承担院系', '所在部门'],
  type: ['项目类别', '资助类别', '课题类别', '项目类型', '类别', '立项类别'],
  code: ['申请代码1', '申请代码', '学科代码', '学科分类', '所属学科', '学科'],
  funds: [
    '批准金额',
    '资助金额',
    '批准经费',
    '资助经费',
    '立项经费',
    '批准资助经费',
    '批准总经费',
    '资助额度',
    '直接费用',
    '总经费',
    '经费',
    '金额',
  ],
  period: [
    '研究期限',
    '起止年月',
    '起止时间',
    '项目起止年月',
    '研究起止年月',
    '执行期限',
    '执行期',
    '资助期限',
    '起止日期',
    '研究起止时间',
  ],
  start: ['开始日期', '起始日期', '起始时间', '开始时间', '起始年月', '开始年月'],
  end: [
    '结束日期',
    '终止日期',
    '结束时间',
    '终止时间',
    '完成时间',
    '计划完成时间',
    '终止年月',
    '结束年月',
    '截止日期',
  ],
  approvedOn: ['批准日期', '立项日期', '批准时间', '立项时间', '批准年月', '立项年月'],
  document: ['批文号', '立项文号', '文件号', '立项文件'],
};

/** Columns of a list by meaning, from 0. */
export type Mapping = Readonly<Partial<Record<ColumnKind, number>>>;

/** A heading without width, blanks and what stands in brackets: `批准金额（万元）` is 批准金额. */
const plainHeading = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\(.*?\)|\[.*?\]/g, '')
    .replace(/[\s/:：*]/g, '');

/** The columns that a heading row has, as sponsors call them; each column has one meaning. */
export const guessedColumns = (headings: readonly string[]): Mapping => {
  const plain = headings.map(plainHeading);
  const taken = new Set<number>();
  return Object.fromEntries(
    columnKinds.flatMap((kind) => {
      const found = words[kind]
        .map((word) => plain.findIndex((one, at) => one === word && !taken.has(at)))
        .find((at) => at >= 0);
      if (found === undefined) return [];
      taken.add(found);
      return [[kind, found]];
    }),
  );
};

/** Can projects be read by these columns: a number, a title and whose it is? */
export const isReadable = ({ number, title, leader }: Mapping): boolean =>
  number !== undefined && title !== undefined && leader !== undefined;

/** Is what somebody sends a mapping of so many columns? */
export const mappingOf = (given: unknown, columns: number): Mapping | null => {
  if (given === null || typeof given !== 'object') return null;
  const values = given as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    columnKinds.flatMap((kind) => {
      const at = values[kind];
      return typeof at === 'number' && Number.isInteger(at) && at >= 0 && at < columns
        ? [[kind, at]]
        : [];
    }),
  );
};
