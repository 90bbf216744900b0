import { StatusTag } from '@keyan/console/components/StatusTag.tsx';
import { RecordLink } from '@keyan/console/fields/RecordLink.tsx';
import type { Text } from '@keyan/console/i18n/language.ts';
import type { DataColumn } from '@keyan/console/table/column.ts';
import type { Status } from '@keyan/kernel/access/status.ts';
import { fill } from '@keyan/kernel/label.ts';
import { Button } from 'antd';
import type { ReactElement, ReactNode } from 'react';
import {
  type DecisionRow,
  type DeskRecord,
  type FindingRow,
  type JournalRow,
  type QualityPart,
  type QualityTopic,
  reasonLabels,
} from './quality.ts';

/** Row of any tab of the page. */
export type DeskRow = FindingRow | JournalRow | DecisionRow;

/** Row whose dialog is open. */
export interface RowInWork {
  readonly topic: QualityTopic;
  readonly row: DeskRow;
}

/** Rights of the reader. */
export interface ReaderRights {
  readonly settle: boolean;
  readonly merge: boolean;
}

type Say = (text: Text) => string;

const notes = ({ number, department, year, people }: DeskRecord): string =>
  [number, department, year, people].filter((one) => one !== '' && one !== null).join(' · ');

/** Renders a record with identifying details. */
export const NamedDeskRecord = ({
  resource,
  record,
}: {
  readonly resource: string;
  readonly record: DeskRecord;
}) => (
  <div className="ky-quality-record">
    <span className="ky-quality-title" title={record.title}>
      <RecordLink resource={resource} id={record.id}>
        {record.title}
      </RecordLink>
    </span>
    <span className="ky-note" title={notes(record)}>
      {notes(record)}
    </span>
  </div>
);

/** Returns the reasons as short text. */
export const reasonsText = (reasons: readonly string[], say: Say): string =>
  reasons.map((one) => say(reasonLabels[one] ?? one)).join(say(['、', ', ']));

const Points = ({ row, say }: { readonly row: FindingRow; readonly say: Say }) => (
  <div className="ky-quality-record">
    <span>{say(fill(['{score} 分', '{score} points'], { score: row.score }))}</span>
    <span className="ky-note" title={reasonsText(row.reasons, say)}>
      {reasonsText(row.reasons, say)}
    </span>
  </div>
);

const verbs: Readonly<Record<QualityTopic, Text>> = {
  duplicate: ['对比', 'Compare'],
  author: ['处理', 'Resolve'],
  journal: ['处理', 'Resolve'],
  report: ['更正', 'Correct'],
};

/** Returns whether the reader may act on the row; everybody who sees a pair may compare it. */
const isOpen = (topic: QualityTopic, row: DeskRow, may: ReaderRights): boolean => {
  if (topic === 'duplicate') return true;
  if (topic !== 'report') return may.settle;
  const { record, fields } = row as FindingRow;
  return may.settle && fields.length > 0 && (record.status === '2' || record.status === '3');
};

const nameOf = (row: DeskRow): string =>
  'name' in row ? row.name : (row.record?.title ?? row.text);

const ActButton = (props: {
  readonly topic: QualityTopic;
  readonly row: DeskRow;
  readonly say: Say;
  readonly may: ReaderRights;
  readonly onAct: (act: RowInWork) => void;
}) => {
  const { topic, row, say, may, onAct } = props;
  if (!isOpen(topic, row, may)) return null;
  return (
    <Button
      size="small"
      aria-label={`${say(verbs[topic])} ${nameOf(row)}`}
      onClick={() => onAct({ topic, row })}
    >
      {say(verbs[topic])}
    </Button>
  );
};

/** Returns the label of the resource; of a pair of different resources both labels. */
const kindsText = ({ kind: one, otherKind }: FindingRow): string =>
  otherKind === '' || otherKind === one ? one : `${one} / ${otherKind}`;

const kind: DataColumn<FindingRow> = {
  key: 'kind',
  width: 96,
  head: ['成果类别', 'Kind'],
  cell: (row) => kindsText(row),
};

