import { f } from '@keyan/kernel/field.ts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ComponentType, useState } from 'react';
import { useScreen } from '../base/useScreen.ts';
import { useClient } from '../client/context.tsx';
import { Page, PageHeader } from '../components/Page.tsx';
import { Empty } from '../components/state.tsx';
import { toast } from '../components/toast.ts';
import { type Text, useLabel } from '../i18n/language.ts';
import { ChoiceFilter } from '../list/ChoiceFilter.tsx';
import { DateFilter, SearchInput } from '../list/filters.tsx';
import { usePermissions } from '../navigation/useMenus.ts';
import { useKinds } from '../presentation/resources.tsx';
import { ListBody, PageFoot } from '../table/ListFrame.tsx';
import { Strip } from '../table/StatusTabs.tsx';
import { usePaged } from '../table/usePaged.ts';
import { useSelection } from '../table/useSelection.ts';
import { BatchDialog } from './BatchDialog.tsx';
import {
  isRevision,
  manageCode,
  type WorkItem,
  type WorkTab,
  workCalls,
  workKeys,
} from './calls.ts';
import { useProcessVerbs } from './useProcessVerbs.tsx';
import type { ActedOn } from './verbs.ts';
import { WorkCards, WorkTable } from './WorkTable.tsx';
import './workflow.css';

/** What each part is called, and what stands there when nothing does. */
const parts: Readonly<Record<WorkTab, { readonly title: Text; readonly empty: Text }>> = {
  todo: {
    title: ['待办', 'To do'],
    empty: ['没有待办事务', 'Nothing to do'],
  },
  claim: {
    title: ['待签收', 'To claim'],
    empty: ['没有待签收的事务', 'Nothing to claim'],
  },
  done: {
    title: ['已办', 'Done'],
    empty: ['还没有办理过事务', 'You have not handled anything yet'],
  },
  send: {
    title: ['我发起', 'Started by me'],
    empty: ['还没有发起过事务', 'You have not started anything yet'],
  },
  all: {
    title: ['全部待办', 'All open tasks'],
    empty: ['全校没有待办事务', 'Nobody has anything to do'],
  },
};

const conditions = { q: '', kind: '', from: '', to: '' };

const idOf = (item: WorkItem): string => item.taskId;

const arrival = f.time(['到达时间', 'Arrived']).spec;

const isPart = (tab: string): tab is WorkTab => Object.hasOwn(parts, tab);

/** A row of the list as what is done to its process speaks of it. */
const actedOn = (item: WorkItem): ActedOn => ({
  ...item,
  withdrawTaskId: item.taskId,
  waiting: [item],
});

