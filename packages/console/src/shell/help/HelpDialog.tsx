import type { Label } from '@keyan/kernel/label.ts';
import { useQuery } from '@tanstack/react-query';
import { Modal } from 'antd';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useFocusReturn } from '../../base/useFocusReturn.ts';
import { useScreen } from '../../base/useScreen.ts';
import { useUser } from '../../client/context.tsx';
import { ErrorPanel, SkeletonRows } from '../../components/state.tsx';
import { useLabel, useLanguage } from '../../i18n/language.ts';
import { menuLeaves, menuTarget } from '../../navigation/menu.ts';
import { useRuntime, useTabs } from '../../navigation/runtime.ts';
import { activeShortcuts } from '../../navigation/shortcuts.ts';
import { splitPath } from '../../navigation/tabkey.ts';
import { useFrameState } from '../menu/frameState.ts';
import type { ToolbarDialogProps } from '../toolbar/item.ts';
import { type Found, findHelp, groupHelp, type HelpEntry, type HelpGroups } from './find.ts';
import { HelpArticle, type WayOpener } from './HelpArticle.tsx';
import { KeyList } from './KeyList.tsx';
import { headingOf, readHelp } from './text.ts';
import './help.css';

const groupTitles = {
  here: ['与本页有关', 'About this page'],
  own: ['您的工作', 'Your work'],
  others: ['其他工作', 'Other work'],
} as const satisfies Record<keyof HelpGroups, Label>;

const groupOrder = ['here', 'own', 'others'] as const satisfies readonly (keyof HelpGroups)[];

const keysTitle: Label = ['键盘快捷键', 'Keyboard shortcuts'];

/** Visible content: key of a help page with the number of a section, or the list of shortcuts. */
type VisiblePage = { readonly key: string; readonly at: number } | 'keys';

const useHelp = () => {
  const { config } = useRuntime();
  return useQuery({
    queryKey: ['help'],
    queryFn: async (): Promise<readonly HelpEntry[]> =>
      ((await config.help?.()) ?? []).map(({ key, roles, text: [zh, en] }) => ({
        key,
        roles,
        texts: [readHelp(zh), readHelp(en)],
      })),
    staleTime: Number.POSITIVE_INFINITY,
  });
};

/** Returns a function that opens a page of the reader's menu and closes the dialog. */
const useWays = (onClose: () => void): WayOpener => {
  const { menus } = useFrameState();
  const { open } = useRuntime();
  return useMemo(() => {
    const targets = menuLeaves(menus.flatMap(({ nodes }) => nodes)).map(menuTarget);
    const pages = new Set(targets.flatMap((to) => (to?.kind === 'page' ? [to.path] : [])));
    return (to) => {
      if (!pages.has(to)) return undefined;
      return () => {
        onClose();
        open(to);
      };
    };
  }, [menus, open, onClose]);
};

interface ContentsProps {
  readonly groups: HelpGroups;
  readonly shown: VisiblePage | undefined;
  readonly onShow: (shown: VisiblePage) => void;
}

/** Renders the table of contents: help pages by group, the list of shortcuts last. */
const Contents = ({ groups, shown, onShow }: ContentsProps) => {
  const label = useLabel();
  const side = useLanguage() === 'zh' ? 0 : 1;
  const current = shown === 'keys' ? shown : shown?.key;
  const entry = (key: string, title: string, to: VisiblePage) => (
    <li key={key}>
      <button type="button" aria-current={current === key || undefined} onClick={() => onShow(to)}>
        {title}
      </button>
    </li>
  );
  return (
    <>
      {groupOrder
        .filter((name) => groups[name].length > 0)
        .map((name) => (
          <section key={name} aria-labelledby={`ky-guide-${name}`}>
            <h2 id={`ky-guide-${name}`}>{label(groupTitles[name])}</h2>
            <ul>
              {groups[name].map(({ key, texts }) => entry(key, texts[side].title, { key, at: 0 }))}
            </ul>
          </section>
        ))}
      <ul>{entry('keys', label(keysTitle), 'keys')}</ul>
    </>
  );
};

