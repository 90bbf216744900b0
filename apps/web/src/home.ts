import type { ShellConfig } from '@keyan/console/navigation/config.ts';

/** The home page. Part of the first chunk, so keep it small. */
export const homePage: ShellConfig['home'] = { path: '/wel/index', title: ['首页', 'Home'] };

/** Accounts that start on the home page with its side menu (ruling 38). */
export const startsOnHome = (account: string): boolean => account === 'admin';
