import { useScreen } from '@keyan/console/base/useScreen.ts';
import { ChartCard } from '@keyan/console/charts/ChartCard.tsx';
import type { ChartData } from '@keyan/console/charts/data.ts';
import { Card, Page, PageHeader } from '@keyan/console/components/Page.tsx';
import { Empty, ErrorPanel } from '@keyan/console/components/state.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { TabLink } from '@keyan/console/navigation/TabLink.tsx';
import type { DataColumn } from '@keyan/console/table/column.ts';
import { DataTable } from '@keyan/console/table/DataTable.tsx';
import type { Label } from '@keyan/kernel/label.ts';
import { Select } from 'antd';
import { useMemo } from 'react';
import { chartNumber, formatThousands, inTenThousands } from './drawn.web.ts';
import {
  type FigureConditions,
  FigureFilters,
  useConditions,
  useFigureFilters,
  useFigureQuestionFilters,
} from './FigureFilters.web.tsx';
import type { AskableFigure, Cell, DimensionKey, FigureAnswer, Question } from './figure.ts';
import { useCatalog, useFigures, workbookCall } from './figures.calls.web.ts';
import { PartsOverPages, partsOfValue } from './PartsOverPages.web.tsx';
import type { Span } from './span.ts';
import type { StatisticsPage } from './statistics-pages.ts';
import { statisticsPaths } from './statistics-paths.ts';
import '@keyan/console/charts/chart.css';

/** Maximum number of figures side by side. */
const maxFiguresSideBySide = 8;

/** Values of a list parameter in the address; an empty text gives an empty list. */
const listIn = (text: string | undefined): readonly string[] =>
  (text ?? '').split(',').filter(Boolean);

const textOf = (cell: Cell | null | undefined): string =>
  cell?.value === null || cell === undefined || cell === null ? '—' : formatThousands(cell.value);

/** Change of a value as text; empty if there is none. */
const changeOf = ({ change }: Cell, changesBy: FigureAnswer['changesBy']): Label => {
  if (change === undefined) return ['', ''];
  if (change === '') return ['新增', 'new'];
  return changesBy === 'points'
    ? [`${change} 个百分点`, `${change} points`]
    : [`${change}%`, `${change}%`];
};

/** Change of rank as text; empty if the rank is unchanged. */
const placesOf = ({ moved = 0 }: Cell): string => {
  if (moved === 0) return '';
  return moved > 0 ? ` ↑${moved}` : ` ↓${-moved}`;
};

/** Renders change and change of rank of a value. */
const Moved = ({ cell, changesBy }: { readonly cell: Cell } & Pick<FigureAnswer, 'changesBy'>) => {
  const label = useLabel();
  const change = label(changeOf(cell, changesBy));
  const places = placesOf(cell);
  if (!change && !places) return null;
  return (
    <small className="ky-note">
      {' '}
      {change && (
        <span
          className={
            change.startsWith('+')
              ? 'ky-figure-rise'
              : change.startsWith('-')
                ? 'ky-figure-fall'
                : ''
          }
        >
          {change}
        </span>
      )}
      {places && <span>{places}</span>}
    </small>
  );
};

interface ValueProps {
  readonly cell: Cell | undefined;
  readonly extras: boolean;
  readonly changesBy: FigureAnswer['changesBy'];
  /** Question that splits the value by its pages; undefined if it has one page. */
  readonly parts: Question | undefined;
}

const Value = ({ cell, extras, changesBy, parts }: ValueProps) => (
  <>
    {cell?.link ? (
      <TabLink to={cell.link}>{textOf(cell)}</TabLink>
    ) : cell && cell.rows > 0 && parts ? (
      <PartsOverPages question={parts}>{textOf(cell)}</PartsOverPages>
    ) : (
      textOf(cell)
    )}
    {extras && cell && <Moved cell={cell} changesBy={changesBy} />}
  </>
);

/** Table row: a value of the dimension, or the total. */
interface FigureRow {
  readonly key: string;
  readonly name: string;
  readonly cells: readonly (Cell | undefined)[];
}

/** Rows with the values of all figures side by side, in the order of the first figure. */
const linesOf = (answers: readonly FigureAnswer[]): readonly FigureRow[] => {
  const names = new Map(
    answers.flatMap(({ cells }) => cells.map((cell) => [cell.keys[0] ?? '', cell.names[0] ?? ''])),
  );
  return [...names].map(([key, name]) => ({
    key,
    name,
    cells: answers.map(({ cells }) => cells.find((cell) => cell.keys[0] === key)),
  }));
};

