import { type Behaviour, defineBehaviour } from '@keyan/engine/records/behaviour.ts';
import { proposalObjection } from './proposal-objection.ts';

const declaredSql = `
  select i.id::text, array_to_string(array(
           select distinct one::text from unnest(array[i.program_leader, i.create_user]
             || array(select m.user_id from declare_info_members m
                       where m.tenant_id = i.tenant_id and m.parent_id = i.id)) one
            where one is not null order by 1), ',') as parties
    from declare_info i
   where i.tenant_id = $1 and i.plan_id = $2 and i.declare_num = $3 and i.is_deleted = 0`;

interface Declared {
  readonly id: string;
  readonly parties: string;
}

/**
 * Checks an objection without requiring the writer’s right to read the declaration; people of the
 * declaration may not read the objection.
 */
export const proposalObjectionBehaviour: Behaviour = defineBehaviour<
  typeof proposalObjection.fields
>(proposalObjection, {
  complete: async ({ planId, declareNum, programName }, { actor, tx }) => {
    const [found] =
      planId && declareNum && programName
        ? await tx.query<Declared>(declaredSql, [actor.tenantId, planId, declareNum])
        : [];
    return { declareId: found?.id ?? null, parties: found?.parties ?? null };
  },
});
