import type { WorkRow } from '@keyan/kernel/wire/tasks.ts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, lazy, Suspense } from 'react';
import { useMedia } from '../base/useMedia.ts';
import { useScreen } from '../base/useScreen.ts';
import { useClient } from '../client/context.tsx';
import { Glyph } from '../components/Glyph.tsx';
import { Empty } from '../components/state.tsx';
import { toast } from '../components/toast.ts';
import { type Text, useLabel } from '../i18n/language.ts';
import { usePermissions } from '../navigation/useMenus.ts';
import { CountTabs } from '../table/CountTabs.tsx';
import { ListPage } from '../table/ListPage.tsx';
import { type ListControllerProps, useListController } from '../table/useListController.ts';
import type { PagedQuery } from '../table/usePagedQuery.ts';
import { WorkBatch } from './batch/WorkBatch.tsx';
import { manageCode, type WorkTab, workCalls, workKeys, workList } from './calls.ts';
import { KindsBeside } from './KindsBeside.tsx';
import type { ProcessTarget } from './processActions.ts';
import { useProcessActions } from './useProcessActions.tsx';
import { useStoredQueue } from './useQueue.ts';
import { arrivalRange, type WorkCondition, WorkFilters, workConditions } from './WorkFilters.tsx';
import { WorkRows, workRowHeight } from './WorkTable.tsx';
import './workflow.css';

const TaskPeek = lazy(() => import('./TaskPeek.tsx'));

interface PartText {
  readonly title: Text;
  readonly about: Text;
  readonly empty: Text;
}

/** Name of each part, its content, and its text if empty. */
const partTexts: Readonly<Record<WorkTab, PartText>> = {
  todo: {
    about: ['停留最久的排在最前', 'Longest wait first'],
    title: ['待办', 'To do'],
    empty: ['没有待办事务', 'No open tasks'],
  },
  claim: {
    title: ['待签收', 'Unclaimed'],
    about: [
      '几个人都能办理，签收后归您办理',
      'Several people can review these; claim one to make it yours',
    ],
    empty: ['没有待签收的事务', 'No tasks to claim'],
  },
  done: {
    title: ['已办', 'Done'],
    about: ['您办理过的事务', 'What you have reviewed'],
    empty: ['还没有办理过事务', 'Nothing reviewed yet'],
  },
  send: {
    title: ['我发起', 'Submitted by me'],
    about: [
      '在谁那里、停留多久；超过承诺时间可以催办',
      'Who has it and for how long; you may send a reminder after the promised time',
    ],
    empty: ['还没有发起过事务', 'Nothing submitted yet'],
  },
  all: {
    title: ['全部待办', 'All open tasks'],
    about: ['全校待办理的事务，停留最久的排在最前', 'All open tasks, longest wait first'],
    empty: ['全校没有待办事务', 'No open tasks'],
  },
};

const idOf = (item: WorkRow): string => item.taskId;

const isPart = (tab: string): tab is WorkTab => Object.hasOwn(partTexts, tab);

type State = PagedQuery<WorkCondition | 'tab'>;

const conditionsOf = (state: State) => ({
  businessName: state.q,
  kind: state.kind,
  applicant: state.applicant,
  deptIds: state.dept,
  stayDays: state.stay,
  again: state.again,
  ...arrivalRange(state),
});

const queryOf = (state: State, tab: WorkTab) => ({ ...conditionsOf(state), type: tab });

/** Returns the query of the list without its page. */
const listQueryOf = (state: State, tab: WorkTab) => ({
  ...queryOf(state, tab),
  order: state.order,
  facts: '1',
});

/** Tabs that list open tasks. */
const waitingParts: ReadonlySet<WorkTab> = new Set(['todo', 'claim', 'all']);

/** Returns the item as the subject of actions on processes. */
const targetOf = (item: WorkRow): ProcessTarget => ({
  ...item,
  withdrawTaskId: item.taskId,
  waiting: [item],
});

/** Returns a function that claims a task. */
const useClaim = () => {
  const client = useClient();
  const queries = useQueryClient();
  return async (item: WorkRow) => {
    await workCalls(client).claim(item.taskId);
    toast.success(['签收成功', 'Claimed']);
    await queries.invalidateQueries({ queryKey: ['live'] });
  };
};

/** Media query of windows with room for the kinds at the left of the rows. */
const kindsBesideMedia = '(width >= 1360px)';

/** Fetches the numbers of a part by kind, under all conditions except that on the kind. */
const useKindCounts = (state: State, tab: WorkTab) => {
  const client = useClient();
  const query = queryOf({ ...state, kind: '' }, tab);
  const { data } = useQuery({
    queryKey: workKeys.kinds(query),
    queryFn: () => workCalls(client).kinds(query),
    placeholderData: keepPreviousData,
  });
  return data;
};

