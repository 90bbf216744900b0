import { resourceTextsOf } from '@keyan/kernel/definition/page/words.ts';
import { Empty } from '../components/state.tsx';
import { useLabel } from '../i18n/language.ts';
import type { ResourceListController } from './useResourceList.ts';

interface EmptyListProps {
  readonly list: ResourceListController;
  readonly onAdd: (() => void) | undefined;
}

/** Renders the note shown for a list without rows and without filters. */
export const EmptyList = ({ list, onAdd }: EmptyListProps) => {
  const label = useLabel();
  const { resource, view, state } = list;
  const [zh] = resource.label;
  const isTodo = view.done !== undefined && !state.done;
  return (
    <Empty
      action={
        onAdd && (
          <button type="button" className="ky-link" onClick={onAdd}>
            {label(resourceTextsOf(resource).add)}
          </button>
        )
      }
    >
      {label(
        isTodo
          ? [`没有待您审核的${zh}`, 'No pending tasks']
          : (view.none ?? [`还没有${zh}`, 'No records yet']),
      )}
    </Empty>
  );
};
