import { BarChart, LineChart, PieChart } from 'echarts/charts';
import { GridComponent, LegendComponent, TooltipComponent } from 'echarts/components';
import { type ECharts, init, use as register } from 'echarts/core';
import { LabelLayout } from 'echarts/features';
import { CanvasRenderer } from 'echarts/renderers';
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import type { ChartData, Shape } from './data.ts';
import { optionOf } from './option.ts';
import { useLook } from './useLook.ts';

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

/** What the sheet around a chart may ask of it. */
export interface ChartHandle {
  /** The chart as a png of twice its size, on the ground of the theme. */
  picture(): Promise<Blob | null>;
}

interface ChartProps {
  readonly shape: Shape;
  readonly data: ChartData;
  /** Pixels. */
  readonly height: number;
  /** Says in a sentence what is seen; the table tells the numbers. */
  readonly label: string;
  readonly onOpen: (path: string) => void;
  readonly ref?: Ref<ChartHandle>;
}

/** A chart on a canvas. It is a module of its own, because the drawing library is large. */
const Chart = ({ shape, data, height, label, onOpen, ref }: ChartProps) => {
  const host = useRef<HTMLDivElement>(null);
  const [chart, setChart] = useState<ECharts>();
  const look = useLook();

  useEffect(() => {
    if (!host.current) return;
    const made = init(host.current);
    const observer = new ResizeObserver(() => made.resize());
    observer.observe(host.current);
    setChart(made);
    return () => {
      observer.disconnect();
      setChart(undefined);
      made.dispose();
    };
  }, []);

  useEffect(() => {
    chart?.setOption(optionOf(shape, data, look), { notMerge: true });
  }, [chart, shape, data, look]);

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
          const canvas = chart?.renderToCanvas({ pixelRatio: 2, backgroundColor: look.ground });
          if (canvas) canvas.toBlob(resolve, 'image/png');
          else resolve(null);
        }),
    }),
    [chart, look],
  );

  return <div ref={host} className="ky-chart" role="img" aria-label={label} style={{ height }} />;
};

export default Chart;
