import { fill, type Label } from '@keyan/kernel/label.ts';

const bare: Label = ['科研管理', 'Research administration'];

/** Returns the name of the site for the header of every page and the window title. */
export const siteTitle = (name: Label | undefined): Label =>
  name ? fill(['{name}科研管理', '{name} research'], { name }) : bare;
