import { BarChart, LineChart, PieChart } from 'echarts/charts';
import { GridComponent, LegendComponent, TooltipComponent } from 'echarts/components';
import { use as register } from 'echarts/core';
import { LabelLayout } from 'echarts/features';
import { CanvasRenderer } from 'echarts/renderers';
import { ChartCanvas, type ChartProps } from './ChartCanvas.tsx';
import { chartOption } from './option.ts';

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

/**
 * Renders a column, bar, line or ring chart. A separate module, because the chart library is large
 * and loaded on demand.
 */
const Chart = (props: ChartProps) => <ChartCanvas {...props} optionOf={chartOption} />;

export default Chart;
