import pg from 'pg';

/**
 * Vacuums and analyses these tables of the schema, the largest first, on two connections: most of the time goes into
 * setting marks on each page of few large tables. Sizes are taken from the catalogue, where making indexes leaves them:
 * asking the files would wait for a table that another transaction has locked.
 * @param ownerUrl the schema's owner
 * @param chosen which of them, as a condition on `pg_class c`; by default all
 */
export const vacuumTables = async (ownerUrl: string, chosen = 'true'): Promise<void> => {
  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString: ownerUrl });
    // The statement that runs fails with the connection; without a listener the process would end too.
    client.on('error', () => undefined);
    await client.connect();
    return client;
  };
  const first = await connect();
  const clients = [first, await connect()];
  try {
    const { rows: waiting } = await first.query<{ name: string }>(
      `select c.oid::regclass::text as name from pg_class c
        where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and (${chosen})
        order by c.relpages desc`,
    );
    await Promise.all(
      clients.map(async (client) => {
        for (let table = waiting.shift(); table; table = waiting.shift()) {
          await client.query(`vacuum analyze ${table.name}`);
        }
      }),
    );
  } finally {
    await Promise.allSettled(clients.map((client) => client.end()));
  }
};
