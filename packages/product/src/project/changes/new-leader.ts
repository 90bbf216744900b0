import { face } from '@keyan/kernel/definition/field/field.ts';
import type { WriterFact } from '@keyan/kernel/definition/life/fact.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { mayKnowFinding } from '../declaration/declare-people.ts';
import {
  obstaclesOfNewLeader,
  type PeopleRecords,
  withPersonName,
} from '../declaration/standing.ts';
import { program } from '../program/program.ts';

/** Fields of a project’s origin that sponsor limits read. */
export const originFace = face(program.key, program.label, {
  resource: program.fields.resource,
  projectType: program.fields.projectType,
});

interface Handing {
  readonly programId: string | null;
  readonly newLeader: string | null;
  readonly limitWaiver: string | null;
}

interface Around extends PeopleRecords {
  readonly me: WriterFact;
  readonly moved: { readonly resource: string | null; readonly projectType: string | null };
}

const sponsorConsentText: Label = [
  '；上级同意突破限项的，请选择需上级批准并填写【突破限项理由】',
  '; if the sponsor agreed to exceed limits, choose that approval is needed and give the reason for exceeding limits',
];

/** General refusal for readers who may not learn the reason. */
const notNowReason: Label = [
  '【{name}】目前不能担任该项目负责人，请与本人确认',
  '{name} cannot lead this project at present; please check with the person',
];

/**
 * Fault if a new leader exceeds the sponsor’s limits without the sponsor’s consent. Readers
 * who may not know the reason get a general refusal.
 */
export const newLeaderFault = (
  { programId, newLeader, limitWaiver }: Handing,
  facts: Around,
  today: string,
): Label | null => {
  if (newLeader === null || programId === null) return null;
  const found = obstaclesOfNewLeader(
    newLeader,
    { id: programId, ...facts.moved },
    facts,
    today,
  ).find(({ level, rule }) => level === 'error' && (rule !== 'R-102.10' || !limitWaiver));
  if (!found) return null;
  const name = facts.accounts.find(({ id }) => id === newLeader)?.realName ?? '';
  if (!mayKnowFinding(newLeader, facts)) return fill(notNowReason, { name });
  const [zh, en] = withPersonName(name, found);
  return found.rule === 'R-102.10'
    ? [zh + sponsorConsentText[0], en + sponsorConsentText[1]]
    : [zh, en];
};
