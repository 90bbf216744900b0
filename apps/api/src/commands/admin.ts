import { parseArgs } from 'node:util';
import { createAdministrator } from '@keyan/product/composition/administrator.server.ts';
import { serverApplication } from '@keyan/product/index.server.ts';
import { Failure } from '../failure.ts';
import { openParts } from '../parts.ts';
import { setUpTenants } from '../tenants.ts';
import { printLine, runCommand, withDatabase } from './command.ts';
import { askSecret } from './secret.ts';

/**
 * `npm run admin -- --account admin [--tenant 000000] [--university 大学名称] [--name 姓名]`: makes the
 * first administrator of an installation without demo data. Asks for the password.
 */
await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      account: { type: 'string' },
      tenant: { type: 'string', default: '000000' },
      university: { type: 'string', default: '科研管理系统' },
      name: { type: 'string' },
    },
  });
  const { account, name } = values;
  if (!account) throw new Failure('Say which account: npm run admin -- --account admin');
  const password = await askSecret(`Password of ${account}`);
  await withDatabase(async (database, env) => {
    const parts = await openParts(env, database);
    try {
      await createAdministrator(
        parts.engine,
        {
          tenant: { tenantId: values.tenant, name: values.university },
          account,
          password,
          ...(name && { realName: name }),
        },
        serverApplication.dictionaries.values(),
      );
      await setUpTenants(parts.engine);
    } finally {
      await parts.close();
    }
  });
  printLine(`The administrator ${account} may sign in now.`);
});
