import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { isEmpty } from '@keyan/kernel/records/validate.ts';
import { contractRecord } from '@keyan/product/contracts/contract.ts';
import { declarePlan } from '@keyan/product/project/declaration/declare-plan.ts';
import { proposalObjection } from '@keyan/product/project/declaration/publicity/proposal-objection.ts';
import { home, type LawApplication } from './application.ts';
import { type Draws, type Input, sample } from './inputs.ts';

/** Values that need actions of other people to be valid: an objection needs a published project. */
const stated: Readonly<Record<string, Input>> = {
  [proposalObjection.key]: { declareNum: '公示-1' },
};

/** Publishes a proposed project in every call for objections; repetition changes nothing. */
const showProposals = async ({ database, targets }: LawApplication): Promise<void> => {
  for (const id of targets()(declarePlan.key, proposalObjection.fields.planId.spec)) {
    await database.query(
      `with shown as (update declare_plan set shown_from = '2000-01-01', shown_until = '2999-12-31'
         where id = $1 returning tenant_id, id)
       insert into declare_plan_proposed (tenant_id, id, parent_id, sort_order, declare_num, program_name)
       select tenant_id, id, id, 1, $2, '拟立项项目' from shown on conflict do nothing`,
      [id, stated[proposalObjection.key]?.declareNum],
    );
  }
};

/**
 * Gives every project a contract larger than random amounts, without which no invoice can be
 * applied for.
 */
const signContracts = async ({ database, targets }: LawApplication): Promise<void> => {
  const [signed] = targets()(contractRecord.key);
  await database.query(
    `insert into ledger_contracts_balance (tenant_id, owner_id, account, amount) values ($1, $2, '', 1e12)
     on conflict (tenant_id, owner_id, account) do update set amount = 1e12`,
    [home, signed],
  );
  await database.query('update program set contract_id = $1 where contract_id is null', [signed]);
};

/** Returns rows of a resource that the home tenant accepts unchanged. */
export type SavableRows = (resource: Resource, count: number) => Promise<readonly Input[]>;

/**
 * Returns a source of savable rows: each reference that must be unique gets a separate record, and
 * preconditions by actions of other people are met.
 * @param drawn draws the fields of a resource
 */
export const savableRows = async (
  app: LawApplication,
  drawn: (resource: Resource) => Draws,
): Promise<SavableRows> => {
  await showProposals(app);
  await signContracts(app);
  const ownReferences = async ({ fields }: Resource, input: Input): Promise<Input> => {
    const own: Input = {};
    for (const [name, { spec }] of Object.entries(fields)) {
      if (spec.type !== 'ref' || !spec.unique || isEmpty(input[name])) continue;
      const target = app.resources.find(({ key }) => key === spec.target.key);
      const [made] = target ? await rows(target, 1) : [];
      const system = app.parts.engine.asSystem('law', home);
      if (target && made) own[name] = (await system.save(target, made)).id;
    }
    return own;
  };
  const rows: SavableRows = async (resource, count) => {
    const inputs: Input[] = [];
    for (const input of sample(drawn(resource), count)) {
      const own = await ownReferences(resource, input);
      inputs.push({ ...input, ...stated[resource.key], ...own });
    }
    return inputs;
  };
  return rows;
};