/** Renders the sections that a search found. */
const Results = ({
  found,
  onShow,
}: {
  found: readonly Found[];
  onShow: (to: VisiblePage) => void;
}) => {
  const label = useLabel();
  const side = useLanguage() === 'zh' ? 0 : 1;
  return (
    <>
      <p className="ky-note" role="status">
        {label([`找到 ${found.length} 处`, `${found.length} found`])}
      </p>
      <ul>
        {found.map(({ entry, at, excerpt }) => (
          <li key={`${entry.key} ${at}`}>
            <button type="button" onClick={() => onShow({ key: entry.key, at })}>
              {headingOf(entry.texts[side], at)}
              <span className="ky-note">{excerpt}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
};

/** Scrolls to the chosen section and focuses it, so that screen readers read it. */
const useSection = (shown: VisiblePage | undefined, chosen: boolean) => {
  const article = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!chosen || shown === undefined) return;
    const at = shown === 'keys' ? 0 : shown.at;
    const heading = article.current?.querySelectorAll<HTMLElement>('h2, h3')[at];
    heading?.focus({ preventScroll: true });
    heading?.scrollIntoView({ block: 'start' });
  }, [shown, chosen]);
  return article;
};

/**
 * Renders help: the pages for the reader's work with a search over all, and the shortcuts of the
 * visible page.
 */
const HelpDialog = ({ onClose }: ToolbarDialogProps) => {
  const label = useLabel();
  const side = useLanguage() === 'zh' ? 0 : 1;
  const narrow = useScreen() === 0;
  useFocusReturn();
  const { roles } = useUser();
  const { list, active } = useTabs();
  const { data = [], error, isPending, refetch } = useHelp();
  const onWay = useWays(onClose);
  // Read once: the page behind unregisters its shortcuts only when it is hidden.
  const [keys] = useState(activeShortcuts);
  const [typed, setTyped] = useState('');
  const [picked, setPicked] = useState<VisiblePage>();
  const [path] = splitPath(list.find(({ key }) => key === active)?.path ?? '');
  const groups = useMemo(() => groupHelp(data, path, roles), [data, path, roles]);
  const found = useMemo(() => findHelp(data, typed), [data, typed]);
  const first = groupOrder.flatMap((name) => groups[name])[0]?.key;
  const begun: VisiblePage = first === undefined ? 'keys' : { key: first, at: 0 };
  // A phone has no room for both: it shows the contents first.
  const shown = picked ?? (narrow ? undefined : begun);
  const article = useSection(shown, picked !== undefined);
  const text = data.find(({ key }) => shown !== 'keys' && key === shown?.key)?.texts[side];
  const title = label(['帮助', 'Help']);
  const body = () => {
    if (error) return <ErrorPanel fault={error} onRetry={() => void refetch()} />;
    if (isPending) return <SkeletonRows rows={8} />;
    return (
      <div className="ky-guide" data-narrow={narrow || undefined}>
        {(!narrow || !shown) && (
          <nav aria-label={label(['帮助目录', 'Contents of help'])}>
            <input
              type="search"
              className="ky-guide-search"
              // biome-ignore lint/a11y/noAutofocus: whoever opens help asks for something; a phone would show its keyboard
              autoFocus={!narrow}
              value={typed}
              aria-label={label(['搜索帮助', 'Search help'])}
              placeholder={label(['搜索帮助', 'Search help'])}
              onChange={({ target }) => setTyped(target.value)}
            />
            {typed.trim() === '' ? (
              <Contents groups={groups} shown={shown} onShow={setPicked} />
            ) : (
              <Results found={found} onShow={setPicked} />
            )}
          </nav>
        )}
        {narrow && shown && (
          <button
            type="button"
            className="ky-link ky-guide-back"
            onClick={() => setPicked(undefined)}
          >
            {label(['返回目录', 'Back to contents'])}
          </button>
        )}
        {shown && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
          <article ref={article} tabIndex={0} aria-label={title}>
            {shown === 'keys' && <h2 tabIndex={-1}>{label(keysTitle)}</h2>}
            {shown === 'keys' && <KeyList groups={keys} />}
            {text && <HelpArticle text={text} onWay={onWay} />}
          </article>
        )}
      </div>
    );
  };
  return (
    <Modal open title={title} footer={null} width={1000} onCancel={onClose}>
      {body()}
    </Modal>
  );
};

export default HelpDialog;
