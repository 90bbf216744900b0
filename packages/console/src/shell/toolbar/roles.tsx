import { IdcardOutlined } from '@ant-design/icons';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { useQuery } from '@tanstack/react-query';
import { App } from 'antd';
import { useUser } from '../../client/context.tsx';
import { type Text, useLabel } from '../../i18n/language.ts';
import { useRuntime } from '../../navigation/runtime.ts';
import type { ToolbarItem } from './item.ts';

/** A role of the user, as in the response. */
interface Role {
  readonly id: string;
  readonly roleName: string;
  readonly roleNameEn?: string;
}

const words = {
  role: ['角色', 'Role'],
  all: ['全部', 'All'],
  question: ['切换角色？', 'Switch roles?'],
  switch: ['切换', 'Switch'],
  cancel: ['取消', 'Cancel'],
} as const satisfies Record<string, Label>;

const unsavedTabsText = (count: number): Label =>
  fill(
    [
      '切换后所有页签会关闭。有 {count} 个页签的内容还没有保存，已在本机留有草稿',
      'All tabs will close. {count} of them have unsaved changes; drafts are kept on this device',
    ],
    { count: String(count) },
  );

const nameOf = ({ roleName, roleNameEn }: Role): Text =>
  roleNameEn ? [roleName, roleNameEn] : roleName;

/** Key of the choice of all roles; no role id is empty. */
const allRolesKey = '';

/** Toolbar item: switches roles, for users with several: all at once, or one. */
export const rolesItem: ToolbarItem = {
  key: 'role',
  from: 1,
  useView() {
    const label = useLabel();
    const { client, config, tabs } = useRuntime();
    const { modal } = App.useApp();
    const { roleIds } = useUser();
    const { data: own = [] } = useQuery({
      queryKey: ['roles'],
      queryFn: () => client.get<readonly Role[]>(config.roles, {}, { quiet: true }),
      staleTime: Number.POSITIVE_INFINITY,
    });
    if (own.length < 2) return undefined;

    const chosen = (roleIds?.length === 1 && own.find(({ id }) => id === roleIds[0])) || undefined;
    // The client has reported the failure.
    const choose = (key: string) =>
      client
        .switchRoles(key === allRolesKey ? own.map(({ id }) => id) : [key])
        .catch(() => undefined);
    return {
      label: label(words.role),
      icon: <IdcardOutlined />,
      text: label(chosen ? nameOf(chosen) : words.all),
      choices: {
        options: [
          { key: allRolesKey, label: label(words.all) },
          ...own.map((role) => ({ key: role.id, label: label(nameOf(role)) })),
        ],
        chosen: chosen?.id ?? allRolesKey,
        onChoose(key) {
          if (key === (chosen?.id ?? allRolesKey)) return;
          const count = tabs.get().list.filter((tab) => tab.dirty).length;
          if (count === 0) void choose(key);
          else {
            modal.confirm({
              title: label(words.question),
              content: label(unsavedTabsText(count)),
              okText: label(words.switch),
              cancelText: label(words.cancel),
              onOk: () => choose(key),
            });
          }
        },
      },
    };
  },
};
