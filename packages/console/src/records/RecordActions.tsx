import { MoreOutlined } from '@ant-design/icons';
import type { Resource, View } from '@keyan/kernel/definition/resource.ts';
import { Button, Tooltip } from 'antd';
import { type ComponentType, useRef } from 'react';
import { useScreen } from '../base/useScreen.ts';
import { MenuButton } from '../components/MenuButton.tsx';
import { toast } from '../components/toast.ts';
import type { WireRow } from '../data/calls.ts';
import { useLabel } from '../i18n/language.ts';
import { useTab } from '../navigation/tab.ts';
import { usePresentation, viewAddresses } from '../presentation/resources.tsx';
import {
  actionLabel,
  type RecordActionName,
  recordActionOf,
  recordPageActions,
  refusalOfAction,
} from './actions.ts';
import { useRecordActions } from './useRecordActions.tsx';
import './held.css';

/** Number of actions that are buttons on a wide screen; the rest is in the menu 更多. */
const asButtons = 2;
/** Actions that are primary buttons: at the end, on every screen. */
const primaryActions: ReadonlySet<RecordActionName> = new Set(['handle', 'submit']);

interface RecordActionsProps {
  readonly row: WireRow;
  readonly view: View;
}

/**
 * Returns a component with the actions that the server permits this user on the record now, and
 * those that it will permit later.
 */
export const recordActionsFor = (resource: Resource): ComponentType<RecordActionsProps> => {
  const RecordActions = ({ row, view }: RecordActionsProps) => {
    const label = useLabel();
    const tab = useTab();
    const isWide = useScreen() === 3;
    const { ExtraRecordActions } = usePresentation(resource);
    const chosen = useRef<RecordActionName>(undefined);
    const { run, dialogs } = useRecordActions(resource, view, () => {
      // A deleted record has no page.
      if (chosen.current === 'remove') tab.close(viewAddresses(view).list);
    });
    const allowed = recordPageActions(resource, row);
    const start = (action: RecordActionName) => {
      const reason = refusalOfAction(resource, action, row);
      // The reason is shown on click too, for users without a pointer to hover.
      if (reason !== undefined) return toast.warning([reason, reason]);
      chosen.current = action;
      run(action, row);
    };
    const buttons = allowed
      .slice(0, asButtons)
      .filter((action) => isWide || primaryActions.has(action));
    const more = allowed.filter((action) => !buttons.includes(action));
    const buttonOf = (action: RecordActionName) => {
      const reason = refusalOfAction(resource, action, row);
      return (
        <Tooltip key={action} title={reason}>
          <Button
            type={primaryActions.has(action) ? 'primary' : 'default'}
            aria-disabled={reason !== undefined || undefined}
            onClick={() => start(action)}
          >
            {label(actionLabel(resource, action, row))}
          </Button>
        </Tooltip>
      );
    };
    return (
      <>
        {ExtraRecordActions && <ExtraRecordActions row={row} view={view} />}
        {buttons.filter((action) => !primaryActions.has(action)).map(buttonOf)}
        {more.length > 0 && (
          <MenuButton
            menu={{
              items: more.map((action) => ({
                key: action,
                label: label(actionLabel(resource, action, row)),
                danger: recordActionOf(resource, action).danger,
              })),
              onClick: ({ key }) => start(key),
            }}
          >
            <Button icon={<MoreOutlined />} aria-label={label(['更多', 'More'])} />
          </MenuButton>
        )}
        {buttons.filter((action) => primaryActions.has(action)).map(buttonOf)}
        {dialogs}
      </>
    );
  };
  return RecordActions;
};
