import type { ShellConfig } from '@keyan/console/navigation/config.ts';

/** Path and title of the home page. Part of the first chunk, so keep this file small. */
export const homePage: ShellConfig['home'] = { path: '/wel/index', title: ['首页', 'Home'] };

/** True for accounts that start on the home page with its side menu (ruling 38). */
export const startsOnHome = (account: string): boolean => account === 'admin';
