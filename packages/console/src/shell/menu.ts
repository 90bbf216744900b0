import type { Language } from '@keyan/kernel/label.ts';

/** A menu entry as the server sends it (contract §4), without what the page does not read. */
export interface MenuNode {
  readonly id: string;
  readonly name: string;
  /** The English name, where the server has one. */
  readonly nameEn?: string;
  readonly code?: string;
  readonly path?: string;
  /** The icon's name. */
  readonly source?: string;
  /** 2 opens in a new window. */
  readonly isOpen?: number | string;
  readonly children?: readonly MenuNode[];
}

export const menuName = (node: MenuNode, language: Language): string =>
  (language === 'en' && node.nameEn) || node.name;

/** Entries without children, in order. */
export const menuLeaves = (nodes: readonly MenuNode[]): readonly MenuNode[] =>
  nodes.flatMap((node) => (node.children?.length ? menuLeaves(node.children) : [node]));

/** Every leaf code is granted (spec §6): the nodes without children are the buttons. */
export const permissionsOf = (nodes: readonly MenuNode[]): ReadonlySet<string> =>
  new Set(menuLeaves(nodes).flatMap((node) => node.code ?? []));

/** Where an entry leads. */
export type MenuTarget =
  | { readonly kind: 'page'; readonly path: string }
  | { readonly kind: 'window'; readonly address: string };

const external = /^https?:\/\//i;

/**
 * Paths that contain `html` or start with `http` open in the embedded page, entries marked for a
 * new window in a window of their own (spec §2).
 */
export const menuTarget = (node: MenuNode): MenuTarget | undefined => {
  const path = node.path?.trim();
  if (!path) return undefined;
  if (Number(node.isOpen) === 2) return { kind: 'window', address: path };
  if (external.test(path) || path.includes('html')) {
    return { kind: 'page', path: `/myiframe/${encodeURIComponent(path)}` };
  }
  return { kind: 'page', path: path.startsWith('/') ? path : `/${path}` };
};

/** The entries from the root down to the one whose path is the page's, or the nearest above it. */
export const menuTrail = (nodes: readonly MenuNode[], pathname: string): readonly MenuNode[] => {
  const score = (node: MenuNode): number => {
    const target = node.children?.length ? undefined : menuTarget(node);
    if (target?.kind !== 'page') return 0;
    const base = target.path.replace(/\/index$/, '');
    const within = pathname === target.path || pathname === base || pathname.startsWith(`${base}/`);
    return within ? base.length + (pathname === target.path ? 1 : 0) : 0;
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
 * Leaves whose name starts with what was typed, whatever the case (spec §2).
 * @param reads whether a name is read like what was typed, beyond the spec: `lw` for 论文
 */
export const searchMenu = (
  nodes: readonly MenuNode[],
  typed: string,
  language: Language,
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

/** The server may list the first page among the top entries; the bar shows it once. */
export const isHome = (path: string | undefined, home: string): boolean =>
  path !== undefined && (path === home || home.startsWith(`${path}/`));
  reads: (typed: string, name: string) => boolean = () => false,
