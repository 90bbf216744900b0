import { useClient } from '@keyan/console/client/context.tsx';
import { MenuButton } from '@keyan/console/components/MenuButton.tsx';
import { Tag } from '@keyan/console/components/StatusTag.tsx';
import { toast } from '@keyan/console/components/toast.ts';
import { queryKeysOf, type WireRow } from '@keyan/console/data/calls.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { usePermissions } from '@keyan/console/navigation/useMenus.ts';
import { present, type ValueProps } from '@keyan/console/presentation/present.ts';
import { impersonateCode } from '@keyan/kernel/access/viewing.ts';
import type { View } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { entryOf } from '@keyan/kernel/values/dictionary.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ComponentProps, lazy, type ReactElement, Suspense, useState } from 'react';
import { enableStatus } from '../../shared/dictionaries.ts';
import { user } from './user.ts';
import type { AccountDialog } from './user-dialogs.web.tsx';

const Dialogs = lazy(() => import('./user-dialogs.web.tsx'));

interface ToolsProps {
  readonly row: WireRow;
  readonly view: View;
}

type Act = AccountDialog | 'unlock' | 'start';

interface Offer {
  readonly act: Act;
  readonly code: string;
  readonly label: Label;
  readonly danger?: true;
  readonly when?: (row: WireRow) => boolean;
}

const offers: readonly Offer[] = [
  { act: 'departments', code: 'user_edit', label: ['兼任部门', 'Departments'] },
  { act: 'reset', code: 'user_reset', label: ['重置密码', 'Reset password'] },
  { act: 'unlock', code: 'user_unlock', label: ['解除锁定', 'Unlock'] },
  {
    act: 'view',
    code: impersonateCode,
    label: ['以其身份查看', 'View as this person'],
    when: ({ status }) => status === '1',
  },
  {
    act: 'start',
    code: 'user_stop',
    label: ['启用', 'Enable'],
    when: ({ status }) => status === '0',
  },
  {
    act: 'handOver',
    code: 'user_stop',
    label: ['移交待办', 'Hand over tasks'],
    when: ({ status }) => status === '1',
  },
  {
    act: 'stop',
    code: 'user_stop',
    label: ['停用（离校移交）', 'Disable and hand over'],
    danger: true,
    when: ({ status }) => status === '1',
  },
];

/** Actions that send their call without a dialog. */
const atOnce = {
  unlock: ['blade-user/unlock', ['已解除锁定', 'Unlocked']],
  start: ['kh-edu-research/personnelaccount/startUser', ['已启用', 'Enabled']],
} as const satisfies Partial<Record<Act, readonly [string, Label]>>;

const isAtOnce = (act: Act): act is keyof typeof atOnce => act in atOnce;

/** Returns the action menu of an account, and the dialog of the chosen action. */
const useAccountMenu = ({ row }: ToolsProps, button: ReactElement<ComponentProps<'button'>>) => {
  const label = useLabel();
  const client = useClient();
  const queries = useQueryClient();
  const permissions = usePermissions();
  const [open, setOpen] = useState<AccountDialog>();
  const found = offers.filter(
    ({ code, when }) => permissions.has(code) && (when === undefined || when(row)),
  );
  if (found.length === 0) return null;
  const refresh = () => queries.invalidateQueries({ queryKey: queryKeysOf(user).all });
  const run = (act: Act) => {
    if (!isAtOnce(act)) return setOpen(act);
    const [call, done] = atOnce[act];
    return void client
      .post(`/${call}`, { userIds: [row.id] })
      .then(() => toast.success(done))
      // `useClient` has already shown the fault to the user.
      .catch(() => undefined)
      .finally(() => void refresh());
  };
  return (
    <>
      <MenuButton
        menu={{
          items: found.map(({ act, label: text, danger }) => ({
            key: act,
            label: label(text),
            danger,
          })),
          onClick: ({ key }) => run(key as Act),
        }}
      >
        {button}
      </MenuButton>
      <Suspense>
        {open && (
          <Dialogs
            open={open}
            row={row}
            onClose={() => {
              setOpen(undefined);
              void refresh();
            }}
          />
        )}
      </Suspense>
    </>
  );
};

/** Renders the menu 账号 in the row of an account. */
const UserTools = (props: ToolsProps) => {
  const label = useLabel();
  return useAccountMenu(
    props,
    <button type="button" className="ky-link" tabIndex={-1}>
      {label(['账号', 'Account'])}
    </button>,
  );
};

/** Renders the buttons in the header of an account's page. */
const UserActions = (props: ToolsProps) => {
  const label = useLabel();
  return useAccountMenu(props, <Button>{label(['账号', 'Account'])}</Button>);
};

/** Renders, after a save that removed roles or departments, the hand-over of tasks taken by them. */
const AfterSave = (props: { readonly row: WireRow; readonly onClose: () => void }) =>
  usePermissions().has('user_stop') ? (
    <Suspense>
      <Dialogs open="lost" {...props} />
    </Suspense>
  ) : null;

const Standing = ({ value }: ValueProps) => {
  const label = useLabel();
  const entry = entryOf(enableStatus, String(value));
  if (!entry) return null;
  return value === '1' ? (
    <Tag tone="success" glyph="approved">
      {label(entry.label)}
    </Tag>
  ) : (
    <Tag tone="neutral" glyph="void">
      {label(entry.label)}
    </Tag>
  );
};

/** Presentation of accounts on their list and form. */
export const userPresentation = present(user, {
  ExtraRowActions: UserTools,
  ExtraRecordActions: UserActions,
  AfterSave,
  Status: ({ row }) => (
    <Standing name="status" spec={user.fields.status.spec} value={row.status} row={row} />
  ),
  rowFields: ['status', 'account', 'realName', 'deptId'],
  fields: {
    status: { Cell: Standing, Text: Standing, width: 104 },
    realName: { width: 140 },
    account: { width: 140 },
    roles: { span: 2, width: 180 },
    posts: { span: 2, width: 160 },
    deptId: { span: 2, width: 160 },
  },
});
