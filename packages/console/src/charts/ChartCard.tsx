import { MoreOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { lazy, type ReactNode, type RefObject, Suspense, useRef, useState } from 'react';
import { useClient } from '../client/context.tsx';
import { ApiFault } from '../client/fault.ts';
import { saveBlob } from '../client/file.ts';
import { MenuButton } from '../components/MenuButton.tsx';
import { Card } from '../components/Page.tsx';
import { Empty, ErrorPanel } from '../components/state.tsx';
import { toast } from '../components/toast.ts';
import { useLabel } from '../i18n/language.ts';
import { useRuntime } from '../navigation/runtime.ts';
import { TabLink } from '../navigation/TabLink.tsx';
import type { DataColumn } from '../table/column.ts';
import { DataTable } from '../table/DataTable.tsx';
import type { ChartHandle } from './ChartCanvas.tsx';
import { NearWindow } from './NearWindow.tsx';
import './chart.css';
import {
  type ChartData,
  chartTable,
  firstCategories,
  isChartEmpty,
  rareShapes,
  type Shape,
  seriesInTables,
} from './data.ts';
import { shapeFor } from './option.ts';

const Usual = lazy(() => import('./Chart.tsx'));
const Rare = lazy(() => import('./RareChart.tsx'));

interface ChartCardProps {
  readonly title: string;
  /** Text beside the title: the unit or a hint. */
  readonly note?: string;
  readonly shape: Shape;
  /** Filters of the chart in words, written into exported pictures and workbooks. */
  readonly conditions?: string;
  /** Data of the chart; undefined while loading. */
  readonly data: ChartData | undefined;
  readonly fault?: unknown;
  readonly onRetry?: () => void;
  /** Text shown if there is no data. */
  readonly empty: ReactNode;
  /** Maximum number of categories drawn; the table and the workbook list all. */
  readonly most?: number;
  /** Height of the drawing in pixels, 240 by default. */
  readonly height?: number;
  /** Path of the call that turns a table into a workbook. */
  readonly workbook: string;
}

/** Renders a number of the table, as a link to the counted records if there is one. */
const Cell = ({ value, link }: { value: number | null | undefined; link: string | undefined }) => {
  if (value === null || value === undefined) return '–';
  const text = value.toLocaleString('en-US');
  return link ? <TabLink to={link}>{text}</TabLink> : text;
};

/** Renders the numbers of a chart as a table, for readers who cannot see the drawing. */
export const ChartTable = ({ data, caption }: { data: ChartData; caption: string }) => {
  const columns: readonly DataColumn<string>[] = [
    { key: ':category', head: data.head, isRowHead: true, cell: (category) => category },
    ...seriesInTables(data.series).map(
      ({ name, values, links }): DataColumn<string> => ({
        key: name,
        head: name,
        align: 'right',
        cell: (_category, { index }) => <Cell value={values[index]} link={links?.[index]} />,
      }),
    ),
  ];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keys
    <section className="ky-chart-table" tabIndex={0} aria-label={caption}>
      <DataTable
        frame="plain"
        rows={data.categories}
        columns={columns}
        keyOf={(category) => category}
      />
    </section>
  );
};

/** Pixels of one bar with its margin, and minimum height of the drawing. */
const barRoom = 28;
const minHeight = 96;

/** Height of the drawing in pixels; a chart of a few bars is lower. */
const heightFor = (shape: Shape, data: ChartData, most: number): number =>
  shapeFor(shape, data) === 'bars'
    ? Math.min(most, Math.max(minHeight, data.categories.length * barRoom + barRoom))
    : most;

/**
 * Renders a card with a chart, its table, and downloads as picture and workbook. Every mark and
 * number links to its records.
 */
