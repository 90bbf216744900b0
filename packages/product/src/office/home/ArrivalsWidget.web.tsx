import type { Page as Paged } from '@keyan/console/client/client.ts';
import { useClient } from '@keyan/console/client/context.tsx';
import { Card } from '@keyan/console/components/Page.tsx';
import { ErrorPanel, SkeletonRows } from '@keyan/console/components/state.tsx';
import type { WireRow } from '@keyan/console/data/calls.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { TabLink } from '@keyan/console/navigation/TabLink.tsx';
import { usePermissions } from '@keyan/console/navigation/useMenus.ts';
import { groupDigits } from '@keyan/kernel/definition/field/field-types.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { useQuery } from '@tanstack/react-query';
import { arrivalsPath, openArrivalsCode, openArrivalsPath } from '../../funds/open-arrivals.ts';
import { Line } from './home.pieces.web.tsx';

const shown = 5;

/** Status codes of arrivals with an unallocated amount. */
const unfinished = '0,1';

/** Widget 待认领到账: arrivals open for claims, newest first; each links to its page. */
const ArrivalsWidget = () => {
  const label = useLabel();
  const client = useClient();
  const may = usePermissions().has(`${openArrivalsCode}_view`);
  const query = {
    view: 'pool',
    status: unfinished,
    descs: 'arriveDate',
    current: '1',
    size: String(shown),
  };
  const { data, error, refetch } = useQuery({
    queryKey: ['fundingArrive', 'list', 'home', query],
    queryFn: () => client.get<Paged<WireRow>>(`/${arrivalsPath}/list`, query, { quiet: true }),
    enabled: may,
  });
  const title: Label = ['待认领到账', 'Arrivals to claim'];
  if (!may) return null;
  if (data?.total === 0) {
    return <Line title={title}>{label(['没有待认领的到账', 'No arrivals to claim'])}</Line>;
  }
  return (
    <Card
      title={label(title)}
      count={data?.total}
      extra={<TabLink to={openArrivalsPath}>{label(['全部', 'All'])}</TabLink>}
      flush
    >
      {error && !data ? (
        <ErrorPanel fault={error} onRetry={() => void refetch()} />
      ) : data ? (
        <ul className="ky-rows">
          {data.records.map((row) => (
            <li key={row.id}>
              <TabLink
                to={`${openArrivalsPath}/detail?id=${row.id}`}
                className="ky-link ky-rows-text"
                title={String(row.fundingSource ?? '')}
              >
                {String(row.fundingSource ?? '')}
              </TabLink>
              <span className="ky-note">
                {label(
                  fill(['可认领 {left} 元', '{left} yuan claimable'], {
                    left: groupDigits(String(row.leftAmount ?? '0.00')),
                  }),
                )}
              </span>
              <time className="ky-note">{String(row.arriveDate ?? '')}</time>
            </li>
          ))}
        </ul>
      ) : (
        <SkeletonRows rows={3} height={40} />
      )}
    </Card>
  );
};

export default ArrivalsWidget;
