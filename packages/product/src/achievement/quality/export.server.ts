import type { Engine } from '@keyan/engine/engine.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { type Label, type Language, say } from '@keyan/kernel/label.ts';
import { type FindingFilter, findingsPageOf, unknownJournalsOf } from './list.server.ts';
import { type DeskRecord, type FindingRow, type QualityTopic, reasonLabels } from './quality.ts';

type Cell = string | number;

interface Table {
  readonly heads: readonly string[];
  readonly lines: readonly (readonly Cell[])[];
}

interface Asking {
  readonly engine: Engine;
  readonly actor: Actor;
  readonly language: Language;
}

/** Maximum number of rows per workbook. */
const maxRowsPerWorkbook = 10_000;

const recordHeads: readonly Label[] = [
  ['编号', 'No.'],
  ['名称', 'Title'],
  ['状态', 'Status'],
  ['部门', 'Department'],
  ['统计年度', 'Year'],
  ['作者', 'Authors'],
];

const recordCells = (record: DeskRecord | null): readonly Cell[] =>
  record
    ? [
        record.number,
        record.title,
        record.statusName,
        record.department,
        record.year ?? '',
        record.people,
      ]
    : recordHeads.map(() => '');

const reasonsText = (reasons: readonly string[], language: Language): string =>
  reasons.map((one) => say(reasonLabels[one] ?? [one, one], language)).join('、');

interface Column {
  readonly head: Label;
  readonly cell: (row: FindingRow, language: Language) => Cell;
}

const score: Column = { head: ['分值', 'Points'], cell: (row) => row.score };
const reasons: Column = {
  head: ['依据', 'Reasons'],
  cell: (row, language) => reasonsText(row.reasons, language),
};

/** Columns between resource and record, by topic. */
const columns: Readonly<Record<Exclude<QualityTopic, 'journal'>, readonly Column[]>> = {
  duplicate: [score, reasons],
  author: [
    { head: ['作者', 'Author'], cell: (row) => row.text },
    { head: ['所在单位', 'Unit'], cell: (row) => row.unit },
    {
      head: ['可能是', 'May be'],
      cell: (row) =>
        row.suggestions.map(({ name, department }) => `${name}(${department})`).join('、'),
    },
    score,
    reasons,
  ],
  report: [{ head: ['问题', 'Finding'], cell: (row) => row.text }],
};

const findings = async (
  asking: Asking,
  topic: Exclude<QualityTopic, 'journal'>,
  filter: FindingFilter,
): Promise<Table> => {
  const { language } = asking;
  const { rows } = await findingsPageOf(asking, topic, filter, {
    current: 1,
    size: maxRowsPerWorkbook,
  });
  const second = topic === 'duplicate' ? recordHeads : [];
  const heads: readonly Label[] = [
    ['成果类别', 'Kind'],
    ...columns[topic].map(({ head }) => head),
    ...recordHeads,
    ...(topic === 'duplicate' ? [['另一条·成果类别', 'Other: kind'] as const] : []),
    ...second.map(([zh, en]): Label => [`另一条·${zh}`, `Other: ${en}`]),
  ];
  return {
    heads: heads.map((head) => say(head, language)),
    lines: rows.map((row) => [
      row.kind,
      ...columns[topic].map(({ cell }) => cell(row, language)),
      ...recordCells(row.record),
      ...(topic === 'duplicate' ? [row.otherKind, ...recordCells(row.other)] : []),
    ]),
  };
};

const journalHeads: readonly Label[] = [
  ['刊名', 'Journal'],
  ['ISSN', 'ISSN'],
  ['成果数', 'Records'],
  ['年度', 'Years'],
  ['可能是', 'May be'],
];

/** Returns the findings of a topic that the reader may see, as a table. */
export const exportedRows = async (
  asking: Asking,
  topic: QualityTopic,
  filter: FindingFilter,
): Promise<Table> => {
  if (topic !== 'journal') return findings(asking, topic, filter);
  const { rows } = await unknownJournalsOf(asking, filter, {
    current: 1,
    size: maxRowsPerWorkbook,
  });
  return {
    heads: journalHeads.map((head) => say(head, asking.language)),
    lines: rows.map(({ name, issn, records, years, suggestions }) => [
      name,
      issn,
      records,
      years,
      suggestions.map((one) => `${one.name}(${one.score})`).join('、'),
    ]),
  };
};
