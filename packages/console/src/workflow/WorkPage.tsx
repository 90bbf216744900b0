import { SearchOutlined } from '@ant-design/icons';
import { f } from '@keyan/kernel/field.ts';
import { pageSizes } from '@keyan/kernel/query.ts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Pagination, Select } from 'antd';
import { type ComponentType, useEffect, useState } from 'react';
import { useClient, useUser } from '../client/context.tsx';
import { Page, PageHeader } from '../components/Page.tsx';
import { pageItem } from '../components/pageItem.ts';
import { Empty, EmptyFiltered, ErrorPanel, SkeletonRows } from '../components/state.tsx';
import { toast } from '../components/toast.ts';
import { type Text, useLabel } from '../i18n/language.ts';
import { DateFilter, TypedInput } from '../list/filters.tsx';
import '../list/list.css';
import { Strip } from '../list/StatusTabs.tsx';
import { useKinds } from '../shared/resources.tsx';
import { useTab, useTabParams } from '../shell/tab.ts';
import { usePermits } from '../shell/useMenus.ts';
import { useScreen } from '../shell/useScreen.ts';
import { BatchDialog } from './BatchDialog.tsx';
import {
  isRevision,
  manageCode,
  type WorkItem,
  type WorkTab,
  workCalls,
  workKeys,
} from './calls.ts';
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

interface WorkState {
  readonly tab: WorkTab;
  readonly search: string;
  readonly kind: string;
  readonly from: string;
  readonly to: string;
  readonly page: number;
  readonly size: number;
}

const arrival = f.time(['到达时间', 'Arrived']).spec;

const readState = (
  params: Readonly<Record<string, string | undefined>>,
  tab: WorkTab,
): WorkState => ({
  tab: params.tab !== undefined && Object.hasOwn(parts, params.tab) ? (params.tab as WorkTab) : tab,
  search: params.q ?? '',
  kind: params.kind ?? '',
  from: params.from ?? '',
  to: params.to ?? '',
  page: Math.max(1, Number(params.page) || 1),
  size: pageSizes.find((size) => size === Number(params.size)) ?? 10,
});

const writeState = (state: WorkState, home: WorkTab): string => {
  const query = new URLSearchParams({
    tab: state.tab === home ? '' : state.tab,
    q: state.search,
    kind: state.kind,
    from: state.from,
    to: state.to,
    page: state.page > 1 ? String(state.page) : '',
    size: state.size === 10 ? '' : String(state.size),
  });
  for (const [name, value] of [...query]) if (value === '') query.delete(name);
  return query.toString();
};

/** My work: what waits for me, what I may take, what I did, what I sent (domain §5.8). */
const WorkPage = ({ start, title }: { start: WorkTab; title: Text }) => {
  const client = useClient();
  const queries = useQueryClient();
  const label = useLabel();
  const { setQuery } = useTab();
  const params = useTabParams();
  const narrow = useScreen() === 0;
  const { userId } = useUser();
  const manages = usePermits().has(manageCode);
  const kinds = useKinds();
  const [state, setState] = useState(() => readState(params, start));
  const [selected, setSelected] = useState<ReadonlyMap<string, WorkItem>>(new Map());
  const [batch, setBatch] = useState<readonly WorkItem[] | null>(null);
  useEffect(() => setQuery(writeState(state, start)), [state, start, setQuery]);
  const change = (next: Partial<WorkState>) => setState((so) => ({ ...so, page: 1, ...next }));

  const calls = workCalls(client);
  const dates = { arriveTime_dategt: state.from, arriveTime_datelt: state.to };
  const shared = { businessName: state.search, kind: state.kind, ...dates };
  const query = { ...shared, type: state.tab, current: state.page, size: state.size };
  const { data, error, isFetching, refetch, dataUpdatedAt } = useQuery({
    queryKey: workKeys.list(query),
    queryFn: () => calls.list(query),
    placeholderData: keepPreviousData,
  });
  const tabs = (Object.keys(parts) as WorkTab[]).filter((tab) => tab !== 'all' || manages);
  const filtered = [state.search, state.kind, state.from, state.to].some((each) => each !== '');

  const select = (items: readonly WorkItem[], on: boolean) =>
    setSelected((before) => {
      const next = new Map(before);
      for (const item of items) {
        if (on) next.set(item.taskId, item);
        else next.delete(item.taskId);
      }
      return next;
    });

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
  const batchable = rows?.some((item) => !isRevision(item, state.tab, userId)) ?? false;
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
      <section className="ky-sheet ky-list">
        <Strip
          label={label(['事务', 'Work'])}
          active={state.tab}
          onChoose={(tab) => {
            setSelected(new Map());
            change({ tab });
          }}
          items={tabs.map((key) => ({
            key,
            text: label(parts[key].title),
            count: <PartCount tab={key} shared={shared} />,
          }))}
        />
        <div className="ky-filters">
          <TypedInput
            className="ky-filter-search"
            prefix={<SearchOutlined />}
            value={state.search}
            label={label(['事务名称', 'Title'])}
            onSettled={(search) => change({ search })}
          />
          {kinds.length > 1 && (
            <Select
              value={state.kind || null}
              options={kinds.map((kind) => ({ value: kind.kind, label: label(kind.label) }))}
              placeholder={label(['业务类型', 'Kind'])}
              aria-label={label(['业务类型', 'Kind'])}
              allowClear
              onChange={(kind) => change({ kind: kind ?? '' })}
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
        <div className="ky-list-body">
          {error ? (
            <ErrorPanel fault={error} onRetry={() => void refetch()} />
          ) : !rows ? (
            <SkeletonRows />
          ) : rows.length === 0 && filtered ? (
            <EmptyFiltered onClear={() => change({ search: '', kind: '', from: '', to: '' })} />
          ) : rows.length === 0 ? (
            <Empty>{label(parts[state.tab].empty)}</Empty>
          ) : (
            <Rows
              items={rows}
              tab={state.tab}
              now={dataUpdatedAt}
              refreshing={isFetching}
              selected={selected}
              onSelect={select}
              onClaim={(item) => void claim(item).catch(() => undefined)}
            />
          )}
        </div>
        {data && data.total > 0 && (
          <div className="ky-list-foot">
            <div className="ky-list-chosen">
              {state.tab === 'todo' && !narrow && (batchable || chosen.length > 0) && (
                <>
                  {chosen.length > 0 && (
                    <b>{label([`已选 ${chosen.length} 条`, `${chosen.length} chosen`])}</b>
                  )}
                  <Button onClick={approve}>{label(['批量同意', 'Agree to chosen'])}</Button>
                  {chosen.length > 0 && (
                    <button
                      type="button"
                      className="ky-link"
                      onClick={() => setSelected(new Map())}
                    >
                      {label(['取消选择', 'Clear selection'])}
                    </button>
                  )}
                </>
              )}
            </div>
            <Pagination
              itemRender={pageItem}
              current={state.page}
              pageSize={state.size}
              total={data.total}
              simple={narrow}
              showSizeChanger={!narrow}
              pageSizeOptions={[...pageSizes]}
              showTotal={(total) => label([`共 ${total} 条`, `${total} in total`])}
              onChange={(page, size) => change({ page: size === state.size ? page : 1, size })}
            />
          </div>
        )}
      </section>
      {batch && (
        <BatchDialog
          items={batch}
          onClose={(handled) => {
            setBatch(null);
            setSelected((before) => {
              const next = new Map(before);
              for (const id of handled) next.delete(id);
              return next;
            });
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
export const workPage = (start: WorkTab, title: Text): ComponentType => {
  const Bound = () => <WorkPage start={start} title={title} />;
  return Bound;
};
