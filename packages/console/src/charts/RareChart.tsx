import { FunnelChart, HeatmapChart, RadarChart, SankeyChart } from 'echarts/charts';
import {
  CalendarComponent,
  GridComponent,
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
  GridComponent,
  LegendComponent,
  RadarComponent,
  TooltipComponent,
  VisualMapComponent,
  CanvasRenderer,
]);

/** A flow, funnel, radar, calendar or tiles; loaded apart from the usual charts, since few pages have one. */
const RareChart = (props: ChartProps) => <ChartCanvas {...props} optionOf={rareOptionOf} />;

export default RareChart;
