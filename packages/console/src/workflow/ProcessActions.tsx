import type { ProcessAbility, TaskPageData } from '@keyan/kernel/wire/tasks.ts';
import { Button } from 'antd';
import { useLabel } from '../i18n/language.ts';
import { useTab } from '../navigation/tab.ts';
import { taskPath } from '../records/processPaths.ts';
import { processActions } from './processActions.ts';
import { useProcessActions } from './useProcessActions.tsx';

interface ProcessActionsProps {
  readonly sheet: TaskPageData;
  /** The reader decides on this page; its footer reassigns their own task. */
  readonly handles: boolean;
}

/** The abilities that a task's page offers, in display order. */
const abilitiesOf = ({ sheet, handles }: ProcessActionsProps): readonly ProcessAbility[] => [
  ...(sheet.withdrawTaskId === '' ? [] : (['withdraw'] as const)),
  ...(sheet.waiting.length === 0 || (handles && sheet.canTransfer) ? [] : (['transfer'] as const)),
  ...sheet.manages,
];

/** Under the line of the way: what the reader may do to the process; nothing where that is nothing. */
export const ProcessActions = (props: ProcessActionsProps) => {
  const { sheet, handles } = props;
  const label = useLabel();
  const tab = useTab();
  const { run, dialogs } = useProcessActions();
  const abilities = abilitiesOf(props);
  const confirms = !handles && sheet.isConfirmation && sheet.mine !== 'none';
  return (
    <>
      {(abilities.length > 0 || confirms) && (
        <div className="ky-flow-verbs ky-noprint">
          {confirms && (
            <Button type="primary" onClick={() => tab.open(taskPath(sheet.kind, sheet))}>
              {label(['去确认', 'Confirm'])}
            </Button>
          )}
          {abilities.map((ability) => {
            const { label: text, danger = false } = processActions[ability];
            return (
              <Button key={ability} danger={danger} onClick={() => run(ability, sheet)}>
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
