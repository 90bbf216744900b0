import type { Draw } from '@keyan/kernel/definition/draw.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { addMonths } from '@keyan/kernel/values/time.ts';
import { declarePlan } from './faces.ts';
import { leaderLine } from './parts.ts';
import { projectType } from './project-types.ts';

/** What an example says of how a cost was found. */
const estimate: Label = ['按近两年同类支出测算', 'As in the last two years'];

interface Chosen {
  readonly planId?: string | null;
  readonly programLeader?: string | null;
}

/** An example of a declaration that fits its plan, with a budget that adds up. */
export const drawDeclaration = (draw: Draw, { planId, programLeader }: Chosen) => {
  const { resource } = draw.record(declarePlan.key, planId) ?? {};
  const types = projectType.entries.find(({ code }) => code === resource)?.children;
  const unit = draw.int(1, 8);
  const yuan = (thousands: number) => `${unit * thousands}000.00`;
  const line = (itemCode: string, thousands: number) => ({
    itemCode,
    superiorAppropriation: yuan(thousands),
    selfRaiseFunds: '0.00',
    basis: estimate[0],
  });
  return {
    projectType: types ? draw.pick(types).code : null,
    startDate: addMonths(draw.today, 2),
    endDate: addMonths(draw.today, 2 + 12 * draw.int(1, 3)),
    members: [leaderLine(programLeader)],
    applyFunds: yuan(50),
    budget: [line('10201', 25), line('10301', 15), line('202', 10)],
  };
};