const record = (head: Text): DataColumn<FindingRow> => ({
  key: 'record',
  head,
  isRowHead: true,
  cell: (row) => <NamedDeskRecord resource={row.resource} record={row.record} />,
});

/** Renders the approval status, or the state of a record without approval. */
export const RecordStatusTag = ({
  record: { status: code, statusName },
}: {
  readonly record: Pick<DeskRecord, 'status' | 'statusName'>;
}) => (code === '' ? <span>{statusName}</span> : <StatusTag status={code as Status} />);

const status: DataColumn<FindingRow> = {
  key: 'status',
  width: 116,
  head: ['状态', 'Status'],
  cell: (row) => <RecordStatusTag record={row.record} />,
};

const points = (say: Say): DataColumn<FindingRow> => ({
  key: 'score',
  width: 168,
  head: ['分值与依据', 'Match score and basis'],
  cell: (row) => <Points row={row} say={say} />,
});

const suggested = (row: FindingRow, say: Say): string => {
  const [first, ...more] = row.suggestions;
  if (!first) return say(['没有同名人员', 'No one by that name']);
  const name = say([`${first.name}（${first.department}）`, `${first.name} (${first.department})`]);
  return more.length > 0
    ? say(
        fill(['{name}等 {count} 人', '{name} and {more} more'], {
          name,
          count: more.length + 1,
          more: more.length,
        }),
      )
    : name;
};

const findingColumns: Readonly<
  Record<Exclude<QualityTopic, 'journal'>, (say: Say) => readonly DataColumn<FindingRow>[]>
> = {
  duplicate: (say) => [
    kind,
    record(['记录', 'Record']),
    status,
    {
      key: 'other',
      head: ['与之疑似重复', 'Possible duplicate of'],
      cell: (row) =>
        row.other && <NamedDeskRecord resource={row.otherResource} record={row.other} />,
    },
    {
      key: 'otherStatus',
      width: 116,
      head: ['状态', 'Status'],
      cell: (row) => row.other && <RecordStatusTag record={row.other} />,
    },
    points(say),
  ],
  author: (say) => [
    {
      key: 'author',
      width: 152,
      head: ['作者', 'Author'],
      isRowHead: true,
      cell: (row) => (
        <div className="ky-quality-record">
          <span>{row.text}</span>
          <span className="ky-note" title={row.unit}>
            {row.unit}
          </span>
        </div>
      ),
    },
    {
      key: 'suggestion',
      width: 176,
      head: ['可能是', 'May be'],
      cellAttributes: (row) => ({ title: suggested(row, say) }),
      cell: (row) => suggested(row, say),
    },
    points(say),
    kind,
    { ...record(['成果', 'Record']), isRowHead: false },
    status,
  ],
  report: () => [
    kind,
    {
      key: 'finding',
      width: 260,
      head: ['问题', 'Finding'],
      cell: (row) => row.text,
      cellAttributes: (row) => ({ title: row.text }),
    },
    record(['成果', 'Record']),
    status,
  ],
};

const journalColumns = (say: Say): readonly DataColumn<JournalRow>[] => [
  { key: 'name', head: ['刊名', 'Journal'], isRowHead: true, cell: ({ name }) => name },
  { key: 'issn', width: 120, head: ['ISSN', 'ISSN'], cell: ({ issn }) => issn || '–' },
  {
    key: 'records',
    width: 96,
    align: 'right',
    head: ['成果数', 'Records'],
    cell: (row) => row.records,
  },
  { key: 'years', width: 120, head: ['年度', 'Years'], cell: ({ years }) => years },
  {
    key: 'suggestion',
    head: ['可能是', 'May be'],
    cell: ({ suggestions: [first] }) =>
      first ? (
        <div className="ky-quality-record">
          <span>{first.name}</span>
          <span className="ky-note">
            {say(fill(['相似 {score}%', '{score}% similar'], { score: first.score }))}
          </span>
        </div>
      ) : (
        say(['没有相近的期刊', 'No similar journals'])
      ),
  },
];

