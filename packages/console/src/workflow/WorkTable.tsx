import type { Language } from '@keyan/kernel/label.ts';
import { Glyph } from '../components/Glyph.tsx';
import { MenuButton } from '../components/MenuButton.tsx';
import { StatusTag } from '../components/StatusTag.tsx';
import { useLabel, useLanguage } from '../i18n/language.ts';
import { agoOf, daysOf, shortTime, stayText } from '../i18n/time.ts';
import { TabLink } from '../navigation/TabLink.tsx';
import { pagesOf, useResourceOfKind, viewFor } from '../presentation/resources.tsx';
import { processPath, taskPath } from '../records/processPaths.ts';
import { CheckPage } from '../table/CheckPage.tsx';
import { isRevision, type ProcessAbility, type WorkItem, type WorkTab } from './calls.ts';
import { statusByProcess } from './ended.ts';
import { processVerbs } from './verbs.ts';
import './todo.css';

export interface WorkRowsProps {
  readonly items: readonly WorkItem[];
  readonly tab: WorkTab;
  readonly now: number;
  readonly refreshing: boolean;
  readonly selected: ReadonlyMap<string, WorkItem>;
  readonly onSelect: (items: readonly WorkItem[], on: boolean) => void;
  readonly onClaim: (item: WorkItem) => void;
  readonly onVerb: (verb: ProcessAbility, item: WorkItem) => void;
}

/** Where the one verb of an item leads. */
export const useItemPath = (item: WorkItem, tab: WorkTab): string => {
  const resource = useResourceOfKind(item.kind);
  const view = resource && viewFor(resource);
  if (view && isRevision(item, tab)) return pagesOf(view).edit(item.businessId);
  return tab === 'todo' ? taskPath(item.kind, item) : processPath(item.kind, item);
};

/** How long it has waited, with its warning (visual.md §6). */
export const Stay = ({ since, now }: { since: string; now: number }) => {
  const label = useLabel();
  const stay = agoOf(since, now);
  const days = daysOf(stay);
  const tone = days >= 7 ? 'error' : days >= 3 ? 'warning' : undefined;
  return (
    <span className="ky-stay" data-tone={tone} title={since}>
      {tone && <Glyph name="warning" size={12} />}
      {label(stayText(stay))}
    </span>
  );
};

/** The item's own name: its kind stands in a column of its own. */
export const nameOf = ({ businessName, kindName }: WorkItem): string =>
  businessName.startsWith(`${kindName}-`)
    ? businessName.slice(kindName.length + 1)
    : businessName.slice(businessName.indexOf('-') + 1);

/** When it reached the reader, or when the reader was done with it. */
const timeOf = (item: WorkItem, tab: WorkTab): string =>
  (tab === 'done' && item.finishTime) || item.arriveTime;

const isTimed = (tab: WorkTab): boolean => tab === 'todo' || tab === 'claim' || tab === 'all';

type VerbProps = Pick<WorkRowsProps, 'tab' | 'onClaim' | 'onVerb'> & { readonly item: WorkItem };

const Verb = ({ item, tab, onClaim }: VerbProps) => {
  const label = useLabel();
  const path = useItemPath(item, tab);
  if (tab === 'claim') {
    return (
      <button type="button" className="ky-link" onClick={() => onClaim(item)}>
        {label(['签收', 'Claim'])}
      </button>
    );
  }
  const text = isRevision(item, tab)
    ? label(['修改', 'Revise'])
    : tab === 'todo'
      ? label(['办理', 'Handle'])
      : label(['查看', 'View']);
  return (
    <TabLink to={path} title={nameOf(item)}>
      {text}
    </TabLink>
  );
};

/** What may be done beside looking: one verb stands by itself, several are behind 更多. */
const MoreVerbs = ({ item, onVerb }: VerbProps) => {
  const label = useLabel();
  const [only, ...others] = item.can;
  if (!only) return null;
  if (others.length === 0) {
    return (
      <button type="button" className="ky-link" onClick={() => onVerb(only, item)}>
        {label(processVerbs[only].label)}
      </button>
    );
  }
  return (
    <MenuButton
      menu={{
        items: item.can.map((key) => ({
          key,
          label: label(processVerbs[key].label),
          danger: processVerbs[key].danger ?? false,
        })),
        onClick: ({ key }) => onVerb(key as ProcessAbility, item),
      }}
    >
      <button
        type="button"
        className="ky-link"
        aria-label={label([`更多：${nameOf(item)}`, `More: ${nameOf(item)}`])}
      >
        {label(['更多', 'More'])}
      </button>
    </MenuButton>
  );
};

const Where = ({ item, tab, now }: Pick<WorkRowsProps, 'tab' | 'now'> & { item: WorkItem }) => {
  const label = useLabel();
  if (item.suspended) return <span className="ky-note">{label(['已挂起', 'Suspended'])}</span>;
  if (isTimed(tab)) return <Stay since={item.arriveTime} now={now} />;
  return <StatusTag status={statusByProcess(item.status)} />;
};

const Title = ({ item, tab }: { item: WorkItem; tab: WorkTab }) => (
  <TabLink to={useItemPath(item, tab)} title={nameOf(item)}>
    <span title={nameOf(item)}>{nameOf(item)}</span>
  </TabLink>
);

