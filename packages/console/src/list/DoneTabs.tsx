import { useLabel } from '../i18n/language.ts';
import { CountTabs } from '../table/CountTabs.tsx';
import type { ResourceListController } from './useResourceList.ts';
import { sumOfColumn, useStatusCounts } from './useRows.ts';

/** Renders the tabs of a task page: open tasks, and tasks that the user has handled. */
export const DoneTabs = ({ list }: { readonly list: ResourceListController }) => {
  const label = useLabel();
  const { resource, viewName, state, change } = list;
  const waiting = useStatusCounts(resource, viewName, { ...state, done: false }, true);
  const handled = useStatusCounts(resource, viewName, { ...state, done: true }, true);
  return (
    <CountTabs
      label={label(['办理情况', 'Review status'])}
      active={state.done ? 'done' : 'todo'}
      onChoose={(key) => change({ done: key === 'done' })}
      items={[
        { key: 'todo', text: label(['待我审核', 'To review']), count: sumOfColumn(waiting) },
        { key: 'done', text: label(['我已审核', 'Reviewed by me']), count: sumOfColumn(handled) },
      ]}
    />
  );
};
