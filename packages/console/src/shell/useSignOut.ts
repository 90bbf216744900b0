import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import { useRuntime } from './runtime.ts';

/** Signs out at the user's word; asks first, and says so when something is not saved. */
export const useSignOut = (): (() => void) => {
  const { client, tabs } = useRuntime();
  const { modal } = App.useApp();
  const { t } = useTranslation();
  return () => {
    const count = tabs.get().list.filter((tab) => tab.dirty).length;
    modal.confirm({
      title: t('bar.signOutQuestion'),
      content: count > 0 ? t('bar.signOutUnsaved', { count }) : undefined,
      okText: t('bar.signOut'),
      cancelText: t('cancel'),
      onOk: () => client.signOut(),
    });
  };
};
