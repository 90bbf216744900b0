import { useClient } from '@keyan/console/client/context.tsx';
import { isPermissionFault } from '@keyan/console/client/fault.ts';
import { Card, Page, PageHeader } from '@keyan/console/components/Page.tsx';
import { ErrorPanel, SkeletonRows } from '@keyan/console/components/state.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { ChoiceFilter } from '@keyan/console/list/ChoiceFilter.tsx';
import { Month } from '@keyan/console/list/displays/MonthGrid.tsx';
import { dayBefore, monthAfter } from '@keyan/console/list/displays/months.ts';
import { TabLink } from '@keyan/console/navigation/TabLink.tsx';
import { useTab, useTabParams } from '@keyan/console/navigation/tab.ts';
import { PermissionDenied } from '@keyan/console/pages/ErrorPages.tsx';
import { dayText } from '@keyan/kernel/values/time.ts';
import { useQuery } from '@tanstack/react-query';
import { Button, Modal, Segmented } from 'antd';
import { useEffect, useState } from 'react';
import { CalendarFeed } from '../system/feed/CalendarFeed.web.tsx';
import { type CalendarAnswer, calendarCode, type Whose } from './calendar.ts';

/** Month and scope of the calendar, as stored in the address of the tab. */
interface CalendarState {
  readonly whose: Whose;
  readonly dept: string;
  readonly month: string;
}

const useCalendarState = () => {
  const params = useTabParams();
  const { setQuery } = useTab();
  const [state, setState] = useState<CalendarState>({
    whose: params.whose === 'all' ? 'all' : 'own',
    dept: params.dept ?? '',
    month: /^\d{4}-\d{2}$/.test(params.month ?? '') ? (params.month ?? '') : '',
  });
  useEffect(() => {
    const said = Object.entries(state).filter(([, value]) => value !== '' && value !== 'own');
    setQuery(new URLSearchParams(said).toString());
  }, [state, setQuery]);
  const change = (next: Partial<CalendarState>) => setState((before) => ({ ...before, ...next }));
  return { state, change };
};

interface ReachProps {
  readonly whose: Whose;
  readonly dept: string;
  readonly data: CalendarAnswer | undefined;
  readonly onChange: (next: Partial<CalendarState>) => void;
}

/**
 * Choice between one’s own deadlines and the deadlines of departments under one’s care, with a
 * college filter.
 */
const CalendarScope = ({ whose, dept, data, onChange }: ReachProps) => {
  const label = useLabel();
  const { colleges = [] } = data ?? {};
  return (
    <div className="ky-filters">
      <Segmented
        value={whose}
        options={[
          { value: 'own', label: label(['本人', 'Mine']) },
          { value: 'all', label: label(['管理范围', 'In my charge']) },
        ]}
        onChange={(chosen) => onChange({ whose: chosen === 'all' ? 'all' : 'own', dept: '' })}
      />
      {colleges.length > 0 && (
        <ChoiceFilter
          value={dept}
          label={label(['全校', 'University'])}
          options={colleges.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(chosen) => onChange({ dept: chosen })}
        />
      )}
    </div>
  );
};

/**
 * Renders 科研日历: deadlines by month, of the reader, a college or the university, with a
 * subscription link.
 */
const CalendarPage = () => {
  const label = useLabel();
  const client = useClient();
  const { state, change } = useCalendarState();
  const [isFeed, setFeed] = useState(false);
  const today = dayText(new Date());
  const month = state.month || today.slice(0, 7);
  const { whose } = state;
  const query = {
    from: `${month}-01`,
    to: dayBefore(`${monthAfter(month, 1)}-01`),
    whose,
    dept: state.dept,
  };
  const { data, error, refetch } = useQuery({
    queryKey: ['calendar', query],
    queryFn: ({ signal }) =>
      client.get<CalendarAnswer>('/keyan/calendar/days', query, { quiet: true, signal }),
    placeholderData: (before) => before,
  });
  if (isPermissionFault(error)) return <PermissionDenied page={calendarCode} />;
  const title = label(['科研日历', 'Calendar']);
  return (
    <Page
      header={
        <PageHeader
          title={title}
          context={label([
            '项目到期、申报与评审截止、合同应收、专利年费等',
            'Project end dates, closing dates of calls and reviews, contract payments, patent fees and more',
          ])}
          actions={<Button onClick={() => setFeed(true)}>{label(['订阅', 'Subscribe'])}</Button>}
        />
      }
    >
      {(data?.mayAll || whose === 'all') && (
        <CalendarScope whose={whose} dept={state.dept} data={data} onChange={change} />
      )}
      <Card flush>
        {error && !data && <ErrorPanel fault={error} onRetry={() => void refetch()} />}
        {!data && !error && <SkeletonRows rows={6} height={72} />}
        {data && (
          <Month
            month={month}
            today={today}
            onMonth={(next) => change({ month: next })}
            entries={data.items.map(({ key, day, title: text, link }) => ({
              key,
              day,
              content: link ? (
                <TabLink to={link} title={text} className="ky-month-entry">
                  {text}
                </TabLink>
              ) : (
                <span className="ky-month-entry">{text}</span>
              ),
            }))}
            note={
              <span className="ky-note">
                {label([`本月 ${data.items.length} 项`, `${data.items.length} this month`])}
              </span>
            }
          />
        )}
      </Card>
      <Modal open={isFeed} title={title} footer={null} onCancel={() => setFeed(false)}>
        {isFeed && <CalendarFeed whose={whose} />}
      </Modal>
    </Page>
  );
};

export default CalendarPage;
