import type { Actor } from '@keyan/kernel/access/actor.ts';
import { untypedResource } from '@keyan/kernel/definition/resource.ts';
import { dayText } from '@keyan/kernel/values/time.ts';
import { prizeDeclaration } from '../achievement/award/prize-declaration.ts';
import { itemCodes } from '../review/dictionaries.ts';
import { reviewFeeRate } from '../review/fee-rate.ts';
import { personRelation } from '../review/person-relation.ts';
import { reviewFee } from '../review/review-fee.ts';
import { reviewSet } from '../review/review-set.ts';
import { reviewTemplate } from '../review/review-template.ts';
import { raiseObjection } from '../review/standing.endpoints.server.ts';
import { actorByAccount } from './handle-task.server.ts';
import type { SeedParts } from './story-player.server.ts';
import { university } from './university.server.ts';

const { tenantId } = university;

/** Somebody of the demo. */
interface Person {
  readonly actor: Actor;
  readonly name: string;
}

/** Events after a confirmed review: fees, messages to applicants, and the objection of one of them. */
export const followReview = async (
  parts: SeedParts,
  office: Actor,
  done: string,
  writers: readonly Person[],
): Promise<void> => {
  const { engine } = parts;
  const admin = await actorByAccount(parts, 'rd_admin');
  for (const [rateName, reviewMode, ranks, price, most] of [
    ['通讯评审（正高级）', '1', '011', '150.00', '1200.00'],
    ['通讯评审（其他）', '1', null, '100.00', '800.00'],
    ['会议评审（每项）', '2', null, '200.00', '2400.00'],
  ] as const) {
    await engine.as(admin).save(reviewFeeRate, { rateName, reviewMode, ranks, price, most });
  }
  await engine.as(office).perform(reviewSet, 'charge', done);
  // Finance has some to pay, and has paid some; the office still looks at the others.
  const fees = await engine.database.read(tenantId, (session) =>
    session.query<{ id: string }>(
      'select id::text from review_fee where tenant_id = $1 and set_id = $2 order by id',
      [tenantId, done],
    ),
  );
  const ids = fees.map(({ id }) => id);
  const finance = await actorByAccount(parts, 'finance');
  const payDate = dayText(parts.clock.now);
  await engine.as(office).performAll(untypedResource(reviewFee), 'agree', ids.slice(0, 9));
  await engine
    .as(finance)
    .performAll(untypedResource(reviewFee), 'pay', ids.slice(0, 4), { payDate });
  await engine.as(office).perform(reviewSet, 'feedBack', done);
  const [item] = await engine.database.read(tenantId, (session) =>
    session.query<{ record: string; writer: string }>(
      `select business_id as record, applicant_id::text as writer from review_item
        where tenant_id = $1 and set_id = $2 and status = $3 order by rank desc, id limit 1`,
      [tenantId, done, itemCodes.confirmed],
    ),
  );
  const writer = writers.find(({ actor }) => actor.id === item?.writer);
  if (item && writer) {
    const content = '评审意见称成果未获应用，但附件第 3 项为采用证明，请核实。';
    const raised = { kind: prizeDeclaration.key, id: item.record, ground: '3', content };
    await raiseObjection(engine, writer.actor, raised);
  }
};

/** Data that the office keeps for its reviews: a score sheet, and the relations of teachers and students. */
export const demoReviewData = async (
  { engine }: SeedParts,
  office: Actor,
  [student, teacher]: readonly Person[],
): Promise<void> => {
  await engine.as(office).save(reviewTemplate, {
    templateName: '社会科学成果评分表',
    bizKind: '4',
    scoreScheme: '1',
    minWords: 10,
    commentBelow: 60,
    criteria: [
      { sort: 1, itemName: '学术创新', weight: 40, standard: '观点、方法或材料的新颖程度' },
      { sort: 2, itemName: '学术价值', weight: 35, standard: '对学科发展的推动作用' },
      { sort: 3, itemName: '社会影响', weight: 25, standard: '采纳、引用与社会反响' },
    ],
  });
  if (!student || !teacher) return;
  await engine.as(office).save(personRelation, {
    userId: student.actor.id,
    relation: '1',
    otherId: teacher.actor.id,
    otherName: teacher.name,
    otherUnit: university.name[0],
    remark: '博士阶段导师',
  });
};
