import { useClient } from '@keyan/console/client/context.tsx';
import { isPermissionFault } from '@keyan/console/client/fault.ts';
import { Card } from '@keyan/console/components/Page.tsx';
import { ErrorPanel } from '@keyan/console/components/state.tsx';
import { RecordLink } from '@keyan/console/fields/RecordLink.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { TabLink } from '@keyan/console/navigation/TabLink.tsx';
import { usePermissions } from '@keyan/console/navigation/useMenus.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { useQuery } from '@tanstack/react-query';
import type { FigureAnswer } from '../../figures/figure.ts';
import { useFigures } from '../../figures/figures.calls.web.ts';
import {
  declarationKey,
  type OpenCall,
  openCallsCode,
  openCallsPath,
  openCallsService,
} from '../../project/declaration/open-calls.ts';
import { Line } from './home.pieces.web.tsx';
import type { WidgetProps } from './widgets.ts';

/** Maximum number of calls for proposals shown; the first to close come first. */
const shown = 6;

const until = ({ window: at, startTime, openUntil }: OpenCall): Label =>
  at === 'coming'
    ? fill(['{day} 开始', 'opens {day}'], { day: startTime.slice(0, 10) })
    : fill(['{day} 截止', 'closes {day}'], { day: openUntil.slice(0, 10) });

/** Text on whether a researcher may lead a project under the call for proposals. */
const standing = ({ window: at, invited, lead }: OpenCall): Label => {
  if (!invited) return ['未向本院系开放', 'Not for your college'];
  if (!lead.may) return ['不可申报', 'Not eligible'];
  return at === 'coming' ? ['届时可申报', 'Eligible then'] : ['可申报', 'Eligible'];
};

interface ReceivedProps {
  readonly call: OpenCall;
  /** Declarations by call for proposals, for readers who may count them. */
  readonly answer: FigureAnswer | undefined;
}

/** Number of declarations for a call for proposals, and the used part of its quota. */
const Received = ({ call, answer }: ReceivedProps) => {
  const label = useLabel();
  const came = answer?.cells.find(({ keys: [plan] }) => plan === call.id);
  return (
    <span className="ky-note">
      {came?.link ? (
        <TabLink to={came.link}>
          {label([`已申报 ${came.rows} 项`, `${came.rows} submitted`])}
        </TabLink>
      ) : (
        label(['已申报 0 项', 'none submitted'])
      )}
      {call.quota &&
        label([
          `，推荐 ${call.quota.used}/${call.quota.most}`,
          `, ${call.quota.used} of ${call.quota.most} recommended`,
        ])}
    </span>
  );
};

/**
 * Widget 申报: open and upcoming calls for proposals, with the reader’s options or the number of
 * declarations.
 */
const CallsWidget = ({ info }: WidgetProps) => {
  const label = useLabel();
  const client = useClient();
  const isOffice = info.profiles[0] !== 'researcher';
  const mayAsk = usePermissions().has(openCallsCode);
  const { data, error, refetch } = useQuery({
    queryKey: ['programOpen'],
    enabled: mayAsk,
    queryFn: ({ signal }) =>
      client.get<readonly OpenCall[]>(`/${openCallsService}`, {}, { quiet: true, signal }),
  });
  const sent = useFigures(isOffice ? [{ figure: 'declare.sent', by: ['plan'] }] : []);
  const title: Label = ['申报', 'Open calls'];
  if (!mayAsk || isPermissionFault(error)) return null;
  if (error && !data) {
    return (
      <Card title={label(title)}>
        <ErrorPanel fault={error} onRetry={() => void refetch()} />
      </Card>
    );
  }
  if (!data) return <div className="ky-home-waiting" />;
  const all = <TabLink to={openCallsPath}>{label(['申报大厅', 'All calls'])}</TabLink>;
  if (data.length === 0) {
    return (
      <Line title={title}>
        {label(['目前没有开放的申报', 'No calls are open'])}
        {' · '}
        {all}
      </Line>
    );
  }
  return (
    <Card title={label(title)} count={data.length} extra={all} flush>
      <ul className="ky-rows">
        {data.slice(0, shown).map((call) => {
          const [own] = call.mine;
          return (
            <li key={call.id}>
              <TabLink to={openCallsPath} className="ky-link ky-rows-text" title={call.planName}>
                {call.planName}
              </TabLink>
              {isOffice && <Received call={call} answer={sent.data?.[0]} />}
              {!isOffice &&
                (own ? (
                  <RecordLink resource={declarationKey} id={own.id}>
                    {own.declareStatusName}
                  </RecordLink>
                ) : (
                  <span
                    className="ky-note"
                    title={call.lead.findings.map(({ message }) => label(message)).join('\n')}
                  >
                    {label(standing(call))}
                  </span>
                ))}
              <time className="ky-note">{label(until(call))}</time>
            </li>
          );
        })}
      </ul>
    </Card>
  );
};

export default CallsWidget;
