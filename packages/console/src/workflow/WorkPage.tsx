import { f } from '@keyan/kernel/definition/field.ts';
import type { WorkRow } from '@keyan/kernel/wire/tasks.ts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ComponentType, useState } from 'react';
import { useScreen } from '../base/useScreen.ts';
import { useClient } from '../client/context.tsx';
import { Empty } from '../components/state.tsx';
import { toast } from '../components/toast.ts';
import { type Text, useLabel } from '../i18n/language.ts';
import { ChoiceFilter } from '../list/ChoiceFilter.tsx';
import { DateFilter, ListText } from '../list/filters.tsx';
import { usePermissions } from '../navigation/useMenus.ts';
import { useKinds } from '../presentation/resources.tsx';
import { ListPage } from '../table/ListPage.tsx';
import { CountTabs } from '../table/StatusTabs.tsx';
import { type OwnListController, useListController } from '../table/useListController.ts';
import type { PagedState } from '../table/usePaged.ts';
import { BatchDialog } from './BatchDialog.tsx';
import { isRevision, manageCode, type WorkTab, workCalls, workKeys, workList } from './calls.ts';
import type { ProcessTarget } from './processActions.ts';
import { useProcessActions } from './useProcessActions.tsx';
import { WorkRows } from './WorkTable.tsx';
import './workflow.css';

/** The name of each part, and the text where it is empty. */
const parts: Readonly<Record<WorkTab, { readonly title: Text; readonly empty: Text }>> = {
  todo: {
    title: ['待办', 'To do'],
    empty: ['没有待办事务', 'No open tasks'],
  },
  claim: {
    title: ['待签收', 'To claim'],
    empty: ['没有待签收的事务', 'No tasks to claim'],
  },
  done: {
    title: ['已办', 'Done'],
    empty: ['还没有办理过事务', 'No handled tasks yet'],
  },
  send: {
    title: ['我发起', 'Started by me'],
    empty: ['还没有发起过事务', 'No requests yet'],
  },
  all: {
    title: ['全部待办', 'All open tasks'],
    empty: ['全校没有待办事务', 'No open tasks'],
  },
};

const conditions = { q: '', kind: '', from: '', to: '' };

type Condition = keyof typeof conditions;

const idOf = (item: WorkRow): string => item.taskId;

const arrival = f.time(['到达时间', 'Arrived']).spec;

const isPart = (tab: string): tab is WorkTab => Object.hasOwn(parts, tab);

type State = PagedState<Condition | 'tab'>;

const datesOf = ({ from, to }: State) => ({ arriveTime_dategt: from, arriveTime_datelt: to });

const queryOf = (state: State, tab: WorkTab) => ({
  businessName: state.q,
  kind: state.kind,
  ...datesOf(state),
  type: tab,
});

/** The item as the actions on processes take it. */
const targetOf = (item: WorkRow): ProcessTarget => ({
  ...item,
  withdrawTaskId: item.taskId,
  waiting: [item],
});

const manyKinds: Text = [
  '只能批量办理同一类事务',
  'Only tasks of one type can be approved together',
];

/** Claiming tasks, and approving several at once. */
const useWorkActions = () => {
  const client = useClient();
  const queries = useQueryClient();
  const [batch, setBatch] = useState<readonly WorkRow[] | null>(null);
  return {
    batch,
    closeBatch: () => setBatch(null),
    claim: async (item: WorkRow) => {
      await workCalls(client).claim(item.taskId);
      toast.success(['签收成功', 'Claimed']);
      await queries.invalidateQueries({ queryKey: ['live'] });
    },
    approve: (chosen: readonly WorkRow[]) => {
      const [first] = chosen;
      if (!first) toast.warning(['请选择至少一条数据', 'Select at least one task']);
      else if (chosen.some((item) => item.kind !== first.kind)) toast.warning(manyKinds);
      else setBatch(chosen);
    },
  };
};

