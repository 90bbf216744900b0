import { usePermissions } from '@keyan/console/navigation/useMenus.ts';
import { mayEnter } from '@keyan/console/presentation/resources.tsx';
import { useState } from 'react';
import { paper } from '../../achievement/paper/paper.ts';
import { PaperChart } from './PaperChart.web.tsx';
import { yearsByGrade } from './paper-charts.web.ts';
import { lastYears } from './years.ts';

const none = {};

/** The chart on the home page, for readers who have the library. */
const TrendWidget = () => {
  const permissions = usePermissions();
  const [span] = useState(() => lastYears(new Date()));
  const { lib } = paper.views;
  return lib && mayEnter(lib, permissions) ? (
    <PaperChart chart={yearsByGrade} span={span} conditions={none} />
  ) : null;
};

export default TrendWidget;
