import type { ShellConfig } from '@keyan/console/navigation/config.ts';

/** The home page. It is in the first load, so it carries as little as it can. */
export const home: ShellConfig['home'] = { path: '/wel/index', title: ['首页', 'Home'] };

/** Who begins at home, with its menu at the side (ruling 38). */
export const startsOnHome = (account: string): boolean => account === 'admin';
