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

/**
 * Renders a flow, funnel, radar, calendar or tile chart. Loaded separately from the usual charts,
 * because few pages have one.
 */
const RareChart = (props: ChartProps) => <ChartCanvas {...props} optionOf={rareOptionOf} />;

export default RareChart;
