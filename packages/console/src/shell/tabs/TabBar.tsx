import { CloseOutlined, HomeOutlined } from '@ant-design/icons';
import { fill } from '@keyan/kernel/label.ts';
import {
  type DragEvent,
  type KeyboardEvent,
  memo,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { useLabel } from '../../i18n/language.ts';
import { useRuntime, useTabs } from '../../navigation/runtime.ts';
import { tabId } from '../../navigation/tabkey.ts';
import { isClosable, type Tab } from '../../navigation/tabs.ts';
import { useTabActions } from '../../navigation/useTabActions.ts';
import { TabContextMenu, TabMenu } from './TabMenu.tsx';
import './tabs.css';

/** Returns the tab element around an element. */
const itemOf = (target: EventTarget): HTMLElement | null =>
  (target as HTMLElement).closest<HTMLElement>('.ky-tab');

interface TabItemProps {
  readonly tab: Tab;
  readonly active: boolean;
  readonly dragged: boolean;
  /** Closes the tab; undefined if it cannot be closed. */
  readonly onClose: ((tab: Tab) => void) | undefined;
  readonly onOpen: (path: string) => void;
}

/** Renders one tab. Memoised: a switch renders two tabs only. */
const TabItem = memo(({ tab, active, dragged, onOpen, onClose }: TabItemProps) => {
  const label = useLabel();
  const title = useLabel()(tab.title);
  return (
    // The button inside handles the keyboard; the rest of the tab is for the mouse.
    <div
      className="ky-tab"
      role="none"
      data-active={active || undefined}
      data-dragged={dragged || undefined}
      data-key={tab.key}
      draggable={!tab.fixed}
      onAuxClick={(event) => {
        if (event.button !== 1 || !onClose) return;
        event.preventDefault();
        onClose(tab);
      }}
    >
      <button
        type="button"
        role="tab"
        id={tabId(tab.key)}
        aria-selected={active}
        aria-keyshortcuts={onClose ? 'Delete Control+ArrowLeft Control+ArrowRight' : undefined}
        tabIndex={active ? 0 : -1}
        title={tab.dirty ? `${title} (${label(['有未保存内容', 'Unsaved changes'])})` : title}
        onClick={() => onOpen(tab.path)}
      >
        {tab.fixed && <HomeOutlined />}
        {tab.dirty && (
          <i
            className="ky-tab-dot"
            role="img"
            aria-label={label(['有未保存内容', 'Unsaved changes'])}
          />
        )}
        <span>{title}</span>
      </button>
      {onClose && (
        // Close button for the mouse; for the keyboard there are Delete and the menu at the end of
        // the bar.
        <button
          type="button"
          className="ky-tab-close"
          tabIndex={-1}
          aria-hidden
          title={label(fill(['关闭 {title}', 'Close {title}'], { title }))}
          onClick={() => onClose(tab)}
        >
          <CloseOutlined />
        </button>
      )}
    </div>
  );
});
TabItem.displayName = 'TabItem';

/**
 * Returns the handlers that reorder tabs by dragging: the tab moves when the pointer passes the
 * middle of another.
 */
const useDragging = () => {
  const { tabs } = useRuntime();
  const [dragged, setDragged] = useState<string>();
  const over = (event: DragEvent) => {
    if (dragged === undefined) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'move';
    const item = itemOf(event.target);
    const key = item?.dataset.key;
    if (!item || key === undefined || key === dragged) return;
    const keys = tabs
      .get()
      .list.filter((tab) => tab.listed)
      .map((tab) => tab.key);
    const box = item.getBoundingClientRect();
    const after = event.clientX > box.left + box.width / 2 ? 1 : 0;
    const to = keys.indexOf(key) + after;
    // Removing the dragged tab shifts the positions behind it one to the left.
    tabs.move(dragged, keys.indexOf(dragged) < to ? to - 1 : to);
  };
  return {
    dragged,
    handlers: {
      onDragStart: (event: DragEvent) => {
        const key = itemOf(event.target)?.dataset.key;
        event.dataTransfer.effectAllowed = 'move';
        setDragged(key);
      },
      onDragOver: over,
      onDrop: (event: DragEvent) => event.preventDefault(),
      onDragEnd: () => setDragged(undefined),
    },
  };
};

/** Target index of each navigation key: arrow keys, Home and End. */
const targetByKey: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

interface TabBarProps {
  /** Opens the menu search. */
  readonly onSearch: () => void;
}

/** Pixels visible beside the active tab, so that it does not look cut off. */
const visibleMargin = 8;

/**
 * Scrolls a row until the item is visible. `scrollIntoView` would also move the position from which
 * the Tab key continues, past the link to the content.
 */
const scrollToItem = (row: Element, item: Element): void => {
  const seen = row.getBoundingClientRect();
  const { left, right } = item.getBoundingClientRect();
  if (left < seen.left + visibleMargin) row.scrollLeft -= seen.left + visibleMargin - left;
  else if (right > seen.right - visibleMargin) row.scrollLeft += right + visibleMargin - seen.right;
};

/** Scrolls to the active tab, also when its title loads later or the bar gets narrower. */
const useRevealed = (active: string): RefObject<HTMLDivElement | null> => {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const row = bar.current;
    const item = row?.querySelector(`[data-key="${CSS.escape(active)}"]`);
    if (!row || !item) return;
    // The observer also calls back once at the start, after the layout: measuring here would force
    // a layout.
    const observer = new ResizeObserver(() => scrollToItem(row, item));
    observer.observe(row);
    observer.observe(item);
    return () => observer.disconnect();
  }, [active]);
  return bar;
};

