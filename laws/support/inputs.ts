import type { TestDatabase } from '@keyan/engine/testing/database.ts';
import { hasProcess } from '@keyan/kernel/definition/field/base-fields.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { seededRandom, type Targets } from '@keyan/kernel/specimen/source.ts';
import {
  completeSpecimen,
  draftSpecimen,
  type SpecimenInput,
} from '@keyan/kernel/specimen/specimen.ts';
import { dayText } from '@keyan/kernel/values/time.ts';

export type Input = Record<string, unknown>;

/** Every run of the laws draws the same rows. */
export const seed = 20_260_101;

/** Places in the numbers that make values unique: the last one taken. */
export interface Serials {
  last: number;
}

/** Numbers of the tests: those below are the world's, which another process may have made. */
const ofTests: Serials = { last: 1000 };

/** Draws one record after the other. */
export type Draws = (drawing: SpecimenInput) => Input;

/** Any draft that may be saved: incomplete, but right as far as it goes. */
export const draft =
  (resource: Resource, targets: Targets): Draws =>
  (drawing) =>
    draftSpecimen(resource, { ...drawing, targets });

/** A record that has everything that submitting asks for, but for its attachments. */
export const complete =
  (resource: Resource, targets: Targets): Draws =>
  (drawing) =>
    completeSpecimen(resource, { ...drawing, targets });

/**
 * A few rows, the same in every run but for what must be unique.
 * @throws SpecimenImpossible where the definition cannot be satisfied.
 */
export const sample = (
  draws: Draws,
  count: number,
  serials: Serials = ofTests,
): readonly Input[] => {
  const source = seededRandom(seed);
  return Array.from({ length: count }, () => {
    serials.last += 1;
    return draws({ source, serial: serials.last, targets: () => [], today: dayText(new Date()) });
  });
};

/**
 * Lets records be saved without the attachments that they need, as an administrator may: rows drawn
 * at random have none, and these laws are about their fields.
 */
export const askForNoFiles = async (
  app: { readonly database: TestDatabase; readonly resources: readonly Resource[] },
  which: (resource: Resource) => boolean = (resource) => !hasProcess(resource),
): Promise<void> => {
  for (const resource of app.resources.filter(which)) {
    await app.database.query(
      `update attachment_category set is_required = '0' where resource = $1`,
      [resource.key],
    );
  }
};

/** A field that people type: the title, where it is no copy. */
export const typedText = ({ title, fields }: Resource): string => {
  if (!fields[title]?.spec.readonly) return title;
  const typed = (type: 'note' | 'text') =>
    Object.keys(fields).find((name) => {
      const spec = fields[name]?.spec;
      return spec?.type === type && !spec.readonly && !spec.when && !spec.format;
    });
  return typed('note') ?? typed('text') ?? title;
};
