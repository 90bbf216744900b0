import { type Behaviour, defineBehaviour } from '@keyan/engine/records/behaviour.ts';
import { Refused } from '@keyan/kernel/errors.ts';
import { post } from './post.ts';

/** Refuses to remove a post that people hold. */
export const postBehaviour: Behaviour = defineBehaviour(post, {
  saved: async ({ id }, { action, tx }) => {
    if (action !== 'remove') return;
    const held = await tx.query(
      `select 1 from users
        where tenant_id = $1 and posts @> array[$2::text] and is_deleted = 0 limit 1`,
      [tx.tenantId, id],
    );
    if (held.length > 0) {
      throw new Refused([
        '该岗位已有任职人员，不能删除',
        'People hold this post; it cannot be deleted',
      ]);
    }
  },
});
