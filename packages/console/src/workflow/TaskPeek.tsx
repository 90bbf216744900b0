import type { WorkRow } from '@keyan/kernel/wire/tasks.ts';
import RecordPeek from '../detail/RecordPeek.tsx';
import { useLabel } from '../i18n/language.ts';
import { useRuntime } from '../navigation/runtime.ts';
import { useDefinition, useOutlineOfKind } from '../presentation/resources.tsx';
import { isRevision, type WorkTab } from './calls.ts';
import { OpenChecksList, useOpenChecks } from './checks/ChecksBand.tsx';
import { recordNameOf } from './itemNames.ts';
import { useItemPath } from './itemPaths.ts';

interface TaskPeekProps {
  readonly item: WorkRow;
  readonly tab: WorkTab;
  readonly onClose: () => void;
}

/** Renders the findings of the record's checks, and why it was last returned. */
const TaskNotes = ({ item, tab }: Omit<TaskPeekProps, 'onClose'>) => {
  const label = useLabel();
  const { found } = useOpenChecks(tab === 'todo' && !isRevision(item, tab) ? [item] : []);
  return (
    <div className="ky-peek-notes">
      <p className="ky-note">
        {[item.kindName, item.applicant, item.deptName, item.nodeName].filter(Boolean).join(' · ')}
      </p>
      {item.returnReason !== '' && (
        <p className="ky-note">
          {label(['上次退回：', 'Returned before: '])}
          {item.returnReason}
        </p>
      )}
      <OpenChecksList found={found?.[item.businessId]} />
    </div>
  );
};

/**
 * Renders a task beside the list: the fields of its record, the findings of its checks, and a
 * button to its page.
 */
const TaskPeek = ({ item, tab, onClose }: TaskPeekProps) => {
  const { open } = useRuntime();
  const path = useItemPath(item, tab);
  const resource = useDefinition(useOutlineOfKind(item.kind)?.key);
  if (!resource) return null;
  return (
    <RecordPeek
      resource={resource}
      id={item.businessId}
      go={tab === 'todo' ? ['办理', 'Review'] : ['打开', 'Open']}
      onOpen={() => open(path, { title: recordNameOf(item) })}
      onClose={onClose}
    >
      <TaskNotes item={item} tab={tab} />
    </RecordPeek>
  );
};

export default TaskPeek;
