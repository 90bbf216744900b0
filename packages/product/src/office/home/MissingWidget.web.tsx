import { useClient } from '@keyan/console/client/context.tsx';
import { Card } from '@keyan/console/components/Page.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { TabLink } from '@keyan/console/navigation/TabLink.tsx';
import type { Label } from '@keyan/kernel/label.ts';
import { useQuery } from '@tanstack/react-query';
import {
  type MissingOverview,
  missingService,
  missingTopics,
  missingWords,
} from '../../missing/missing.ts';
import { missingPath } from '../../missing/paths.ts';
import { Line } from './home.pieces.web.tsx';

/** Widget 部门缺项: number of incomplete records by topic; each links to its records. */
const MissingWidget = () => {
  const label = useLabel();
  const client = useClient();
  const { data, error } = useQuery({
    queryKey: ['missing', 'all', 'overview'],
    queryFn: () =>
      client.get<MissingOverview>(`/${missingService}/overview`, { whose: 'all' }, { quiet: true }),
  });
  const title: Label = ['部门缺项', 'Missing by department'];
  // The request fails after the reader lost the right to the page.
  if (error) return null;
  if (!data) return <div className="ky-home-waiting" />;
  const lacking = missingTopics.filter((topic) => data.counts[topic] > 0);
  if (lacking.length === 0) {
    return <Line title={title}>{label(['没有缺项', 'Nothing is missing'])}</Line>;
  }
  return (
    <Card
      title={label(title)}
      extra={<TabLink to={missingPath}>{label(['全部', 'All'])}</TabLink>}
      flush
    >
      <ul className="ky-rows">
        {lacking.map((topic) => (
          <li key={topic}>
            <TabLink to={`${missingPath}?topic=${topic}`} className="ky-link ky-rows-text">
              {label(missingWords[topic].label)} {data.counts[topic]}
              {data.cut.includes(topic) && '+'}
            </TabLink>
            <span className="ky-note">{label(missingWords[topic].note)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
};

export default MissingWidget;
