/** State columns of the records in a play, by table. */
export const stateColumns = {
  funding_divide: 'status',
  jfdzys: 'status',
  funds_expenditure: 'status',
  funding_arrive: 'status',
  billapplyinfo: 'status',
  funding_refund: 'status',
  process_surplus: 'status',
  program_change: 'audit_status',
} as const;

/** SQL of the states of all records since the first one of a play. */
export const states = Object.entries(stateColumns)
  .map(
    ([table, column]) =>
      `select '${table}' as of, id::text, ${column} as code from ${table}
        where tenant_id = $1 and id >= $2 and is_deleted = 0`,
  )
  .join(' union all ');