const tableOf = (answers: readonly FigureAnswer[], lines: readonly FigureRow[]): ChartData => ({
  head: answers[0]?.by[0]?.label ?? '',
  categories: lines.map(({ name }) => name),
  series: answers.map(({ head }, index) => ({
    name: head,
    values: lines.map(({ cells }) => chartNumber(cells[index]?.value) ?? 0),
    links: lines.map(({ cells }) => cells[index]?.link || undefined),
  })),
});

/** Filters that apply to a figure of the page. */
const narrowingOf = ({ flows, by, switches }: AskableFigure): FigureConditions => ({
  flows,
  narrow: [...by.map(({ key }) => key), ...switches],
});

const subjectOf = (
  catalog: readonly AskableFigure[],
  page: StatisticsPage,
): readonly AskableFigure[] => catalog.filter(({ subject }) => page.subjects.includes(subject));

/** Text about the compared span: the same number of years, one year earlier. */
const comparedWith = ({ from, to }: Span): Label =>
  from === to
    ? ['增减与名次变化：与上年同期相比', 'Changes: against the same period of the year before']
    : [
        `增减与名次变化：${from}–${to} 年合计与 ${from - 1}–${to - 1} 年同期合计相比`,
        `Changes: ${from}–${to} in total against the same period of ${from - 1}–${to - 1}`,
      ];

interface FigureTableProps {
  readonly caption: string;
  /** Compared span as text; undefined if nothing is compared. */
  readonly said: string | undefined;
  readonly answers: readonly FigureAnswer[];
  readonly extras: boolean;
  /** Question that splits a value by its pages, for a figure over several pages. */
  readonly partsAt: (figure: string, key: string | undefined) => Question | undefined;
}

/** Approximate width of a text in pixels; Chinese characters are twice as wide as Latin letters. */
const textWidthInPixels = (text: string): number =>
  [...text].reduce((sum, letter) => sum + (letter.charCodeAt(0) > 0xff ? 14 : 7.5), 0);

const padded = 28;

/** Width of a column that fits its texts, up to a maximum; English names of colleges are long. */
const columnWidthFor = (texts: readonly string[], most: number): number =>
  Math.ceil(Math.min(most, padded + Math.max(0, ...texts.map(textWidthInPixels))));

/** Table of figures side by side; each number links to its rows, and definitions follow below. */
const FigureTable = ({ caption, said, answers, extras, partsAt }: FigureTableProps) => {
  const label = useLabel();
  // Narrow name column on phones: names wrap so that numbers are visible without scrolling.
  const mostName = useScreen() === 0 ? 132 : 360;
  const lines = linesOf(answers);
  const total: FigureRow = {
    key: ':total',
    name: label(['合计', 'Total']),
    cells: answers.map((one) => one.total ?? undefined),
  };
  const columns = [
    {
      key: ':name',
      head: answers[0]?.by[0]?.label ?? '',
      isRowHead: true,
      width: columnWidthFor(
        [...lines, total].map(({ name }) => name),
        mostName,
      ),
      className: 'ky-figure-name',
      cell: ({ name }: FigureRow) => name,
    },
    ...answers.map((answer, index) => ({
      key: answer.figure,
      head: answer.head,
      align: 'right' as const,
      width: columnWidthFor(
        [
          answer.head,
          ...[...lines, total].map(({ cells }) => {
            const cell = cells[index];
            const moved =
              extras && cell ? ` ${label(changeOf(cell, answer.changesBy))}${placesOf(cell)}` : '';
            return `${textOf(cell)}${moved}`;
          }),
        ],
        300,
      ),
      cell: ({ key, cells }: FigureRow) => (
        <Value
          cell={cells[index]}
          extras={extras}
          changesBy={answer.changesBy}
          parts={partsAt(answer.figure, key === ':total' ? undefined : key)}
        />
      ),
    })),
  ] satisfies readonly DataColumn<FigureRow>[];
  return (
    <>
      <DataTable<FigureRow>
        frame="region"
        caption={caption}
        rows={[...lines, total]}
        columns={columns}
        minWidth={Math.max(
          480,
          columns.reduce((sum, { width }) => sum + width, 0),
        )}
        keyOf={({ key }) => key}
      />
      <ul className="ky-note ky-figure-calibers">
        {answers.map(({ figure, label: name, caliber, additive }) => (
          <li key={figure}>
            {name}
            {label(['：', ': '])}
            {caliber}
            {!additive &&
              label(['（合计不等于分项之和）', ' (the parts do not add up to the total)'])}
          </li>
        ))}
        {said && <li>{said}</li>}
      </ul>
    </>
  );
};

/**
 * Page of 统计分析: figures by a dimension that the reader chooses, as table, chart and workbook.
 * Long because filters, choices, chart and table share one state.
 */
