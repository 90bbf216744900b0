import { useNames } from '../data/useNames.ts';
import type { Lookup } from '../data/values.ts';
import { useLabel } from '../i18n/language.ts';

interface RecordNamesProps {
  readonly lookup: Lookup;
  readonly ids: readonly string[];
}

/** Renders the names of referenced records; histories store ids only. */
export const RecordNames = ({ lookup, ids }: RecordNamesProps) => {
  const label = useLabel();
  const named = useNames(lookup, ids);
  return ids.map((id) => named.find((one) => one.id === id)?.text ?? '…').join(label(['、', ', ']));
};
