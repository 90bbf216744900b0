import { fill } from '@keyan/kernel/label.ts';
import { App } from 'antd';
import { useLabel } from '../i18n/language.ts';
import { useRuntime } from './runtime.ts';

/** Returns a function that signs out, after confirmation if a tab has unsaved input. */
export const useSignOut = (): (() => void) => {
  const { client, tabs } = useRuntime();
  const { modal } = App.useApp();
  const label = useLabel();
  return () => {
    const count = tabs.get().list.filter((tab) => tab.dirty).length;
    if (count === 0) return void client.signOut();
    modal.confirm({
      title: label(['退出登录？', 'Sign out?']),
      content: label(
        fill(
          [
            '有 {count} 个页签的内容还没有保存，已在本机留有草稿',
            'Tabs with unsaved changes: {count}; drafts are kept on this device',
          ],
          { count },
        ),
      ),
      okText: label(['退出登录', 'Sign out']),
      cancelText: label(['取消', 'Cancel']),
      onOk: () => client.signOut(),
    });
  };
};
