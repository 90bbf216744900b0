import type { RunningRow } from '@keyan/kernel/wire/processes.ts';
import type { Text } from '../../i18n/language.ts';
import { nameOf } from '../WorkTable.tsx';

type Named = Pick<RunningRow, 'businessName' | 'processDefinitionName'>;

/** The record’s name without its kind. */
export const recordName = ({ businessName, processDefinitionName }: Named): string =>
  nameOf({ businessName, kindName: processDefinitionName });

/** The kind, which the server names in Chinese, and the record, in the reader’s language. */
export const processName = (process: Named): Text => [
  process.businessName,
  `${process.processDefinitionName}: ${recordName(process)}`,
];
