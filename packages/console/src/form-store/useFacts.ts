import type { KnownFacts } from '@keyan/kernel/definition/life/fact.ts';
import { useEffect } from 'react';
import { useClient } from '../client/context.tsx';
import { type FormStore, payloadOf, useForm } from './store.ts';

/**
 * Fetches the facts that the rules of the form use, and again when a field changes that they depend
 * on. A failed request is ignored: the server checks all rules at submission.
 * @param isEdited false if nothing of the record can be changed: no facts are needed
 */
export const useFacts = (form: FormStore, isEdited = true): void => {
  const client = useClient();
  const key = useForm(form, () => (isEdited ? form.factsKey() : null));
  useEffect(() => {
    if (key === null) return;
    const path = `/${form.resource.path}/facts`;
    client.post<KnownFacts>(path, payloadOf(form), { quiet: true }).then(
      (facts) => form.takeFacts(key, facts),
      () => undefined,
    );
  }, [client, form, key]);
};
