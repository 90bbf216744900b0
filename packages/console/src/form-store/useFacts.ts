import type { KnownFacts } from '@keyan/kernel/definition/life/fact.ts';
import { useEffect } from 'react';
import { useClient } from '../client/context.tsx';
import { type FormStore, payloadOf, useForm } from './store.ts';

/**
 * Asks for the facts that the rules of the form use, and again when a field changes that decides them. A failed
 * request is left to the server, which judges everything at submission.
 */
export const useFacts = (form: FormStore): void => {
  const client = useClient();
  const key = useForm(form, () => form.factsKey());
  useEffect(() => {
    if (key === null) return;
    const path = `/${form.resource.path}/facts`;
    client.post<KnownFacts>(path, payloadOf(form), { quiet: true }).then(
      (facts) => form.takeFacts(key, facts),
      () => undefined,
    );
  }, [client, form, key]);
};
