import type { RunningRow } from '@keyan/kernel/wire/processes.ts';
import { type Text, useLabel } from '../../i18n/language.ts';
import { useKinds } from '../../presentation/resources.tsx';
import { recordNameOf } from '../itemNames.ts';

type Named = Pick<RunningRow, 'businessName' | 'processDefinitionName'>;

/** Returns the record’s name without its kind. */
export const recordName = ({ businessName, processDefinitionName }: Named): string =>
  recordNameOf({ businessName, kindName: processDefinitionName });

/**
 * Returns the kind, which the server names in Chinese, and the record, in the reader’s language.
 */
export const processName = (process: Named): Text => [
  process.businessName,
  `${process.processDefinitionName}: ${recordName(process)}`,
];

/** Returns a function that names processes of which only the code of the kind is known. */
export const useProcessName = (): ((process: {
  readonly kind: string;
  readonly businessName: string;
}) => string) => {
  const label = useLabel();
  const kinds = useKinds();
  return ({ kind, businessName }) => {
    const known = kinds.find((one) => one.kind === kind);
    if (!known) return businessName;
    return label(processName({ businessName, processDefinitionName: label(known.label) }));
  };
};
