import { useClient } from '@keyan/console/client/context.tsx';
import { Card } from '@keyan/console/components/Page.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { useTab } from '@keyan/console/navigation/tab.ts';
import { usePermissions } from '@keyan/console/navigation/useMenus.ts';
import { groupDigits } from '@keyan/kernel/definition/field/field-types.ts';
import { joinLabels } from '@keyan/kernel/label.ts';
import { useQuery } from '@tanstack/react-query';
import { fundingArrive } from '../funding-arrive.ts';
import type { ArrivalOfSuspect } from '../suspects.ts';
import '../suspects.web.css';

/**
 * Lists unallocated arrivals that may belong to a project, with points and reasons; renders
 * nothing if there are none.
 */
export const PossibleArrivals = ({ programId }: { readonly programId: string }) => {
  const label = useLabel();
  const client = useClient();
  const tab = useTab();
  // Path of the page of all arrivals if permitted, otherwise of the public arrivals.
  const page = usePermissions().has('arrive') ? '/funds/fundingArrive' : '/funds/arrivePool';
  const { data = [] } = useQuery({
    queryKey: ['funds', 'book', programId, 'suspects'],
    queryFn: () =>
      client.get<readonly ArrivalOfSuspect[]>(
        `/${fundingArrive.path}/suspectsOf`,
        { programId },
        { quiet: true },
      ),
  });
  if (data.length === 0) return null;
  return (
    <Card title={label(['疑似来款', 'Possible incoming funds'])} flush>
      <section className="ky-suspects" aria-label={label(['疑似来款', 'Possible incoming funds'])}>
        <ul>
          {data.map(({ id, payer, memo, amount, date, points, reasons }) => (
            <li key={id}>
              <button
                type="button"
                className="ky-link"
                onClick={() => tab.open(`${page}/detail?id=${id}`)}
              >
                {date} {payer}
              </button>
              <strong>{groupDigits(amount)}</strong>
              <span>{memo}</span>
              <span className="ky-note">
                {label([`${points} 分`, `${points} points`])} · {label(joinLabels(reasons))}
              </span>
            </li>
          ))}
        </ul>
      </section>
    </Card>
  );
};
