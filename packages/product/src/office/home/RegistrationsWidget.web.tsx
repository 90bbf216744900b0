import type { Page as Paged } from '@keyan/console/client/client.ts';
import { useClient } from '@keyan/console/client/context.tsx';
import { Card } from '@keyan/console/components/Page.tsx';
import { ErrorPanel, SkeletonRows } from '@keyan/console/components/state.tsx';
import { queryKeysOf, type WireRow } from '@keyan/console/data/calls.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { TabLink } from '@keyan/console/navigation/TabLink.tsx';
import { usePermissions } from '@keyan/console/navigation/useMenus.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { useQuery } from '@tanstack/react-query';
import { registerGuest } from '../../system/registration/registration.ts';
import { RegistrationActions } from '../../system/registration/registration.web.tsx';
import { Line } from './home.pieces.web.tsx';

const shown = 5;

const [view] = Object.values(registerGuest.views);

/** Widget 待审核注册: requests for accounts, with buttons to accept or reject. */
const RegistrationsWidget = () => {
  const label = useLabel();
  const client = useClient();
  const may = usePermissions().has(`${view?.code}_audit`);
  const query = { status: '0', ascs: 'createTime', current: '1', size: String(shown) };
  const { data, error, refetch } = useQuery({
    queryKey: [...queryKeysOf(registerGuest).list, 'home', query],
    queryFn: () =>
      client.get<Paged<WireRow>>(`/${registerGuest.path}/list`, query, { quiet: true }),
    enabled: may,
  });
  const title: Label = ['待审核注册', 'Registrations'];
  if (!view || !may) return null;
  if (data?.total === 0) {
    return <Line title={title}>{label(['没有待审核的注册', 'No registrations waiting'])}</Line>;
  }
  return (
    <Card
      title={label(title)}
      count={data?.total}
      extra={<TabLink to={`${view.path}?status=0`}>{label(['全部', 'All'])}</TabLink>}
      flush
    >
      {error ? (
        <ErrorPanel fault={error} onRetry={() => void refetch()} />
      ) : data ? (
        <ul className="ky-rows">
          {data.records.map((row) => (
            <li key={row.id}>
              <span className="ky-rows-text">
                {String(row.name ?? '')}{' '}
                <span className="ky-note">
                  {[row.deptIdName, row.jobNum, String(row.createTime ?? '').slice(0, 10)]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </span>
              <RegistrationActions row={row} view={view} />
            </li>
          ))}
        </ul>
      ) : (
        <SkeletonRows rows={3} height={40} />
      )}
    </Card>
  );
};

export default RegistrationsWidget;
