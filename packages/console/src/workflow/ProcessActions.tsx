import type { ProcessAbility, TaskPageData } from '@keyan/kernel/wire/tasks.ts';
import { Button } from 'antd';
import { useLabel } from '../i18n/language.ts';
import { useTab } from '../navigation/tab.ts';
import { taskPath } from '../records/processPaths.ts';
import { processActions } from './processActions.ts';
import { useProcessActions } from './useProcessActions.tsx';

interface ProcessActionsProps {
  readonly task: TaskPageData;
  /** True if the reader decides on this page; its footer reassigns their own task. */
  readonly handles: boolean;
}

/** Returns the abilities that a task's page offers, in display order. */
const abilitiesOf = ({ task, handles }: ProcessActionsProps): readonly ProcessAbility[] => [
  ...(task.canUrge ? (['urge'] as const) : []),
  ...(task.withdrawTaskId === '' ? [] : (['withdraw'] as const)),
  ...(task.asked.length === 0 ? [] : (['removeSign'] as const)),
  ...(task.waiting.length === 0 || (handles && task.canTransfer) ? [] : (['transfer'] as const)),
  ...task.manages,
];

/**
 * Renders the actions of the reader on the process, below the line of steps; nothing if there are
 * none.
 */
export const ProcessActions = (props: ProcessActionsProps) => {
  const { task, handles } = props;
  const label = useLabel();
  const tab = useTab();
  const { run, dialogs } = useProcessActions();
  const abilities = abilitiesOf(props);
  const confirms = !handles && task.isConfirmation && task.mine !== 'none';
  return (
    <>
      {(abilities.length > 0 || confirms) && (
        <div className="ky-process-actions ky-noprint">
          {confirms && (
            <Button type="primary" onClick={() => tab.open(taskPath(task.kind, task))}>
              {label(['去确认', 'Confirm'])}
            </Button>
          )}
          {abilities.map((ability) => {
            const { label: text, danger = false } = processActions[ability];
            return (
              <Button key={ability} danger={danger} onClick={() => run(ability, task)}>
                {label(text)}
              </Button>
            );
          })}
        </div>
      )}
      {dialogs}
    </>
  );
};
