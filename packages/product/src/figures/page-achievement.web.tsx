import { Statistics } from './StatisticsPage.web.tsx';
import { statisticsPage } from './statistics-pages.ts';

const page = statisticsPage('st_ach');

export default () => <Statistics page={page} />;
