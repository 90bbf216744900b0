import { hasProcess } from '@keyan/kernel/base.ts';
import type { Resource } from '@keyan/kernel/resource.ts';
import { draftInput, fullInput, type Targets } from '@keyan/kernel/testing/arbitrary.ts';
import { dayText } from '@keyan/kernel/time.ts';
import { validate } from '@keyan/kernel/validate.ts';
import fc from 'fast-check';
import { home, type LawApplication } from './application.ts';

export type Input = Record<string, unknown>;

/** Every run of the laws draws the same rows. */
export const seed = 20_260_101;

let drawn = 0;
/** A text that no other row of the run has. */
const fresh = (prefix: string): string => `${prefix}${(drawn++).toString(36).padStart(5, '0')}`;

/** The one author of a complete record: somebody of ours who needs no account. */
const author = (line: Input | undefined): Input => ({
  ...line,
  sort: 1,
  personType: '02',
  userId: null,
  name: '林知远',
  unit: '计算机学院',
  authorType: '03',
  contributionRate: '100.00',
});

/**
 * What random values cannot know: unique values, shapes without an example, and the sub-table of
 * authors, whose rules span its lines. Applied wherever a definition has such a field.
 */
const tailored = (resource: Resource, input: Input): Input => {
  const { fields } = resource;
  const out: Input = { ...input };
  for (const [name, { spec }] of Object.entries(fields)) {
    if (spec.unique && out[name] && !spec.format) out[name] = fresh('独');
    if (spec.kind === 'rows' && spec.fields?.contributionRate) {
      out[name] = [author((input[name] as Input[] | undefined)?.[0])];
    }
  }
  if (fields.deptCode) out.deptCode = fresh('D');
  if (fields.account?.spec.requiredInDraft) out.account = fresh('law_');
  // A number that is looked up elsewhere would fetch values from there.
  if (fields.issn) out.issn = null;
  if (fields.doi) out.doi = null;
  if (fields[resource.title]) out[resource.title] = fresh('题').slice(0, 12);
  return out;
};

/** Records that references may point to. */
export const targetsOf =
  (app: LawApplication, tenantId = home): Targets =>
  (key) => [...({ dept: app.departments, user: app.people }[key]?.[tenantId]?.values() ?? [])];

export const isComplete = (resource: Resource, input: Input): boolean =>
  validate(resource, {}, input, 'complete', { today: dayText(new Date()) }).faults.every(
    (fault) => resource.fields[fault.path]?.spec.kind === 'files',
  );

/** Any draft that may be saved: incomplete, but right as far as it goes. */
export const draft = (resource: Resource, targets: Targets): fc.Arbitrary<Input> =>
  draftInput(resource, targets).map((input) => tailored(resource, input));

/** A record that has everything that submitting asks for, but for its attachments. */
export const complete = (resource: Resource, targets: Targets): fc.Arbitrary<Input> =>
  fullInput(resource, targets)
    .map((input) => tailored(resource, input))
    .filter((input) => isComplete(resource, input));

/** A few rows, the same in every run. */
export const sample = (arbitrary: fc.Arbitrary<Input>, count: number): readonly Input[] =>
  fc.sample(arbitrary, { numRuns: count, seed });

/**
 * Lets records be saved without the attachments that they need, as an administrator may: rows drawn
 * at random have none, and these laws are about their fields.
 */
export const askForNoFiles = async (app: LawApplication): Promise<void> => {
  for (const resource of app.resources.filter((one) => !hasProcess(one))) {
    const categories = Object.values(resource.fields).flatMap(({ spec }) => spec.categories ?? []);
    for (const { code, label, limit } of categories) {
      await app.database.query(
        `insert into attachment_catalogue (tenant_id, resource, code, zh, en, required, most, sort_order)
         select tenant_id, $1, $2, $3, $4, false, $5, 0 from tenant`,
        [resource.key, code, ...label, limit],
      );
    }
  }
};
