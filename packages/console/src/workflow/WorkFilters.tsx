import type { WorkKindRow } from '@keyan/kernel/wire/tasks.ts';
import { Button, Popover } from 'antd';
import { useScreen } from '../base/useScreen.ts';
import { type Text, useLabel } from '../i18n/language.ts';
import { ChoiceFilter } from '../list/ChoiceFilter.tsx';
import { DepartmentFilter, ListDates, ListText } from '../list/filters.tsx';
import { useKinds } from '../presentation/resources.tsx';

/** Conditions that filter or order a task list, with their neutral values. */
export const workConditions = {
  q: '',
  kind: '',
  applicant: '',
  dept: '',
  stay: '',
  again: '',
  order: '',
  from: '',
  to: '',
};

export type WorkCondition = keyof typeof workConditions;

export const arrivalRange = ({ from, to }: { readonly from: string; readonly to: string }) => ({
  arriveTime_dategt: from,
  arriveTime_datelt: to,
});

interface WorkFiltersProps {
  readonly list: {
    readonly state: Readonly<Record<WorkCondition, string>>;
    readonly change: (next: { readonly [name in WorkCondition]?: string }) => void;
  };
  /** True if the part shows pending tasks, whose waiting time matters. */
  readonly waits: boolean;
  /** True if all tasks are the reader's own, so that no filter by person is needed. */
  readonly own: boolean;
}

interface KindFilterProps extends Pick<WorkFiltersProps, 'list'> {
  /** Kinds of the list with their numbers; undefined until loaded. */
  readonly kinds: readonly WorkKindRow[] | undefined;
}

/**
 * Renders the filter 业务类型, each kind with its number; a chosen kind without rows still shows its
 * name.
 */
const KindFilter = ({ list, kinds = [] }: KindFilterProps) => {
  const label = useLabel();
  const known = useKinds();
  const { kind } = list.state;
  const isListed = kind === '' || kinds.some((each) => each.kind === kind);
  const chosen = isListed ? undefined : known.find((each) => each.kind === kind);
  return (
    <ChoiceFilter
      value={kind}
      label={label(['业务类型', 'Type'])}
      options={[
        ...kinds.map((each) => ({ value: each.kind, label: `${each.kindName} ${each.total}` })),
        ...(chosen ? [{ value: kind, label: label(chosen.label) }] : []),
      ]}
      onChange={(next) => list.change({ kind: next })}
    />
  );
};

const waitingDays = ['3', '7', '14', '30'];

/** Renders one filter with fixed choices. */
const Choice = (
  props: WorkFiltersProps & {
    readonly name: WorkCondition;
    readonly label: Text;
    readonly options: readonly { readonly value: string; readonly label: Text }[];
  },
) => {
  const label = useLabel();
  const { list, name } = props;
  return (
    <ChoiceFilter
      value={list.state[name]}
      label={label(props.label)}
      options={props.options.map((option) => ({ ...option, label: label(option.label) }))}
      onChange={(value) => list.change({ [name]: value } as Partial<Record<WorkCondition, string>>)}
    />
  );
};

const StayFilter = (props: WorkFiltersProps) => (
  <Choice
    {...props}
    name="stay"
    label={['停留', 'Waiting']}
    options={waitingDays.map((days) => ({
      value: days,
      label: [`超过 ${days} 天`, `Over ${days} days`],
    }))}
  />
);

/** Renders filters by person, and by an earlier return. An active filter is always shown. */
const OriginFilters = (props: WorkFiltersProps) => {
  const { list, own } = props;
  const { state, change } = list;
  return (
    <>
      {(!own || state.applicant !== '') && (
        <ListText list={list} name="applicant" label={['发起人', 'Applicant']} />
      )}
      {(!own || state.dept !== '') && (
        <DepartmentFilter ids={state.dept} onChange={(dept) => change({ dept })} />
      )}
      <Choice
        {...props}
        name="again"
        label={['提交次数', 'Submission']}
        options={[
          { value: '1', label: ['再次提交', 'Resubmitted'] },
          { value: '0', label: ['首次提交', 'First submission'] },
        ]}
      />
    </>
  );
};

/** Renders the filters that are used less often. */
const RareFilters = (props: WorkFiltersProps) => {
  const { list, waits } = props;
  return (
    <>
      {waits && (
        <Choice
          {...props}
          name="order"
          label={['停留最久在前', 'Longest wait first']}
          options={[{ value: 'newest', label: ['最新到达在前', 'Newest first'] }]}
        />
      )}
      <ListDates list={list} label={['到达时间', 'Arrived']} />
    </>
  );
};

interface WorkKinds {
  /** Kinds to choose from; `beside` if the page has them at its left. */
  readonly kinds: readonly WorkKindRow[] | 'beside' | undefined;
}

/** Renders the filters of a task list, equal for all its parts. */
export const WorkFilters = ({ kinds, ...props }: WorkFiltersProps & WorkKinds) => {
  const { list, waits } = props;
  const label = useLabel();
  const screen = useScreen();
  return (
    <div className="ky-filters ky-work-filters">
      <ListText isSearch list={list} name="q" label={['事务名称', 'Title']} />
      {kinds !== 'beside' && <KindFilter list={list} kinds={kinds} />}
      {screen > 0 && waits && <StayFilter {...props} />}
      {screen === 3 && <OriginFilters {...props} />}
      <Popover
        trigger="click"
        placement="bottomRight"
        content={
          <div className="ky-work-more">
            {screen === 0 && waits && <StayFilter {...props} />}
            {screen < 3 && <OriginFilters {...props} />}
            <RareFilters {...props} />
          </div>
        }
      >
        <Button>{label(['更多条件', 'More'])}</Button>
      </Popover>
    </div>
  );
};
