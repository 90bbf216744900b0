import { keepSecret } from '@keyan/engine/identity/clients.ts';
import { behave } from '@keyan/engine/records/behaviour.ts';
import { client, keptSecretShape } from './client.ts';

/** A typed secret is replaced by its digest before anything stores it, the history included. */
export const clientBehaviour = behave(client, {
  complete: async ({ clientSecret }) =>
    clientSecret === null || keptSecretShape.test(clientSecret)
      ? {}
      : { clientSecret: keepSecret(clientSecret) },
});
