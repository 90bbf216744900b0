import type { RunningRow } from '@keyan/kernel/wire/processes.ts';
import type { ProcessAbility } from '@keyan/kernel/wire/tasks.ts';
import { Button } from 'antd';
import { useState } from 'react';
import { useScreen } from '../../base/useScreen.ts';
import { Empty } from '../../components/state.tsx';
import { toast } from '../../components/toast.ts';
import { type Text, useLabel } from '../../i18n/language.ts';
import { ChoiceFilter } from '../../list/ChoiceFilter.tsx';
import { ListText } from '../../list/filters.tsx';
import { useKinds } from '../../presentation/resources.tsx';
import { ListPage } from '../../table/ListPage.tsx';
import { type ListControllerProps, useListController } from '../../table/useListController.ts';
import { workKeys } from '../calls.ts';
import type { ProcessTarget } from '../processActions.ts';
import { useProcessActions } from '../useProcessActions.tsx';
import { FollowRows } from './FollowTable.tsx';
import { HandOverDialog } from './HandOverDialog.tsx';
import { ProcessDrawer } from './ProcessDrawer.tsx';

const conditions = {
  q: '',
  kind: '',
  applicant: '',
  dept: '',
  step: '',
  holder: '',
  days: '',
  state: '',
  sort: '',
};

type Condition = keyof typeof conditions;

type FollowList = ListControllerProps<RunningRow, Condition>;

const keyOf = ({ processInstanceId }: RunningRow): string => processInstanceId;

/** Returns a process as the subject of actions on processes. */
const targetOf = (process: RunningRow): ProcessTarget => ({
  kind: process.processDefinitionKey,
  businessId: process.businessId,
  processInstanceId: process.processInstanceId,
  withdrawTaskId: '',
  waiting: process.held.flatMap(({ nodeName, tasks }) =>
    tasks.map(({ taskId, assigneeName }) => ({ taskId, nodeName, assigneeName })),
  ),
});

type Options = readonly (readonly [value: string, label: Text])[];

const stayChoices: Options = [
  ['3', ['停留 3 天以上', '3 days or longer']],
  ['7', ['停留 7 天以上', '7 days or longer']],
  ['15', ['停留 15 天以上', '15 days or longer']],
  ['30', ['停留 30 天以上', '30 days or longer']],
];

const stateChoices: Options = [
  ['active', ['运行中', 'Running']],
  ['suspended', ['已挂起', 'Suspended']],
  ['overdue', ['已逾期', 'Overdue']],
  ['trouble', ['有异常', 'With problems']],
];

const sortChoices: Options = [['stay', ['停留最久在前', 'Longest wait first']]];

const choiceFilters: readonly (readonly [name: Condition, label: Text, options: Options])[] = [
  ['days', ['停留', 'Waiting'], stayChoices],
  ['state', ['状态', 'Status'], stateChoices],
  ['sort', ['排序', 'Order'], sortChoices],
];

const textFilters: readonly (readonly [name: Condition, label: Text])[] = [
  ['applicant', ['申请人', 'Applicant']],
  ['dept', ['部门', 'Department']],
  ['step', ['当前环节', 'Step']],
  ['holder', ['办理人', 'Assignee']],
];

const FollowFilters = ({ list }: { readonly list: FollowList }) => {
  const { state, change } = list;
  const label = useLabel();
  const narrow = useScreen() === 0;
  const kinds = useKinds();
  return (
    <div className="ky-filters">
      <ListText isSearch list={list} name="q" label={['标题、编号', 'Title or number']} />
      <ChoiceFilter
        value={state.kind}
        label={label(['业务类型', 'Type'])}
        options={kinds.map((kind) => ({ value: kind.kind, label: label(kind.label) }))}
        onChange={(kind) => change({ kind })}
      />
      {!narrow &&
        textFilters.map(([name, text]) => (
          <ListText key={name} list={list} name={name} label={text} />
        ))}
      {choiceFilters.map(([name, text, options]) => (
        <ChoiceFilter
          key={name}
          value={state[name]}
          label={label(text)}
          options={options.map(([value, each]) => ({ value, label: label(each) }))}
          onChange={(value) => change({ [name]: value })}
        />
      ))}
    </div>
  );
};

/** Renders 流程跟踪: running processes, for users who manage them. */
export const FollowPage = () => {
  const label = useLabel();
  const narrow = useScreen() === 0;
  const { run, dialogs } = useProcessActions();
  const [shown, setShown] = useState<string>();
  const [handing, setHanding] = useState<readonly RunningRow[] | null>(null);
  const list = useListController<RunningRow, Condition>({
    conditions,
    keyOf,
    queryKey: workKeys.running,
    path: '/blade-flow/follow/list',
    query: (state) => ({
      businessName: state.q,
      processDefinitionKey: state.kind,
      applicant: state.applicant,
      deptName: state.dept,
      nodeName: state.step,
      assigneeName: state.holder,
      stayDays: state.days,
      state: state.state,
      sort: state.sort,
    }),
  });
  const { selected, unselect } = list.selection;
  // Current row: the list is refetched while the drawer is open.
  const open = list.rows?.find((row) => keyOf(row) === shown);
  const handOver = () => {
    const chosen = [...selected.values()];
    if (chosen.length > 0) setHanding(chosen);
    else toast.warning(['请选择至少一条数据', 'Select at least one process']);
  };
  return (
    <>
      <ListPage
        title={label(['流程跟踪', 'Running processes'])}
        context={label(['您管理的、正在运行的流程', 'Running processes that you manage'])}
        list={list}
        filters={<FollowFilters list={list} />}
        empty={<Empty>{label(['没有运行中的流程', 'No processes are running'])}</Empty>}
        chosen={narrow ? 0 : selected.size}
        footActions={
          !narrow && <Button onClick={handOver}>{label(['批量转办', 'Reassign selected'])}</Button>
        }
      >
        <FollowRows
          now={list.fetchedAt}
          refreshing={list.isFetching}
          onOpen={(row) => setShown(keyOf(row))}
          onAction={(action: ProcessAbility, row) => run(action, targetOf(row))}
        />
      </ListPage>
      {dialogs}
      {open && (
        <ProcessDrawer process={open} now={list.fetchedAt} onClose={() => setShown(undefined)} />
      )}
      {handing && (
        <HandOverDialog
          processes={handing}
          onClose={(handled) => {
            setHanding(null);
            unselect(handled);
          }}
        />
      )}
    </>
  );
};