const decisions: Readonly<Record<DecisionRow['topic'], Text>> = {
  duplicate: ['不是重复', 'Not duplicates'],
  author: ['校外作者', 'External author'],
  merged: ['合并', 'Merged'],
};

const decisionColumns = (say: Say): readonly DataColumn<DecisionRow>[] => [
  {
    key: 'topic',
    width: 116,
    head: ['处理', 'Decision'],
    cell: ({ topic }) => say(decisions[topic]),
  },
  { key: 'kind', width: 96, head: ['成果类别', 'Kind'], cell: (row) => row.kind },
  {
    key: 'about',
    head: ['内容', 'Subject'],
    isRowHead: true,
    cell: ({ text }) => text,
    cellAttributes: ({ text }) => ({ title: text }),
  },
  {
    key: 'record',
    head: ['记录', 'Record'],
    cell: ({ resource, otherResource, topic, record: one, other }) => {
      if (topic === 'merged')
        return other && <NamedDeskRecord resource={otherResource} record={other} />;
      return one && <NamedDeskRecord resource={resource} record={one} />;
    },
  },
  {
    key: 'reason',
    width: 200,
    head: ['说明', 'Reason'],
    cell: ({ reason }) => reason || '–',
    cellAttributes: ({ reason }) => ({ title: reason }),
  },
  { key: 'by', width: 96, head: ['处理人', 'By'], cell: ({ by }) => by },
  { key: 'time', width: 160, head: ['时间', 'When'], cell: ({ time }) => time },
];

/** Returns the columns of a tab. */
export const qualityColumnsOf = (
  topic: QualityPart,
  say: Say,
  may: ReaderRights,
  onAct: (act: RowInWork) => void,
): readonly DataColumn<DeskRow>[] => {
  if (topic === 'settled') return decisionColumns(say) as readonly DataColumn<DeskRow>[];
  const own = topic === 'journal' ? journalColumns(say) : findingColumns[topic](say);
  return [
    ...(own as readonly DataColumn<DeskRow>[]),
    {
      key: 'actions',
      width: 100,
      className: 'ky-col-actions',
      head: ['操作', 'Actions'],
      cell: (row) => <ActButton topic={topic} row={row} say={say} may={may} onAct={onAct} />,
    },
  ];
};

const decisionLines = ({ topic, text, by, time, reason }: DecisionRow, say: Say) => [
  `${say(decisions[topic])} · ${text}`,
  [by, time, reason].filter(Boolean).join(' · '),
];

const cardLines = (topic: QualityPart, row: DeskRow, say: Say): readonly ReactNode[] => {
  if (topic === 'settled') return decisionLines(row as DecisionRow, say);
  if ('name' in row) {
    return [row.name, `${row.records} · ${row.years}`, row.suggestions[0]?.name ?? ''];
  }
  const finding = row as FindingRow;
  const named = <NamedDeskRecord resource={finding.resource} record={finding.record} />;
  if (topic === 'duplicate') {
    return [
      named,
      finding.other && <NamedDeskRecord resource={finding.otherResource} record={finding.other} />,
      `${kindsText(finding)} · ${finding.score} · ${reasonsText(finding.reasons, say)}`,
    ];
  }
  if (topic === 'author')
    return [`${finding.text} · ${finding.unit}`, suggested(finding, say), named];
  return [finding.text, named];
};

/** Renders a row on narrow screens. */
export const qualityCardOf = (
  topic: QualityPart,
  row: DeskRow,
  say: Say,
  may: ReaderRights,
  onAct: (act: RowInWork) => void,
): ReactElement => (
  <li key={row.id} className="ky-row-card-line">
    <div className="ky-row-card ky-quality-card">
      {cardLines(topic, row, say).map((line, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a card never move
        <div key={place}>{line}</div>
      ))}
      {topic !== 'settled' && (
        <ActButton topic={topic} row={row} say={say} may={may} onAct={onAct} />
      )}
    </div>
  </li>
);
