import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { describe, expect, it } from 'vitest';
import { paper } from '../achievement/paper/paper.ts';
import { menuIcons } from '../system/menus/icon-names.ts';
import { groupCodeOfTopMenu, reservedRouteNames, routeNames } from '../system/menus/menu-codes.ts';
import type { MenuNode } from './menu-nodes.ts';
import { menus, menusOf } from './menus.ts';

const buttons = menus.flatMap((top) =>
  top.pages.flatMap(function leaves(page): { code: string; roles: readonly string[] }[] {
    return [...(page.buttons ?? []), ...(page.pages ?? []).flatMap(leaves)];
  }),
);

describe('default grants', () => {
  it('let only the research office undo what was approved', () => {
    const undoing = buttons.filter(({ code }) => /_(backDraft|abolish)$/.test(code));
    expect(undoing.length).toBeGreaterThan(0);
    for (const { code, roles } of undoing) {
      expect({ code, outside: roles.filter((role) => !role.startsWith('rd_')) }).toEqual({
        code,
        outside: [],
      });
    }
  });
});

const nodesOf = (nodes: readonly MenuNode[]): readonly MenuNode[] =>
  nodes.flatMap((node) => [node, ...nodesOf(node.pages ?? [])]);

describe('codes', () => {
  it('of pages and groups are no route name of another client (ruling 51)', () => {
    const codes = menus.flatMap((top) => [
      groupCodeOfTopMenu(top.code),
      ...nodesOf(top.pages).map(({ code }) => code),
    ]);
    expect(codes.flatMap(routeNames).filter((name) => reservedRouteNames.has(name))).toEqual([]);
    expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([]);
  });
});

describe('the group of a kind of achievement', () => {
  it('has the plural that its definition names', () => {
    const thesis = {
      ...paper,
      words: { plural: ['学位论文成果', 'Theses'] },
    } as unknown as Resource;
    const pages = menusOf([thesis], []).find(({ code }) => code === 'achieve')?.pages;
    const groups = pages?.filter((node) => node.pages);
    expect(groups?.map(({ label }) => label)).toEqual([['学位论文成果', 'Theses']]);
  });
});

describe('what people see', () => {
  it('has each part of the top menu once', () => {
    const names = menus.map(({ label }) => label[0]);
    const paths = menus.map(({ path }) => path);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    expect(paths.filter((path, index) => paths.indexOf(path) !== index)).toEqual([]);
  });

  it('has icons that the page can draw', () => {
    const known: readonly string[] = menuIcons;
    const unknown = menus
      .flatMap((top) => nodesOf(top.pages))
      .filter(({ icon }) => icon !== undefined && !known.includes(icon));
    expect(unknown.map(({ code, icon }) => [code, icon])).toEqual([]);
  });
});