/** My work: what waits for me, what I may take, what I did, what I sent (domain §5.8). */
const WorkPage = ({ start, title }: { start: { readonly tab: WorkTab }; title: Text }) => {
  const client = useClient();
  const queries = useQueryClient();
  const label = useLabel();
  const narrow = useScreen() === 0;
  const manages = usePermissions().has(manageCode);
  const kinds = useKinds();
  const { state, change, narrowed, clear, turn } = usePaged(conditions, start);
  const tab = isPart(state.tab) ? state.tab : start.tab;
  const { selected, select, unselect, clear: selectNone } = useSelection(idOf);
  const { run, dialogs } = useProcessVerbs();
  const [batch, setBatch] = useState<readonly WorkItem[] | null>(null);

  const calls = workCalls(client);
  const dates = { arriveTime_dategt: state.from, arriveTime_datelt: state.to };
  const shared = { businessName: state.q, kind: state.kind, ...dates };
  const query = { ...shared, type: tab, current: state.page, size: state.size };
  const { data, error, isFetching, refetch, dataUpdatedAt } = useQuery({
    queryKey: workKeys.list(query),
    queryFn: () => calls.list(query),
    placeholderData: keepPreviousData,
  });
  const tabs = Object.keys(parts)
    .filter(isPart)
    .filter((each) => each !== 'all' || manages);

  const claim = async (item: WorkItem) => {
    await calls.claim(item.taskId);
    toast.success(['签收成功', 'Claimed']);
    await queries.invalidateQueries({ queryKey: ['live'] });
  };

  const chosen = [...selected.values()];
  const approve = () => {
    const [first] = chosen;
    if (!first) {
      toast.warning(['请选择至少一条数据', 'Choose at least one record']);
    } else if (chosen.some((item) => item.kind !== first.kind)) {
      toast.warning(['只能批量办理同一类事务', 'Only tasks of one kind can be handled together']);
    } else setBatch(chosen);
  };

  const rows = data?.records;
  // What came back to its applicant is changed, not agreed to.
  const batchable = rows?.some((item) => !isRevision(item, tab)) ?? false;
  const Rows = narrow ? WorkCards : WorkTable;
  return (
    <Page
      body="fill"
      header={
        <PageHeader
          title={label(title)}
          context={label([
            '待我办理、我办理过和我发起的事务',
            'What waits for me, what I did and sent',
          ])}
        />
      }
    >
      <section className="ky-card ky-list">
        <Strip
          label={label(['事务', 'Work'])}
          active={tab}
          onChoose={(next) => {
            selectNone();
            change({ tab: next });
          }}
          items={tabs.map((key) => ({
            key,
            text: label(parts[key].title),
            count: <PartCount tab={key} shared={shared} />,
          }))}
        />
        <div className="ky-filters">
          <SearchInput
            value={state.q}
            label={label(['事务名称', 'Title'])}
            onSettled={(q) => change({ q })}
          />
          {kinds.length > 1 && (
            <ChoiceFilter
              value={state.kind}
              label={label(['业务类型', 'Kind'])}
              options={kinds.map((kind) => ({ value: kind.kind, label: label(kind.label) }))}
              onChange={(kind) => change({ kind })}
            />
          )}
          {!narrow && (
            <DateFilter
              name="arriveTime"
              spec={arrival}
              filters={dates}
              placeholder={label(arrival.label)}
              onChange={(next) =>
                change({
                  ...('arriveTime_dategt' in next ? { from: next.arriveTime_dategt ?? '' } : {}),
                  ...('arriveTime_datelt' in next ? { to: next.arriveTime_datelt ?? '' } : {}),
                })
              }
            />
          )}
        </div>
        <ListBody
          rows={rows}
          error={error}
          onRetry={() => void refetch()}
          narrowed={narrowed}
          onClear={clear}
          empty={<Empty>{label(parts[tab].empty)}</Empty>}
        >
          {(items) => (
            <Rows
              items={items}
              tab={tab}
              now={dataUpdatedAt}
              refreshing={isFetching}
              selected={selected}
              onSelect={select}
              onClaim={(item) => void claim(item).catch(() => undefined)}
              onVerb={(verb, item) => run(verb, actedOn(item))}
            />
          )}
        </ListBody>
        {data && data.total > 0 && (
          <PageFoot
            total={data.total}
            page={state.page}
            size={state.size}
            onPage={turn}
            chosen={narrow ? 0 : chosen.length}
            onUnselect={selectNone}
          >
            {tab === 'todo' && !narrow && (batchable || chosen.length > 0) && (
              <Button onClick={approve}>{label(['批量同意', 'Agree to chosen'])}</Button>
            )}
          </PageFoot>
        )}
      </section>
      {dialogs}
      {batch && (
        <BatchDialog
          items={batch}
          onClose={(handled) => {
            setBatch(null);
            unselect(handled);
          }}
        />
      )}
    </Page>
  );
};

interface PartCountProps {
  readonly tab: WorkTab;
  readonly shared: Readonly<Record<string, string>>;
}

/** How many items a part has under the same conditions. */
const PartCount = ({ tab, shared }: PartCountProps) => {
  const client = useClient();
  const query = { ...shared, type: tab, current: 1, size: 1 };
  const { data } = useQuery({
    queryKey: workKeys.list(query),
    queryFn: () => workCalls(client).list(query),
    placeholderData: keepPreviousData,
  });
  return data?.total ?? '';
};

/** A page component that begins with one part, for the route table. */
export const workPage = (tab: WorkTab, title: Text): ComponentType => {
  const start = { tab };
  const Bound = () => <WorkPage start={start} title={title} />;
  return Bound;
};
