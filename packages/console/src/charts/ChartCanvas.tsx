import { type ECharts, type EChartsCoreOption, init } from 'echarts/core';
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import type { ChartData, Shape } from './data.ts';
import type { ChartTheme } from './option.ts';
import { type PictureTitle, withTitle } from './picture.ts';
import { useChartTheme } from './useChartTheme.ts';

/** Methods of a chart that the card around it can call. */
export interface ChartHandle {
  /**
   * Returns a PNG of the chart, twice its size on the page, below the title and notes, on the
   * background of the theme.
   */
  picture(head: PictureTitle): Promise<Blob | null>;
}

export interface ChartProps {
  readonly shape: Shape;
  readonly data: ChartData;
  /** Pixels. */
  readonly height: number;
  /** Sentence that screen readers announce; the numbers are in the table. */
  readonly label: string;
  readonly onOpen: (path: string) => void;
  readonly ref?: Ref<ChartHandle>;
}

/** Pixels of an exported picture per pixel of the page. */
const pixelRatio = 2;

/** Returns the ECharts options of data in a shape. */
export type ChartOption = (
  shape: Shape,
  data: ChartData,
  theme: ChartTheme,
  width: number,
) => EChartsCoreOption;

/** Renders a chart on a canvas with the options that `optionOf` returns. */
export const ChartCanvas = ({
  shape,
  data,
  height,
  label,
  onOpen,
  ref,
  optionOf,
}: ChartProps & { readonly optionOf: ChartOption }) => {
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
  }, [chart, shape, data, theme, width, optionOf]);

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
      picture: (head) =>
        new Promise((resolve) => {
          const drawing = chart?.renderToCanvas({ pixelRatio, backgroundColor: theme.ground });
          if (!drawing) return resolve(null);
          withTitle(drawing, head, theme, pixelRatio).toBlob(resolve, 'image/png');
        }),
    }),
    [chart, theme],
  );

  return <div ref={host} className="ky-chart" role="img" aria-label={label} style={{ height }} />;
};
