import { copiesThroughReference } from '@keyan/kernel/definition/field/copies.ts';
import { isEmpty } from '@keyan/kernel/records/validate.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { useEffect } from 'react';
import { useClient } from '../client/context.tsx';
import { choicesFor, type Option } from '../data/values.ts';
import { copiedValues } from './copies.ts';
import type { FormStore } from './store.ts';

/**
 * Fills the copies of a reference that another page gave to a new form, as the picker would.
 * Non-empty fields are unchanged. A failed request is ignored: the server copies when saving.
 * @param variant variant of the record
 */
export const useGivenCopies = (
  form: FormStore,
  given: RowLike | undefined,
  variant?: string,
): void => {
  const client = useClient();
  useEffect(() => {
    if (!given) return;
    const { resource } = form;
    for (const [name, id] of Object.entries(given)) {
      if (typeof id !== 'string' || id === '') continue;
      if (copiesThroughReference(resource, name).length === 0) continue;
      const { path, query } = choicesFor(resource, name, '', variant);
      client.get<readonly Option[]>(path, { ...query, ids: [id] }, { quiet: true }).then(
        ([found]) => {
          // Another record may have been chosen meanwhile, and the copied fields may have been
          // typed in.
          const { values } = form.state();
          if (!found || values[name] !== id) return;
          const copied = copiedValues(resource, name, found.values);
          form.fill(
            Object.fromEntries(Object.entries(copied).filter(([copy]) => isEmpty(values[copy]))),
          );
        },
        () => undefined,
      );
    }
  }, [client, form, given, variant]);
};
