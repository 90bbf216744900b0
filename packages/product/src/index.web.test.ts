import { matchRoute } from '@keyan/console/navigation/routes.ts';
import { readyResource } from '@keyan/console/presentation/lazy.ts';
import { processPath, readProcessPath, taskPath } from '@keyan/console/records/processPaths.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MenuNode } from './composition/menu-nodes.ts';
import { menus } from './composition/menus.ts';
import { resources } from './index.ts';
import { pagesWith } from './index.web.tsx';

const recordPages = pagesWith(resources.map((each) => readyResource(each)));

/** Names of kinds: `papersapp`, or `vertical/change` with a part for the phase. */
const kind = fc
  .array(fc.stringMatching(/^[A-Za-z][A-Za-z0-9]{1,20}$/), { minLength: 1, maxLength: 2 })
  .map((parts) => parts.join('/'));

const place = { taskId: '1', processInstanceId: '2', businessId: '3' };

describe('the routes of processes and pages', () => {
  it('handle and show a process of any kind, whose name may have two parts', () => {
    const handles = (name: string): void => {
      for (const path of [taskPath(name, place), processPath(name, place)]) {
        const rest = matchRoute(recordPages, path)?.params['*'];
        expect(readProcessPath(rest ?? '')).toEqual({
          ...place,
          kind: name,
          page: path.includes('/handle/') ? 'handle' : 'detail',
        });
      }
    };
    for (const name of ['papersapp', 'vertical/change']) handles(name);
    fc.assert(fc.property(kind, handles));
  });

  it.each([
    '/wel/index',
    '/wel/dashboard',
    '/test/index',
    '/dict-horizontal/index',
    '/dict-vertical/index',
    '/info',
    '/info/index',
    '/personel',
    '/personel/index',
    '/mywork/todo',
  ])('have a page at %s', (path) => expect(matchRoute(recordPages, path)).toBeDefined());

  it('have a page for every leaf of the menu', () => {
    const leaves = (node: MenuNode): readonly MenuNode[] => node.pages?.flatMap(leaves) ?? [node];
    const all = menus.flatMap((top) => top.pages.flatMap(leaves)).map(({ path }) => path);
    expect(all.filter((path) => !matchRoute(recordPages, path))).toEqual([]);
  });
});
