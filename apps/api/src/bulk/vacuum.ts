import pg from 'pg';

/**
 * Vacuums and analyses tables of the schema, the largest first, on two connections: most time goes
 * into marking the pages of few large tables. Sizes come from the catalogue: reading file sizes
 * would wait for tables that another transaction has locked.
 * @param ownerUrl address of the schema's owner
 * @param chosen condition on `pg_class c` that selects tables; default: all
 */
export const vacuumTables = async (ownerUrl: string, chosen = 'true'): Promise<void> => {
  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString: ownerUrl });
    // A lost connection also rejects the running statement; without a listener it would end the
    // process.
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