/** Pixels of the columns after the title; English words are longer. */
const columnWidths = {
  zh: { kind: 96, applicant: 84, dept: 148, step: 132, time: 100, state: 88, verb: 64, verbs: 104 },
  en: {
    kind: 136,
    applicant: 92,
    dept: 148,
    step: 156,
    time: 100,
    state: 116,
    verb: 84,
    verbs: 148,
  },
} as const satisfies Record<Language, object>;

/** Where a screen has no room for all, these give way to the title. */
const rare = 'ky-col-rare';
/** And on a tablet this one, too. */
const rarest = 'ky-work-rare';

/** Work as a table: one line an item, one verb a line. */
export const WorkTable = (props: WorkRowsProps) => {
  const { items, tab, now, refreshing, selected, onSelect, onClaim, onVerb } = props;
  const label = useLabel();
  const columns = columnWidths[useLanguage()];
  // Where a row may offer more than to look, there is room for a second verb.
  const more = items.some((item) => item.can.length > 0);
  const widths = { ...columns, verb: more ? columns.verbs : columns.verb };
  const batchable = items.filter((item) => !isRevision(item, tab));
  const selectable = tab === 'todo' && batchable.length > 0;
  const here = batchable.filter((item) => selected.has(item.taskId)).length;
  return (
    <div className="ky-list-scroll" data-refreshing={refreshing || undefined}>
      <table className="ky-list-table ky-work" aria-busy={refreshing}>
        <colgroup>
          {selectable && <col style={{ width: 40 }} />}
          <col />
          <col className={rarest} style={{ width: widths.kind }} />
          <col style={{ width: widths.applicant }} />
          <col className={rare} style={{ width: widths.dept }} />
          <col style={{ width: widths.step }} />
          <col className={rare} style={{ width: widths.time }} />
          <col style={{ width: widths.state }} />
          <col style={{ width: widths.verb }} />
        </colgroup>
        <thead>
          <tr>
            {selectable && (
              <th scope="col" className="ky-col-check">
                <CheckPage
                  of={batchable.length}
                  chosen={here}
                  onChange={(on) => onSelect(batchable, on)}
                />
              </th>
            )}
            <th scope="col">{label(['事务名称', 'Title'])}</th>
            <th scope="col" className={rarest}>
              {label(['业务类型', 'Kind'])}
            </th>
            <th scope="col">{label(['发起人', 'Applicant'])}</th>
            <th scope="col" className={rare}>
              {label(['部门', 'Department'])}
            </th>
            <th scope="col">{label(['当前环节', 'Step'])}</th>
            <th scope="col" className={rare}>
              {tab === 'done' ? label(['办理时间', 'Handled']) : label(['到达时间', 'Arrived'])}
            </th>
            <th scope="col">
              {isTimed(tab) ? label(['停留', 'Waiting']) : label(['状态', 'Status'])}
            </th>
            <th scope="col" className="ky-col-actions">
              {label(['操作', 'Actions'])}
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr
              key={item.taskId || item.processInstanceId}
              aria-selected={selectable ? selected.has(item.taskId) : undefined}
            >
              {selectable && (
                <td className="ky-col-check">
                  {!isRevision(item, tab) && (
                    <input
                      type="checkbox"
                      checked={selected.has(item.taskId)}
                      aria-label={label([`选择 ${nameOf(item)}`, `Choose ${nameOf(item)}`])}
                      onChange={(event) => onSelect([item], event.target.checked)}
                    />
                  )}
                </td>
              )}
              <td>
                <Title item={item} tab={tab} />
              </td>
              <td className={rarest}>{item.kindName}</td>
              <td>{item.applicant}</td>
              <td className={rare} title={item.deptName}>
                {item.deptName}
              </td>
              <td title={item.assigneeName}>{item.nodeName || '–'}</td>
              <td className={rare} title={timeOf(item, tab)}>
                {shortTime(timeOf(item, tab), now)}
              </td>
              <td>
                <Where item={item} tab={tab} now={now} />
              </td>
              <td className="ky-col-actions">
                <span className="ky-row-actions">
                  <Verb item={item} tab={tab} onClaim={onClaim} onVerb={onVerb} />
                  <MoreVerbs item={item} tab={tab} onClaim={onClaim} onVerb={onVerb} />
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

/** Work on a phone: two lines an item; a touch opens it. */
export const WorkCards = ({ items, tab, now, refreshing, onClaim, onVerb }: WorkRowsProps) => (
  <ul className="ky-cards" aria-busy={refreshing}>
    {items.map((item) => (
      <WorkCard
        key={item.taskId || item.processInstanceId}
        item={item}
        tab={tab}
        now={now}
        onClaim={onClaim}
        onVerb={onVerb}
      />
    ))}
  </ul>
);

const WorkCard = (props: Pick<WorkRowsProps, 'now'> & VerbProps) => {
  const { item, tab, now } = props;
  const path = useItemPath(item, tab);
  return (
    <li className="ky-row-card-line">
      <TabLink to={path} title={nameOf(item)} className="ky-row-card">
        <span className="ky-row-card-title">{nameOf(item)}</span>
        <span className="ky-row-card-facts">
          <span className="ky-row-card-notes">
            {[item.kindName, item.applicant, item.nodeName].filter(Boolean).join(' · ')}
          </span>
          <Where item={item} tab={tab} now={now} />
        </span>
      </TabLink>
      {tab === 'claim' ? <Verb {...props} /> : <MoreVerbs {...props} />}
    </li>
  );
};
