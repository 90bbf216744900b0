import { Statistics } from './StatisticsPage.web.tsx';
import { statisticsPage } from './statistics-pages.ts';

const page = statisticsPage('st_fund');

export default () => <Statistics page={page} />;
