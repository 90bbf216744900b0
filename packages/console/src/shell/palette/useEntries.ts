import type { FoundRecords } from '@keyan/kernel/wire/search.ts';
import { useQuery } from '@tanstack/react-query';
import { useUser } from '../../client/context.tsx';
import { useLabel, useLanguage } from '../../i18n/language.ts';
import type { PaletteItem } from '../../navigation/config.ts';
import { menuName, menuTarget } from '../../navigation/menu.ts';
import { menuEntriesWithPath } from '../../navigation/menuPlaces.ts';
import { recentlyViewed } from '../../navigation/recentlyViewed.ts';
import { useRuntime, useTabs } from '../../navigation/runtime.ts';
import { openToolbarDialog } from '../../navigation/toolbarDialog.ts';
import { useClearCache } from '../../navigation/useClearCache.ts';
import { usePermissions } from '../../navigation/useMenus.ts';
import { useTabActions } from '../../navigation/useTabActions.ts';
import { useFrameState } from '../menu/frameState.ts';
import { useToolbarItems } from '../toolbar/items.ts';
import { searchItem } from '../toolbar/search.tsx';
import { useUserEntries } from '../toolbar/useUserEntries.ts';
import {
  groupsWithEntries,
  nearestEntries,
  type PaletteEntry,
  type PaletteGroup,
} from './entries.ts';
import { type SearchResults, useSearchResults } from './useFound.ts';

const noItems: readonly PaletteItem[] = [];

/** Returns all leaves of all menus. */
const useMenuEntries = (): readonly PaletteEntry[] => {
  const { menus } = useFrameState();
  const { open } = useRuntime();
  const language = useLanguage();
  return menus.flatMap(({ top, nodes }) =>
    [...menuEntriesWithPath({ top, nodes }, language)].flatMap(
      ([node, place]): readonly PaletteEntry[] => {
        const target = menuTarget(node);
        if (!target) return [];
        const path = target.kind === 'page' ? target.path : undefined;
        return [
          {
            key: `menu ${node.id}`,
            text: menuName(node, language),
            note: place,
            also: [node.name, node.nameEn ?? ''].filter(Boolean),
            path,
            run: () => {
              if (target.kind === 'page') open(target.path);
              else window.open(target.address, '_blank', 'noopener');
            },
          },
        ];
      },
    ),
  );
};

/** Returns actions of the frame, and items of the application that the user has permission for. */
const useActionEntries = (menus: readonly PaletteEntry[]): readonly PaletteEntry[] => {
  const { config, open } = useRuntime();
  const label = useLabel();
  const permissions = usePermissions();
  const tabs = useTabs();
  const closing = useTabActions();
  const clearCache = useClearCache();
  const { bar } = useToolbarItems(3);
  const person = useUserEntries();
  const { data: items = noItems } = useQuery({
    queryKey: ['palette', 'items'],
    queryFn: () => config.palette.items(),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const current = tabs.list.find(({ key, listed }) => listed && key === tabs.active);
  const act = (
    key: string,
    text: string,
    run: () => void,
    also: readonly string[] = [],
  ): PaletteEntry => ({
    key: `act ${key}`,
    text,
    also,
    run,
  });
  return [
    ...items
      .filter(({ permission }) => permission === undefined || permissions.has(permission))
      .map(({ key, label: text, path }) => ({
        ...act(key, label(text), () => open(path), typeof text === 'string' ? [] : text),
        note: menus.find((menu) => path.startsWith(`${menu.path}/`))?.note,
        path,
      })),
    ...bar.flatMap(({ tool, view }): readonly PaletteEntry[] => {
      // The palette is open already.
      if (tool === searchItem) return [];
      const { choices, onPick } = view;
      if (choices) {
        return choices.options.map((option) => ({
          ...act(`${tool.key} ${option.key}`, `${view.label} · ${option.label}`, () =>
            choices.onChoose(option.key),
          ),
          isChoice: true,
        }));
      }
      if (onPick) return [act(tool.key, view.label, onPick)];
      return tool.Dialog ? [act(tool.key, view.label, () => openToolbarDialog(tool.key))] : [];
    }),
    ...(current
      ? [
          act('closeOthers', label(['关闭其他页签', 'Close other tabs']), () =>
            closing.closeOthers(current),
          ),
        ]
      : []),
    act('closeAll', label(['关闭全部页签', 'Close all tabs']), closing.closeAll),
    act('clearCache', label(['清除缓存', 'Clear cache']), clearCache),
    ...person.map(({ key, label: text, onPick }) => act(key, text, onPick)),
  ];
};

const recordEntries = (
  kinds: readonly FoundRecords[],
  open: (path: string, title: string) => void,
): readonly PaletteEntry[] =>
  kinds.flatMap(({ resource, label, page, records }) =>
    records.map((found) => {
      const { text } = found.title;
      const path = `${page}/detail?id=${found.id}`;
      return {
        key: `record ${resource} ${found.id}`,
        text,
        found: { kind: label, found },
        path,
        run: () => open(path, text),
      };
    }),
  );

/**
 * Returns the groups of the palette: recently viewed records and actions before the user types,
 * then the matches.
 */
export const useGroups = (
  typed: string,
): Omit<SearchResults, 'found'> & { readonly groups: readonly PaletteGroup[] } => {
  const { config, open } = useRuntime();
  const { userId } = useUser();
  const menus = useMenuEntries();
  const actions = useActionEntries(menus);
  const { found, ...search } = useSearchResults(typed);
  const records = (people: boolean) =>
    recordEntries(
      found.filter(({ resource }) => config.palette.people.includes(resource) === people),
      (path, title) => open(path, { title }),
    );
  const empty = typed.trim() === '';
  const recent = recentlyViewed(userId).map(({ path, title }) => ({
    key: `recent ${path}`,
    text: title,
    path,
    run: () => open(path, { title }),
  }));
  const groups: readonly PaletteGroup[] = empty
    ? [
        { key: 'recent', label: ['最近打开', 'Recently viewed'], entries: recent },
        {
          key: 'actions',
          label: ['操作', 'Actions'],
          entries: actions.filter(({ isChoice }) => !isChoice).slice(0, 8),
        },
      ]
    : [
        { key: 'menus', label: ['菜单', 'Menu'], entries: nearestEntries(menus, typed) },
        { key: 'records', label: ['记录', 'Records'], entries: records(false) },
        { key: 'people', label: ['人员', 'People'], entries: records(true) },
        { key: 'actions', label: ['操作', 'Actions'], entries: nearestEntries(actions, typed) },
      ];
  return { groups: groupsWithEntries(groups), ...search };
};
