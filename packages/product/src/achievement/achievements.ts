import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { paper } from './paper/paper.ts';

/**
 * Every kind of achievement. One line here brings a kind into being: its calls, its pages with
 * their rights in the menu, its approval, import and export (docs/adding-a-resource.md).
 */
export const achievements = [paper] as const satisfies readonly Resource[];
