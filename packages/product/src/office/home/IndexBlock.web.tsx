import { usePermits } from '@keyan/console/navigation/useMenus.ts';
import { mayEnter } from '@keyan/console/presentation/resources.tsx';
import { useState } from 'react';
import { paper } from '../../achievement/paper/paper.ts';
import { PaperChart } from './PaperChart.web.tsx';
import { byIndex } from './paper-charts.web.ts';
import { lastYears } from './years.ts';

const none = {};

/** The chart on the home page, for whoever has the library. */
const IndexBlock = () => {
  const permits = usePermits();
  const [span] = useState(() => lastYears(new Date()));
  const { lib } = paper.views;
  return lib && mayEnter(lib, permits) ? (
    <PaperChart chart={byIndex} span={span} conditions={none} />
  ) : null;
};

export default IndexBlock;
