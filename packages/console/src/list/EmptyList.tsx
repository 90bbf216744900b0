import { Empty } from '../components/state.tsx';
import { useLabel } from '../i18n/language.ts';
import { usePresentation } from '../presentation/resources.tsx';
import type { ResourceListController } from './useResourceList.ts';

interface EmptyListProps {
  readonly list: ResourceListController;
  readonly onAdd: (() => void) | undefined;
}

/** In place of rows where the view has none, even without filters. */
export const EmptyList = ({ list, onAdd }: EmptyListProps) => {
  const label = useLabel();
  const { resource, view, state } = list;
  const { words } = usePresentation(resource);
  const [zh] = resource.label;
  const add = words?.add ?? ([`登记${zh}`, 'Add the first'] as const);
  const isTodo = view.done !== undefined && !state.done;
  return (
    <Empty
      action={
        onAdd && (
          <button type="button" className="ky-link" onClick={onAdd}>
            {label(add)}
          </button>
        )
      }
    >
      {label(
        isTodo ? [`没有待您审核的${zh}`, 'No pending tasks'] : [`还没有${zh}`, 'No records yet'],
      )}
    </Empty>
  );
};