export const Statistics = ({ page }: { readonly page: StatisticsPage }) => {
  const label = useLabel();
  const title = label(statisticsPaths[page.code][1]);
  const kept = useMemo(() => ({ rows: page.rows, columns: page.columns.join(',') }), [page]);
  const [narrowed, setNarrowed] = useFigureFilters(kept, page.years);
  const conditionsOf = useConditions(narrowed);
  const narrowing = useFigureQuestionFilters(narrowed);
  const { data: catalog, error: missing, refetch: again } = useCatalog();
  const rows = narrowed.more.rows as DimensionKey;
  const offered = catalog ? subjectOf(catalog, page) : [];
  const fitting = offered.filter(({ by }) => by.some(({ key }) => key === rows));
  const chosen = listIn(narrowed.more.columns)
    .flatMap((key) => fitting.find((one) => one.key === key) ?? [])
    .slice(0, maxFiguresSideBySide);
  const shown = chosen.length > 0 ? chosen : fitting.slice(0, 3);
  const isYears = rows === 'year' || rows === 'month';
  const questions = shown.map((one) =>
    narrowing(one.key, one, {
      by: [rows],
      ...(one.flows && !isYears ? { change: true } : {}),
    }),
  );
  const { data, error, refetch } = useFigures(questions);
  const answers = (data ?? []).filter(({ refused }) => refused === undefined);
  const lines = linesOf(answers);
  const first = answers[0];
  const isMoney = first?.unit === label(['元', 'yuan']);
  const one = first && tableOf([first], lines);
  const drawn = shown.find(({ key }) => key === first?.figure);
  const partsAt = (figure: string, key: string | undefined): Question | undefined => {
    const index = shown.findIndex((each) => each.key === figure);
    const question = questions[index];
    const isSplit = answers.find((each) => each.figure === figure)?.byKind ?? false;
    return question && isSplit
      ? partsOfValue(question, key === undefined ? undefined : rows, key)
      : undefined;
  };
  const dimensions = new Map(
    offered.flatMap(({ by }) => by.map(({ key, label: text }) => [key, text])),
  );
  return (
    <Page header={<PageHeader title={title} />}>
      <FigureFilters
        value={narrowed}
        onChange={setNarrowed}
        switches={[...new Set(shown.flatMap((one) => one.switches))]}
      >
        {!page.fixed && (
          <Select<string>
            value={rows}
            aria-label={label(['分组', 'Group by'])}
            options={[...dimensions].map(([value, text]) => ({ value, label: text }))}
            onChange={(next) =>
              setNarrowed({ ...narrowed, more: { ...narrowed.more, rows: next } })
            }
          />
        )}
        <Select<string[]>
          className="ky-figure-columns"
          mode="multiple"
          maxCount={maxFiguresSideBySide}
          maxTagCount={2}
          value={shown.map(({ key }) => key)}
          aria-label={label(['指标', 'Figures'])}
          placeholder={label(['选择指标', 'Choose figures'])}
          showSearch={{ optionFilterProp: 'label' }}
          options={fitting.map(({ key, label: text }) => ({ value: key, label: text }))}
          onChange={(next) =>
            setNarrowed({ ...narrowed, more: { ...narrowed.more, columns: next.join(',') } })
          }
        />
      </FigureFilters>
      {missing || (error && !data) ? (
        <section className="ky-card">
          <ErrorPanel
            fault={missing ?? error}
            onRetry={() => void (missing ? again() : refetch())}
          />
        </section>
      ) : (
        <>
          {one && lines.length > 0 && (
            <ChartCard
              title={first.label}
              note={isMoney ? label(['万元', '× 10,000 yuan']) : first.unit}
              conditions={drawn ? conditionsOf(narrowingOf(drawn)) : ''}
              shape={isYears ? 'columns' : 'bars'}
              most={15}
              data={isMoney ? inTenThousands(one) : one}
              empty={label(['没有符合条件的记录', 'No matching records'])}
              workbook={workbookCall}
            />
          )}
          <Card title={label(['统计表', 'Table'])}>
            {data && lines.length === 0 ? (
              <Empty>
                {label([
                  '这些条件下没有数据，可放宽年度或院系',
                  'Nothing matches; widen the years or the college',
                ])}
              </Empty>
            ) : (
              <FigureTable
                caption={title}
                said={
                  questions.some(({ change }) => change) ? label(comparedWith(narrowed)) : undefined
                }
                answers={answers}
                extras={!isYears}
                partsAt={partsAt}
              />
            )}
          </Card>
        </>
      )}
    </Page>
  );
};