export const ChartCard = (props: ChartCardProps) => {
  const { title, note, conditions, shape, data, fault, onRetry, empty, most } = props;
  const { height = 240, workbook } = props;
  const label = useLabel();
  const { open } = useRuntime();
  const [asTable, setAsTable] = useState(false);
  const chart = useRef<ChartHandle>(null);
  const blank = data !== undefined && isChartEmpty(data);

  const drawing = (all: ChartData): ReactNode => {
    if (asTable) return <ChartTable data={all} caption={title} />;
    const shown = most === undefined ? all : firstCategories(all, most);
    const Chart = rareShapes.has(shape) ? Rare : Usual;
    const tall = heightFor(shape, shown, height);
    const text = label([
      `${title}，图表；按「查看数据」看同样的数字`,
      `${title}, chart; “Show data” gives the same numbers`,
    ]);
    return (
      <NearWindow height={tall} label={text}>
        <Suspense fallback={<div style={{ height: tall }} />}>
          <Chart ref={chart} shape={shape} data={shown} height={tall} label={text} onOpen={open} />
        </Suspense>
      </NearWindow>
    );
  };

  const content = () => {
    if (fault) return <ErrorPanel fault={fault} onRetry={onRetry} />;
    if (!data) return <div role="status" aria-busy="true" style={{ height }} />;
    return blank ? <Empty>{empty}</Empty> : drawing(data);
  };
  return (
    <Card
      className="ky-chart-card"
      title={title}
      note={note}
      extra={
        data &&
        !blank && (
          <ChartTools
            title={title}
            note={note}
            conditions={conditions}
            data={data}
            workbook={workbook}
            chart={chart}
            asTable={asTable}
            onToggle={() => setAsTable(!asTable)}
          />
        )
      }
    >
      {content()}
    </Card>
  );
};

interface ChartToolsProps extends Pick<ChartCardProps, 'title' | 'workbook'> {
  readonly note: string | undefined;
  readonly conditions: string | undefined;
  readonly data: ChartData;
  readonly chart: RefObject<ChartHandle | null>;
  readonly asTable: boolean;
  readonly onToggle: () => void;
}

/** Adds the unit to the head of an exported table; on the page it is beside the title. */
const withNote = (
  table: ReturnType<typeof chartTable>,
  note: string | undefined,
  label: ReturnType<typeof useLabel>,
) => {
  const [first = '', ...heads] = table.heads;
  const named = label([`${first}（${note}）`, `${first} (${note})`]);
  return note ? { ...table, heads: [named.slice(0, 100), ...heads] } : table;
};

/** Renders the switch between chart and table, and the download buttons. */
const ChartTools = (props: ChartToolsProps) => {
  const { title, note, conditions, data, workbook, chart, asTable, onToggle } = props;
  const label = useLabel();
  const client = useClient();
  const notes = [note ?? '', conditions ?? ''].filter((one) => one !== '');
  const savePicture = async () => {
    const picture = await chart.current?.picture({ title, notes });
    if (picture) saveBlob(picture, `${title}.png`);
  };
  const saveWorkbook = async () => {
    try {
      const answer = await client.raw(workbook, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ title, ...withNote(chartTable(data), note, label), notes }),
      });
      if (!answer.ok) throw new Error(await answer.text());
      saveBlob(await answer.blob(), `${title}.xlsx`);
    } catch (error) {
      const isKnown = error instanceof ApiFault;
      toast.fault(
        error,
        isKnown ? undefined : ['导出失败，请重试', 'The export failed; try again'],
      );
    }
  };
  const downloads: Readonly<Record<string, () => Promise<void>>> = {
    picture: savePicture,
    workbook: saveWorkbook,
  };
  return (
    <span className="ky-chart-tools">
      <button type="button" className="ky-link" aria-pressed={asTable} onClick={onToggle}>
        {asTable ? label(['查看图表', 'Show chart']) : label(['查看数据', 'Show data'])}
      </button>
      <MenuButton
        menu={{
          items: [
            { key: 'picture', label: label(['导出图片', 'Save as picture']), disabled: asTable },
            { key: 'workbook', label: label(['导出 Excel', 'Save as Excel']) },
          ],
          onClick: ({ key }) => void downloads[key]?.(),
        }}
      >
        <Button
          type="text"
          size="small"
          icon={<MoreOutlined />}
          aria-label={label([`导出 ${title}`, `Save ${title}`])}
        />
      </MenuButton>
    </span>
  );
};
