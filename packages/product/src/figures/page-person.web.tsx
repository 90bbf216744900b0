import { Statistics } from './StatisticsPage.web.tsx';
import { statisticsPage } from './statistics-pages.ts';

const page = statisticsPage('st_person');

export default () => <Statistics page={page} />;
