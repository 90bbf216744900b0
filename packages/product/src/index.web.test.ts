import { matchRoute } from '@keyan/console/navigation/routes.ts';
import { processPath, readProcessPath, taskPath } from '@keyan/console/records/processPaths.ts';
import { describe, expect, it } from 'vitest';
import { type MenuNode, menus } from './composition/menus.ts';
import { recordPages } from './index.web.tsx';

/** Every kind of process that the university names, those with a part for each phase in full. */
const phases = ['change', 'conclusion', 'delay', 'over', 'surplus'];
const kinds = [
  'fundsExpenditure papersapp papersappClaim bookapp patentapp advisoryapp wenyichuangzuo art',
  'achievementAwd copyrightapp tycgdj yxhlwwhdj cgjd sjyszp yyzp zlsb xshdjb xshdcj pjsb xpz xy',
  'gxjscp pjsq jfdzys standard',
]
  .flatMap((line) => line.split(' '))
  .concat(
    ['school', 'vertical', 'cultural'].flatMap((group) =>
      ['declare', 'approval', 'checkReport', ...phases].map((phase) => `${group}/${phase}`),
    ),
    ['record', ...phases].map((phase) => `horizontal/${phase}`),
  );

const place = { taskId: '1', processInstanceId: '2', businessId: '3' };

describe('the routes of processes and pages', () => {
  it.each(kinds)('handle and show a process of the kind %s', (kind) => {
    for (const path of [taskPath(kind, place), processPath(kind, place)]) {
      const rest = matchRoute(recordPages, path)?.params['*'];
      expect(readProcessPath(rest ?? '')).toEqual({
        ...place,
        kind,
        page: path.includes('/handle/') ? 'handle' : 'detail',
      });
    }
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
