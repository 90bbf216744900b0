import { BarChart, LineChart, PieChart } from 'echarts/charts';
import { GridComponent, LegendComponent, TooltipComponent } from 'echarts/components';
import { type ECharts, init, use as register } from 'echarts/core';
import { LabelLayout } from 'echarts/features';
import { CanvasRenderer } from 'echarts/renderers';
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import type { ChartData, Shape } from './data.ts';
import { optionOf } from './option.ts';
import { useChartTheme } from './useChartTheme.ts';

register([
  BarChart,
  LineChart,
  PieChart,
  GridComponent,
  LegendComponent,
  TooltipComponent,
  LabelLayout,
  CanvasRenderer,
]);

/** What the card around a chart can call. */
export interface ChartHandle {
  /** The chart as a PNG of twice its size, on the background of the theme. */
  picture(): Promise<Blob | null>;
}

interface ChartProps {
  readonly shape: Shape;
  readonly data: ChartData;
  /** Pixels. */
  readonly height: number;
  /** A sentence for screen readers; the numbers are in the table. */
  readonly label: string;
  readonly onOpen: (path: string) => void;
  readonly ref?: Ref<ChartHandle>;
}

/** A chart on a canvas; a module of its own, because the library is large and loaded on demand. */
const Chart = ({ shape, data, height, label, onOpen, ref }: ChartProps) => {
  const host = useRef<HTMLDivElement>(null);
  const [chart, setChart] = useState<ECharts>();
  const [width, setWidth] = useState(0);
  const theme = useChartTheme();

  useEffect(() => {
    if (!host.current) return;
    const made = init(host.current);
    const observer = new ResizeObserver(() => {
      made.resize();
      setWidth(made.getWidth());
    });
    observer.observe(host.current);
    setChart(made);
    return () => {
      observer.disconnect();
      setChart(undefined);
      made.dispose();
    };
  }, []);

  useEffect(() => {
    chart?.setOption(optionOf(shape, data, theme, width), { notMerge: true });
  }, [chart, shape, data, theme, width]);

  useEffect(() => {
    if (!chart) return;
    const series = data.series.filter(({ tableOnly }) => !tableOnly);
    const open = ({
      seriesIndex = 0,
      dataIndex = 0,
    }: {
      seriesIndex?: number;
      dataIndex?: number;
    }) => {
      const path = series[seriesIndex]?.links?.[dataIndex];
      if (path) onOpen(path);
    };
    chart.on('click', open);
    return () => {
      chart.off('click', open);
    };
  }, [chart, data, onOpen]);

  useImperativeHandle(
    ref,
    () => ({
      picture: () =>
        new Promise((resolve) => {
          const canvas = chart?.renderToCanvas({ pixelRatio: 2, backgroundColor: theme.ground });
          if (canvas) canvas.toBlob(resolve, 'image/png');
          else resolve(null);
        }),
    }),
    [chart, theme],
  );

  return <div ref={host} className="ky-chart" role="img" aria-label={label} style={{ height }} />;
};

export default Chart;
