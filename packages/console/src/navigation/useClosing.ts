import { App } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLabel } from '../i18n/language.ts';
import { useRuntime } from './runtime.ts';
import { othersOf, rightOf, type Tab, type Tabs } from './tabs.ts';

/** What can be done to tabs; each asks first when something in them is not saved. */
export interface TabActs {
  close(tab: Tab): void;
  closeOthers(tab: Tab): void;
  closeRight(tab: Tab): void;
  closeAll(): void;
  reload(tab: Tab): void;
}

export const useClosing = (): TabActs => {
  const runtime = useRuntime();
  const { modal } = App.useApp();
  const { t } = useTranslation();
  const label = useLabel();
  return useMemo(() => {
    const tabs = (): Tabs => runtime.tabs.get();
    const { path: home } = runtime.config.home;

    /** Does it at once when everything among the given tabs is saved, else after a question. */
    const after = (given: readonly Tab[], act: () => void, hint: string, word: string) => {
      const unsaved = given.filter((tab) => tab.dirty);
      const [first] = unsaved;
      if (!first) return act();
      runtime.open(first.path);
      modal.confirm({
        title:
          unsaved.length === 1
            ? t('tab.closeUnsaved', { title: label(first.title) })
            : t('tab.closeManyUnsaved', { count: unsaved.length }),
        content: hint,
        okText: word,
        cancelText: t('tab.keep'),
        autoFocusButton: 'cancel',
        onOk: act,
      });
    };
    const closing = (given: readonly Tab[], act: () => void) =>
      after(given, act, t('tab.closeUnsavedHint'), t('tab.closeAnyway'));

    return {
      close: (tab) => closing([tab], () => runtime.close(tab.key)),
      closeOthers: (tab) => closing(othersOf(tabs(), tab.key), () => runtime.closeOthers(tab.key)),
      closeRight: (tab) => closing(rightOf(tabs(), tab.key), () => runtime.closeRight(tab.key)),
      closeAll: () => closing(othersOf(tabs(), home), runtime.closeAll),
      reload: (tab) =>
        after(
          [tab],
          () => {
            runtime.open(tab.path);
            runtime.tabs.renew(tab.key);
          },
          t('tab.reloadHint'),
          t('tab.reload'),
        ),
    };
  }, [runtime, modal, t, label]);
};
