import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import { useRuntime } from './runtime.ts';

/** Signs out at the user's word; asks first where something is not saved. */
export const useSignOut = (): (() => void) => {
  const { client, tabs } = useRuntime();
  const { modal } = App.useApp();
  const { t } = useTranslation();
  return () => {
    const count = tabs.get().list.filter((tab) => tab.dirty).length;
    if (count === 0) return void client.signOut();
    modal.confirm({
      title: t('bar.signOutQuestion'),
      content: t('bar.signOutUnsaved', { count }),
      okText: t('bar.signOut'),
      cancelText: t('cancel'),
      onOk: () => client.signOut(),
    });
  };
};
