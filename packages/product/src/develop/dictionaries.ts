import { dictionary } from '@keyan/kernel/values/dictionary.ts';

/** Codes are the names that clients of the family send. */
export const driverClass = dictionary(
  'driverClass',
  ['数据库驱动', 'Database driver'],
  [['org.postgresql.Driver', 'PostgreSQL', 'PostgreSQL']],
);