export const TabBar = ({ onSearch }: TabBarProps) => {
  const label = useLabel();
  const runtime = useRuntime();
  const tabs = useTabs();
  const { close } = useTabActions();
  const { dragged, handlers } = useDragging();
  const bar = useRevealed(tabs.active);
  const shown = tabs.list.filter((tab) => tab.listed);

  /**
   * Handles keys: arrow keys move the focus, Delete closes (WAI-ARIA tabs with manual activation);
   * Ctrl+arrow moves the tab.
   */
  const walk = (event: KeyboardEvent<HTMLDivElement>) => {
    const items = () => [...(bar.current?.querySelectorAll<HTMLElement>('[role="tab"]') ?? [])];
    const all = items();
    const index = all.indexOf(document.activeElement as HTMLElement);
    const tab = shown[index];
    if (!tab) return;
    const to = targetByKey[event.key]?.(index, all.length);
    if (to !== undefined) {
      event.preventDefault();
      // Moving the element removes its focus.
      if (event.ctrlKey) flushSync(() => runtime.tabs.move(tab.key, to));
      (event.ctrlKey ? all[index] : all[to])?.focus();
    }
    if (event.key === 'Delete' && isClosable(tabs, tab.key)) {
      flushSync(() => close(tab));
      const left = items();
      // Focus the neighbour, unless a confirmation is open.
      if (left.length < all.length) (left[index] ?? left.at(-1))?.focus();
    }
  };

  return (
    <nav className="ky-tabs" aria-label={label(['页签', 'Tabs'])}>
      <TabContextMenu>
        <div
          ref={bar}
          className="ky-tabs-list"
          role="tablist"
          aria-label={label(['页签', 'Tabs'])}
          onKeyDown={walk}
          onWheel={({ currentTarget, deltaY }) => {
            currentTarget.scrollLeft += deltaY;
          }}
          tabIndex={-1}
          {...handlers}
        >
          {shown.map((tab) => (
            <TabItem
              key={tab.key}
              tab={tab}
              active={tab.key === tabs.active}
              dragged={tab.key === dragged}
              onOpen={runtime.open}
              onClose={isClosable(tabs, tab.key) ? close : undefined}
            />
          ))}
        </div>
      </TabContextMenu>
      <TabMenu onSearch={onSearch} />
    </nav>
  );
};
