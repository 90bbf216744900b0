import { fill } from '@keyan/kernel/label.ts';
import { App } from 'antd';
import { useMemo } from 'react';
import { useLabel } from '../i18n/language.ts';
import { useRuntime } from './runtime.ts';
import { otherTabsOf, type Tab, type Tabs, tabsRightOf } from './tabs.ts';

/** Actions on tabs; each asks first if a tab has unsaved input. */
export interface TabActions {
  close(tab: Tab): void;
  closeOthers(tab: Tab): void;
  closeRight(tab: Tab): void;
  closeAll(): void;
  reload(tab: Tab): void;
}

export const useTabActions = (): TabActions => {
  const runtime = useRuntime();
  const { modal } = App.useApp();
  const label = useLabel();
  return useMemo(() => {
    const tabs = (): Tabs => runtime.tabs.get();
    const { path: home } = runtime.config.home;

    /** Runs `act` immediately if all given tabs are saved, otherwise after confirmation. */
    const after = (given: readonly Tab[], act: () => void, hint: string, word: string) => {
      const unsaved = given.filter((tab) => tab.dirty);
      const [first] = unsaved;
      if (!first) return act();
      runtime.open(first.path);
      modal.confirm({
        title:
          unsaved.length === 1
            ? label(
                fill(['“{title}”有未保存内容', '“{title}” has unsaved changes'], {
                  title: label(first.title),
                }),
              )
            : label(
                fill(['有 {count} 个页签的内容未保存', 'Tabs with unsaved changes: {count}'], {
                  count: unsaved.length,
                }),
              ),
        content: hint,
        okText: word,
        cancelText: label(['继续填写', 'Keep editing']),
        autoFocusButton: 'cancel',
        onOk: act,
      });
    };
    const closing = (given: readonly Tab[], act: () => void) =>
      after(
        given,
        act,
        label([
          '关闭后内容仍作为草稿留着，再打开此页时可以恢复',
          'Your input is kept as a draft that you can restore when you open this page again',
        ]),
        label(['关闭页签', 'Close tab']),
      );

    return {
      close: (tab) => closing([tab], () => runtime.close(tab.key)),
      closeOthers: (tab) =>
        closing(otherTabsOf(tabs(), tab.key), () => runtime.closeOthers(tab.key)),
      closeRight: (tab) => closing(tabsRightOf(tabs(), tab.key), () => runtime.closeRight(tab.key)),
      closeAll: () => closing(otherTabsOf(tabs(), home), runtime.closeAll),
      reload: (tab) =>
        after(
          [tab],
          () => {
            runtime.open(tab.path);
            runtime.tabs.renew(tab.key);
          },
          label([
            '重新加载后回到上次保存的内容，未保存的留作草稿',
            'The page returns to the saved version; unsaved input is kept as a draft',
          ]),
          label(['重新加载', 'Reload']),
        ),
    };
  }, [runtime, modal, label]);
};
