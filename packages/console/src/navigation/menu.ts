import type { Language } from '@keyan/kernel/label.ts';
import type { Text } from '../i18n/language.ts';
import { splitPath } from './tabkey.ts';

/** Menu entry in the server's response; only the properties used here. */
export interface MenuNode {
  readonly id: string;
  readonly name: string;
  /** English name, if there is one. */
  readonly nameEn?: string;
  readonly code?: string;
  readonly path?: string;
  /** Common path of the pages of a top entry; redirects to the first of them. */
  readonly root?: string;
  /** Name of the icon. */
  readonly source?: string;
  /** 2 opens the page in a new window. */
  readonly isOpen?: number | string;
  /** The entry is also highlighted on paths that contain one of these strings. */
  readonly group?: readonly string[];
  readonly meta?: {
    /** Roles that see the entry; all roles if absent. */
    readonly roles?: readonly string[];
  };
  /** Query of its page. */
  readonly query?: Readonly<Record<string, string>>;
  readonly children?: readonly MenuNode[];
}

/** Returns true if a user with these roles sees the entry. */
export const isVisibleEntry = ({ meta }: MenuNode, roles: readonly string[]): boolean =>
  !meta?.roles?.length || meta.roles.some((role) => roles.includes(role));

/** Returns the entries that a user with these roles sees. */
export const visibleMenu = (
  nodes: readonly MenuNode[],
  roles: readonly string[],
): readonly MenuNode[] =>
  nodes
    .filter((node) => isVisibleEntry(node, roles))
    .map((node) =>
      node.children ? { ...node, children: visibleMenu(node.children, roles) } : node,
    );

/** Returns the tab title of an entry's page. */
export const menuTitle = (node: MenuNode): Text =>
  node.nameEn ? [node.name, node.nameEn] : node.name;

export const menuName = (node: MenuNode, language: Language): string =>
  (language === 'en' && node.nameEn) || node.name;

/** Returns the entries without children, in order. */
export const menuLeaves = (nodes: readonly MenuNode[]): readonly MenuNode[] =>
  nodes.flatMap((node) => (node.children?.length ? menuLeaves(node.children) : [node]));

/** Returns the permission codes in a menu of buttons: the codes of its leaves. */
export const permissionsOf = (nodes: readonly MenuNode[]): ReadonlySet<string> =>
  new Set(menuLeaves(nodes).flatMap((node) => node.code ?? []));

/** Target of a menu entry. */
export type MenuTarget =
  | { readonly kind: 'page'; readonly path: string }
  | { readonly kind: 'window'; readonly address: string };

const externalAddress = /^https?:\/\//i;

/**
 * Returns the target of a menu entry. Paths that contain `html` or start with `http` open as
 * embedded pages; entries marked for a new window open in one.
 */
export const menuTarget = (node: MenuNode): MenuTarget | undefined => {
  const path = node.path?.trim();
  if (!path) return undefined;
  if (Number(node.isOpen) === 2) return { kind: 'window', address: path };
  if (externalAddress.test(path) || path.includes('html')) {
    return { kind: 'page', path: `/myiframe/${encodeURIComponent(path)}` };
  }
  const query = new URLSearchParams(node.query).toString();
  const page = path.startsWith('/') ? path : `/${path}`;
  return { kind: 'page', path: query === '' ? page : `${page}?${query}` };
};

/** Meaning of a menu path for which the application has no page. */
export type MenuRoute =
  /** A parent entry: redirects to the first leaf below it that has a page. */
  | { readonly kind: 'parent'; readonly to: string }
  /** A leaf whose page this application lacks. */
  | { readonly kind: 'leaf'; readonly title: Text };

/** Returns the routes that the menu adds, by path. */
export const menuRoutes = (nodes: readonly MenuNode[]): ReadonlyMap<string, MenuRoute> => {
  const routeOf = (node: MenuNode): [string, MenuRoute][] => {
    const target = menuTarget({ ...node, query: {} });
    if (target?.kind !== 'page') return [];
    if (!node.children?.length) {
      return [[target.path, { kind: 'leaf', title: menuTitle(node) }]];
    }
    const first = menuLeaves(node.children)
      .map(menuTarget)
      .find((leaf) => leaf?.kind === 'page');
    return first?.kind === 'page' ? [[target.path, { kind: 'parent', to: first.path }]] : [];
  };
  const all = (node: MenuNode): readonly MenuNode[] => [
    node,
    ...(node.children ?? []).flatMap(all),
  ];
  return new Map(nodes.flatMap(all).flatMap(routeOf));
};

/**
 * Returns the entries from the root to that of the page, or of the nearest page above it in the
 * menu.
 */
export const menuTrail = (nodes: readonly MenuNode[], pathname: string): readonly MenuNode[] => {
  const score = (node: MenuNode): number => {
    const target = node.children?.length ? undefined : menuTarget(node);
    if (target?.kind !== 'page') return 0;
    const [own] = splitPath(target.path);
    const base = own.replace(/\/index$/, '');
    const within = pathname === own || pathname === base || pathname.startsWith(`${base}/`);
    if (within) return base.length + (pathname === own ? 1 : 0);
    return node.group?.some((part) => pathname.includes(part)) ? 1 : 0;
  };
  const best = (node: MenuNode): { trail: readonly MenuNode[]; score: number } => {
    const own = { trail: [node], score: score(node) };
    return (node.children ?? [])
      .map(best)
      .map((found) => ({ trail: [node, ...found.trail], score: found.score }))
      .reduce((a, b) => (b.score > a.score ? b : a), own);
  };
  const none = { trail: [] as readonly MenuNode[], score: 0 };
  return nodes.map(best).reduce((a, b) => (b.score > a.score ? b : a), none).trail;
};

/**
 * Returns leaves whose name starts with the typed text, ignoring case.
 * @param reads returns true if a name is pronounced like the typed text: `lw` for 论文
 */
export const searchMenu = (
  nodes: readonly MenuNode[],
  typed: string,
  language: Language,
  reads: (typed: string, name: string) => boolean = () => false,
): readonly MenuNode[] => {
  const start = typed.trim().toLowerCase();
  if (start === '') return [];
  return menuLeaves(nodes).filter(
    (node) =>
      menuName(node, language).toLowerCase().startsWith(start) ||
      node.name.toLowerCase().startsWith(start) ||
      reads(start, node.name),
  );
};

/**
 * Returns true if a path is the home page. The server may list the home page among the top entries;
 * the bar shows it once.
 */
export const isHome = (path: string | undefined, home: string): boolean =>
  path !== undefined && (path === home || home.startsWith(`${path}/`));
