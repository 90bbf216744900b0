import { dictionary } from '@keyan/kernel/values/dictionary.ts';

/** Dictionary of driver classes; codes are the names that BladeX clients send. */
export const driverClass = dictionary(
  'driverClass',
  ['数据库驱动', 'Database driver'],
  [['org.postgresql.Driver', 'PostgreSQL', 'PostgreSQL']],
);
