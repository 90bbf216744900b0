import { usePermissions } from '@keyan/console/navigation/useMenus.ts';
import { mayEnter } from '@keyan/console/presentation/resources.tsx';
import { useState } from 'react';
import { paper } from '../../achievement/paper/paper.ts';
import { PaperChart } from './PaperChart.web.tsx';
import { byIndex } from './paper-charts.web.ts';
import { lastYears } from './years.ts';

const none = {};

/** The chart on the home page, for readers who have the library. */
const IndexWidget = () => {
  const permissions = usePermissions();
  const [span] = useState(() => lastYears(new Date()));
  const { lib } = paper.views;
  return lib && mayEnter(lib, permissions) ? (
    <PaperChart chart={byIndex} span={span} conditions={none} />
  ) : null;
};

export default IndexWidget;
