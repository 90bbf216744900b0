import { copiesThroughReference } from '@keyan/kernel/definition/field/copies.ts';
import { isEmpty } from '@keyan/kernel/records/validate.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { useEffect } from 'react';
import { useClient } from '../client/context.tsx';
import { choicesFor, type Option } from '../data/values.ts';
import { copiedValues } from './copies.ts';
import type { FormStore } from './store.ts';

/**
 * Completes what another page handed to a new form: a reference among the given values gives its copies, as its
 * picker would. Fields that hold a value stay as they are. A failed request is left to the server, which copies at
 * saving.
 * @param variant that of the record
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
          // Another record may have been chosen meanwhile, and fields that begin as copies been typed.
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
