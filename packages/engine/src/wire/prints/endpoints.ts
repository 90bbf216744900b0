import { Type } from 'typebox';
import { printedSheets, printSheet, revokeSheet, verifySheet } from '../../prints/prints.ts';
import { type Endpoint, endpoint, Reply } from '../endpoint.ts';
import { idParam, versionParam } from '../inputs.ts';

const resource = Type.String({ minLength: 1, maxLength: 60 });

/** Maximum verifications per minute and address: enough for one sheet after another, too few to try tokens. */
const verifications = 60;

/** Calls for printed sheets and their verification; for the console, like everything below `keyan/`. */
export const printEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'POST',
    path: 'keyan/prints/make',
    auth: 'user',
    summary: ['打印记录并取得核验码', 'Print a record: its verification code'],
    input: Type.Object({ resource, id: idParam, version: versionParam }),
    run: (input, { engine, actor }) => printSheet(engine, actor, input),
  }),
  endpoint({
    method: 'GET',
    path: 'keyan/prints/list',
    auth: 'user',
    summary: ['记录的打印件', 'Printed sheets of a record'],
    input: Type.Object({ resource, id: idParam }),
    run: (input, { engine, actor }) => printedSheets(engine, actor, input),
  }),
  endpoint({
    method: 'POST',
    path: 'keyan/prints/revoke',
    auth: 'user',
    summary: ['作废核验码', 'Revoke a verification code'],
    input: Type.Object({ id: idParam }),
    run: async (input, { engine, actor }) => {
      await revokeSheet(engine, actor, input.id);
      return new Reply(true, ['核验码已作废', 'The code was revoked']);
    },
  }),
  endpoint({
    // A POST, so that the token appears in no log of addresses.
    method: 'POST',
    path: 'keyan/prints/verify',
    auth: 'public',
    perMinute: verifications,
    summary: ['核验打印件', 'Verify a printed sheet'],
    input: Type.Object({ token: Type.String({ minLength: 1, maxLength: 60 }) }),
    run: (input, { engine, language }) => verifySheet(engine, input.token, language),
  }),
];