/** The pages of tasks: open, to claim, handled and sent by the user, and of everybody for managers. */
const WorkPage = ({ start, title }: { start: { readonly tab: WorkTab }; title: Text }) => {
  const label = useLabel();
  const narrow = useScreen() === 0;
  const { run, dialogs } = useProcessActions();
  const { batch, closeBatch, claim, approve } = useWorkActions();
  /** The tab in the address, or the one of the route where the address names none. */
  const tabOf = ({ tab }: State): WorkTab => (isPart(tab) ? tab : start.tab);
  const list = useListController<WorkRow, Condition, 'tab'>({
    conditions,
    part: start,
    keyOf: idOf,
    queryKey: workKeys.all,
    path: workList,
    query: (state) => queryOf(state, tabOf(state)),
  });
  const tab = tabOf(list.state);
  const { selected, unselect } = list.selection;
  // Returned tasks are revised, not approved.
  const isBatchable = list.rows?.some((item) => !isRevision(item, tab)) ?? false;
  return (
    <>
      <ListPage
        title={label(title)}
        context={label([
          '待我办理、我办理过和我发起的事务',
          'Tasks for me, handled by me and sent by me',
        ])}
        list={list}
        tabs={<WorkTabs list={list} tab={tab} />}
        filters={<WorkFilters list={list} />}
        empty={<Empty>{label(parts[tab].empty)}</Empty>}
        chosen={narrow ? 0 : selected.size}
        footActions={
          tab === 'todo' &&
          !narrow &&
          (isBatchable || selected.size > 0) && (
            <Button onClick={() => approve([...selected.values()])}>
              {label(['批量同意', 'Approve selected'])}
            </Button>
          )
        }
      >
        <WorkRows
          tab={tab}
          now={list.fetchedAt}
          refreshing={list.isFetching}
          onClaim={(item) => void claim(item).catch(() => undefined)}
          onAction={(action, item) => run(action, targetOf(item))}
        />
      </ListPage>
      {dialogs}
      {batch && (
        <BatchDialog
          items={batch}
          onClose={(handled) => {
            closeBatch();
            unselect(handled);
          }}
        />
      )}
    </>
  );
};

interface PartProps {
  readonly list: OwnListController<WorkRow, Condition | 'tab'>;
}

/** The parts of the page with their counts. */
const WorkTabs = ({ list, tab }: PartProps & { readonly tab: WorkTab }) => {
  const label = useLabel();
  const manages = usePermissions().has(manageCode);
  const tabs = Object.keys(parts)
    .filter(isPart)
    .filter((each) => each !== 'all' || manages);
  return (
    <CountTabs
      label={label(['事务', 'Work'])}
      active={tab}
      onChoose={(next) => {
        list.selection.clear();
        list.change({ tab: next });
      }}
      items={tabs.map((key) => ({
        key,
        text: label(parts[key].title),
        count: <PartCount query={queryOf(list.state, key)} />,
      }))}
    />
  );
};

const WorkFilters = ({ list }: PartProps) => {
  const { state, change } = list;
  const label = useLabel();
  const narrow = useScreen() === 0;
  const kinds = useKinds();
  return (
    <div className="ky-filters">
      <ListText isSearch list={list} name="q" label={['事务名称', 'Title']} />
      {kinds.length > 1 && (
        <ChoiceFilter
          value={state.kind}
          label={label(['业务类型', 'Type'])}
          options={kinds.map((kind) => ({ value: kind.kind, label: label(kind.label) }))}
          onChange={(kind) => change({ kind })}
        />
      )}
      {!narrow && (
        <DateFilter
          name="arriveTime"
          spec={arrival}
          filters={datesOf(state)}
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
  );
};

/** How many tasks a part has under the same conditions. */
const PartCount = ({ query: conditions }: { readonly query: ReturnType<typeof queryOf> }) => {
  const client = useClient();
  const query = { ...conditions, current: 1, size: 1 };
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
