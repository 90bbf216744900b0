import { fill, type Label } from '@keyan/kernel/label.ts';

const bare: Label = ['科研管理', 'Research administration'];

/** Name of the site, in the header of every page and in the title of the window. */
export const siteTitle = (name: Label | undefined): Label =>
  name ? fill(['{name}科研管理', '{name} research'], { name }) : bare;
