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

/** Seed of the laws, so that every run draws equal rows. */
export const seed = 20_260_101;

/** Counter for unique values: the last number used. */
export interface Serials {
  last: number;
}

/**
 * Counter of the tests; lower numbers are used by the world, which another process may have made.
 */
const ofTests: Serials = { last: 1000 };

/** Draws a record. */
export type Draws = (drawing: SpecimenInput) => Input;

/** Draws any draft that may be saved: incomplete, but valid. */
export const draft =
  (resource: Resource, targets: Targets): Draws =>
  (drawing) =>
    draftSpecimen(resource, { ...drawing, targets });

/** Draws a record with all values that submitting requires, except attachments. */
export const complete =
  (resource: Resource, targets: Targets): Draws =>
  (drawing) =>
    completeSpecimen(resource, { ...drawing, targets });

/**
 * Draws a few rows, equal in every run except for unique values.
 * @throws SpecimenImpossible if the definition cannot be satisfied.
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
 * Allows saving records without required attachments, as an administrator may: random rows have
 * none, and these laws are about fields.
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

/** Returns a text field that people type: the title, unless it is a copy. */
export const typedText = ({ title, fields }: Resource): string => {
  if (!fields[title]?.spec.readonly) return title;
  const typed = (type: 'note' | 'text') =>
    Object.keys(fields).find((name) => {
      const spec = fields[name]?.spec;
      return spec?.type === type && !spec.readonly && !spec.when && !spec.format;
    });
  return typed('note') ?? typed('text') ?? title;
};
