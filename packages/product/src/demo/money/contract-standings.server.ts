import type { SeedParts } from '../story-player.server.ts';
import { university } from '../university.server.ts';

/** Signed contract and its project in their present state. */
export interface ContractStanding {
  readonly leader: string;
  readonly programId: string;
  readonly amount: string;
  readonly status: string;
  /** True if the project is running and has no process. */
  readonly quiet: boolean;
}

/** Tables of the processes on a project. */
const processes = ['process_over', 'process_conclusion', 'program_change', 'process_delay'];

/** Reads the signed contracts in the order of signing. */
export const contractStandings = ({ engine }: SeedParts): Promise<readonly ContractStanding[]> =>
  engine.database.read(university.tenantId, (session) =>
    session.query<ContractStanding>(
      `select h.program_leader::text as leader, h.program_info_id::text as "programId",
              h.contract_amount::text as amount, h.contract_status as status,
              p.status = '20' ${processes
                .map(
                  (table) => `and not exists (select 1 from ${table} o
                    where o.tenant_id = h.tenant_id and o.program_id = p.id)`,
                )
                .join(' ')} as quiet
         from horizontal_record h
         join program p on p.tenant_id = h.tenant_id and p.id = h.program_info_id
        where h.tenant_id = $1 and h.is_deleted = 0 and h.audit_status = '2' order by h.id`,
      [university.tenantId],
    ),
  );
