import { CloseOutlined, DownOutlined, HomeOutlined } from '@ant-design/icons';
import { App, Dropdown } from 'antd';
import { type KeyboardEvent, type MouseEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLabel } from '../i18n/language.ts';
import { useRuntime, useTabs } from './runtime.ts';
import { isClosable, type Tab } from './tabs.ts';
import { useCacheClearing } from './useCacheClearing.ts';

/** Closes a tab; asks first when something in it is not saved. */
export const useClosing = (): ((tab: Tab) => void) => {
  const runtime = useRuntime();
  const { modal } = App.useApp();
  const { t } = useTranslation();
  const label = useLabel();
  return (tab) => {
    if (!tab.dirty) return runtime.close(tab.key);
    runtime.open(tab.path);
    modal.confirm({
      title: t('tab.closeUnsaved', { title: label(tab.title) }),
      content: t('tab.closeUnsavedHint'),
      okText: t('tab.closeAnyway'),
      cancelText: t('tab.keep'),
      autoFocusButton: 'cancel',
      onOk: () => runtime.close(tab.key),
    });
  };
};

/** The actions on all tabs (spec §2). */
const TabMenu = () => {
  const { t } = useTranslation();
  const runtime = useRuntime();
  const tabs = useTabs();
  const clearCache = useCacheClearing();
  const close = useClosing();
  const active = tabs.list.find((tab) => tab.key === tabs.active);
  const acts: Record<string, () => void> = {
    close: () => active && close(active),
    others: () => runtime.closeOthers(tabs.active),
    all: runtime.closeAll,
    cache: clearCache,
  };
  const only = tabs.list.filter((tab) => tab.listed && !tab.fixed).length === 0;
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{
        items: [
          { key: 'close', label: t('tab.close'), disabled: !isClosable(tabs, tabs.active) },
          { key: 'others', label: t('tab.closeOthers'), disabled: only },
          { key: 'all', label: t('tab.closeAll'), disabled: only },
          { type: 'divider' },
          { key: 'cache', label: t('tab.clearCache') },
        ],
        onClick: ({ key }) => acts[key]?.(),
      }}
    >
      <button type="button" className="ky-icon-button ky-tabs-menu" aria-label={t('tab.menu')}>
        <DownOutlined />
      </button>
    </Dropdown>
  );
};

export const TabBar = () => {
  const { t } = useTranslation();
  const label = useLabel();
  const runtime = useRuntime();
  const tabs = useTabs();
  const close = useClosing();
  const bar = useRef<HTMLDivElement>(null);
  const shown = tabs.list.filter((tab) => tab.listed);

  useEffect(() => {
    const active = bar.current?.querySelector(`[data-key="${CSS.escape(tabs.active)}"]`);
    active?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [tabs.active]);

  /** Arrow keys walk the bar, Delete closes (the pattern of WAI-ARIA tabs, manual activation). */
  const walk = (event: KeyboardEvent<HTMLDivElement>) => {
    const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };
    const step = steps[event.key];
    const all = [...(bar.current?.querySelectorAll<HTMLElement>('[role="tab"]') ?? [])];
    const index = all.indexOf(document.activeElement as HTMLElement);
    if (index < 0) return;
    if (step) all[(index + step + all.length) % all.length]?.focus();
    const tab = shown[index];
    if (event.key === 'Delete' && tab && isClosable(tabs, tab.key)) close(tab);
  };

  return (
    <nav className="ky-tabs" aria-label={t('tab.list')}>
      <div
        ref={bar}
        className="ky-tabs-list"
        role="tablist"
        aria-label={t('tab.list')}
        onKeyDown={walk}
        tabIndex={-1}
      >
        {shown.map((tab) => (
          <TabItem
            key={tab.key}
            tab={tab}
            active={tab.key === tabs.active}
            title={label(tab.title)}
            onOpen={() => runtime.open(tab.path)}
            onClose={isClosable(tabs, tab.key) ? () => close(tab) : undefined}
          />
        ))}
      </div>
      <TabMenu />
    </nav>
  );
};

interface TabItemProps {
  readonly tab: Tab;
  readonly active: boolean;
  readonly title: string;
  readonly onOpen: () => void;
  readonly onClose?: () => void;
}

const TabItem = ({ tab, active, title, onOpen, onClose }: TabItemProps) => {
  const { t } = useTranslation();
  const middle = (event: MouseEvent) => {
    if (event.button !== 1 || !onClose) return;
    event.preventDefault();
    onClose();
  };
  return (
    <div className="ky-tab" data-active={active || undefined} data-key={tab.key}>
      <button
        type="button"
        role="tab"
        aria-selected={active}
        aria-keyshortcuts={onClose && 'Delete'}
        tabIndex={active ? 0 : -1}
        title={tab.dirty ? `${title} (${t('tab.unsaved')})` : title}
        onClick={onOpen}
        onAuxClick={middle}
      >
        {tab.fixed && <HomeOutlined />}
        {tab.dirty && <i className="ky-tab-dot" role="img" aria-label={t('tab.unsaved')} />}
        <span>{title}</span>
      </button>
      {onClose && (
        // For the mouse; the keyboard has Delete, and everybody the menu at the end of the bar.
        <button type="button" className="ky-tab-close" tabIndex={-1} aria-hidden onClick={onClose}>
          <CloseOutlined />
        </button>
      )}
    </div>
  );
};
