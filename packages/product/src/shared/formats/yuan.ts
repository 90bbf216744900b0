import { f } from '@keyan/kernel/definition/field/field.ts';

/** Field with an amount in yuan. */
export const yuan = (zh: string, en: string) => f.money([zh, en]).unit(['元', 'yuan']);