/**
 * Renders the pages of tasks: open, to claim, handled and sent by the user, and of everybody for
 * managers.
 */
const WorkPage = ({ start, title }: { start: { readonly tab: WorkTab }; title: Text }) => {
  const label = useLabel();
  const narrow = useScreen() === 0;
  const { run, dialogs } = useProcessActions();
  const claim = useClaim();
  /** Returns the tab in the address, or that of the route if the address names none. */
  const tabOf = ({ tab }: State): WorkTab => (isPart(tab) ? tab : start.tab);
  const list = useListController<WorkRow, WorkCondition, 'tab'>({
    conditions: workConditions,
    part: start,
    keyOf: idOf,
    queryKey: workKeys.all,
    path: workList,
    rowHeight: workRowHeight,
    query: (state) => listQueryOf(state, tabOf(state)),
  });
  const tab = tabOf(list.state);
  useStoredQueue(
    tab === 'todo' ? { ...conditionsOf(list.state), order: list.state.order } : undefined,
  );
  const kinds = useKindCounts(list.state, tab);
  const hasKindsBeside = useMedia(kindsBesideMedia);
  const chooseKind = (kind: string) => list.change({ kind });
  return (
    <>
      <ListPage
        title={label(title)}
        context={label(partTexts[tab].about)}
        list={list}
        tabs={<WorkTabs list={list} tab={tab} />}
        beside={
          hasKindsBeside && (
            <KindsBeside kinds={kinds} chosen={list.state.kind} onChoose={chooseKind} />
          )
        }
        filters={
          <WorkFilters
            list={list}
            waits={waitingParts.has(tab)}
            own={tab === 'send'}
            kinds={hasKindsBeside ? 'beside' : kinds}
          />
        }
        peek={({ row, onClose }) => (
          <Suspense>
            <TaskPeek item={row} tab={tab} onClose={onClose} />
          </Suspense>
        )}
        empty={<Empty>{label(partTexts[tab].empty)}</Empty>}
        chosen={narrow ? 0 : list.selection.selected.size}
        footActions={
          tab === 'todo' &&
          !narrow && <WorkBatch list={list} query={listQueryOf(list.state, tab)} />
        }
      >
        <WorkRows
          tab={tab}
          now={list.fetchedAt}
          refreshing={list.isFetching}
          hasKindsBeside={hasKindsBeside}
          onClaim={(item) => void claim(item).catch(() => undefined)}
          onAction={(action, item) => run(action, targetOf(item))}
        />
      </ListPage>
      {dialogs}
    </>
  );
};

interface PartProps {
  readonly list: ListControllerProps<WorkRow, WorkCondition | 'tab'>;
}

/** Renders the parts of the page with their counts. */
const WorkTabs = ({ list, tab }: PartProps & { readonly tab: WorkTab }) => {
  const label = useLabel();
  const manages = usePermissions().has(manageCode);
  const tabs = Object.keys(partTexts)
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
        text: label(partTexts[key].title),
        count: <PartCount query={queryOf(list.state, key)} />,
      }))}
    >
      {waitingParts.has(tab) && <Overdue list={list} tab={tab} />}
    </CountTabs>
  );
};

/** Number of days from which a task is overdue. */
const overdueDays = '7';

/** Renders 超过 7 天: the number of overdue tasks, as a filter. */
const Overdue = ({ list, tab }: PartProps & { readonly tab: WorkTab }) => {
  const label = useLabel();
  const client = useClient();
  const query = {
    ...queryOf({ ...list.state, stay: overdueDays }, tab),
    current: 1,
    size: 1,
  };
  const { data } = useQuery({
    queryKey: workKeys.list(query),
    queryFn: () => workCalls(client).list(query),
    placeholderData: keepPreviousData,
  });
  const isOn = list.state.stay === overdueDays;
  if (!data || (data.total === 0 && !isOn)) return null;
  return (
    <button
      type="button"
      className="ky-work-overdue"
      aria-pressed={isOn}
      onClick={() => list.change({ stay: isOn ? '' : overdueDays })}
    >
      <Glyph name="warning" size={12} />
      {label([`超过 ${overdueDays} 天 ${data.total} 条`, `${data.total} over ${overdueDays} days`])}
    </button>
  );
};

/** Renders the number of tasks of a part under the same conditions. */
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

/** Returns a page component that opens at one part, for the route table. */
export const workPage = (tab: WorkTab, title: Text): ComponentType => {
  const start = { tab };
  const Bound = () => <WorkPage start={start} title={title} />;
  return Bound;
};
