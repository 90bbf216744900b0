import type { Format } from '@keyan/kernel/definition/field/format.ts';

/**
 * Names of routes that BladeX clients have of their own. Such a client adds each page of the menu as a route named
 * after its code, and a page at the first level also as `{code}Parent`; a menu code with one of these names would
 * replace the client's own route, so it is refused (ruling 51).
 */
export const reservedRouteNames: ReadonlySet<string> = new Set([
  '403',
  '404',
  '404Page',
  '500',
  'DashboardWorkbench',
  'Login',
  'PageNotFound',
  'ParentLayout',
  'Redirect',
  'RedirectTo',
  'Result403',
  'Result500',
  'ResultBrowserIncompatible',
  'ResultFail',
  'ResultMaintenance',
  'ResultNetworkError',
  'ResultSuccess',
  'UserIndex',
  'basicInfo',
  'dashboard',
  'home',
  'leaveDetail',
  'leaveHandle',
  'leaveProces',
  'leaveStart',
  'loginRedirect',
  'result',
]);

/** The routes that a page of the menu becomes in such a client. */
export const routeNames = (code: string): readonly string[] => [code, `${code}Parent`];

/** Name of a top menu where its pages are below it in one tree with those of others. */
export const groupCodeOfTopMenu = (topMenuCode: string): string => `${topMenuCode}Pages`;

/** How codes of menus are written; they become names of routes and parts of permission codes. */
export const menuCode: Format = {
  test: (value) => /^[A-Za-z]\w*$/.test(value),
  message: [
    '【菜单编号】应以字母开头，只含字母、数字和下划线',
    'The menu code must begin with a letter and contain only letters, digits and underscores',
  ],
};

/** Menus that cannot be removed: menus, roles and accounts are kept on their pages. */
export const indispensableMenus: ReadonlySet<string> = new Set(['menu', 'topmenu', 'role', 'user']);
