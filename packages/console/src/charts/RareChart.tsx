import { FunnelChart, HeatmapChart, RadarChart, SankeyChart } from 'echarts/charts';
import {
  CalendarComponent,
  LegendComponent,
  RadarComponent,
  TooltipComponent,
  VisualMapComponent,
} from 'echarts/components';
import { use as register } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { ChartCanvas, type ChartProps } from './ChartCanvas.tsx';
import { rareOptionOf } from './rare-option.ts';

register([
  FunnelChart,
  HeatmapChart,
  RadarChart,
  SankeyChart,
  CalendarComponent,
  LegendComponent,
  RadarComponent,
  TooltipComponent,
  VisualMapComponent,
  CanvasRenderer,
]);

/** A flow, funnel, radar or calendar; loaded apart from the usual charts, since few pages have one. */
const RareChart = (props: ChartProps) => <ChartCanvas {...props} optionOf={rareOptionOf} />;

export default RareChart;
