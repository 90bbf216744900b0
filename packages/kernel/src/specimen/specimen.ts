import type { SpecimenSource } from '../definition/field/draw.ts';
import type { Resource } from '../definition/resource.ts';
import type { FieldFault } from '../errors.ts';
import { fieldApplies, isEmpty, type Strictness, validate } from '../records/validate.ts';
import { type RandomSource, specimenSource, type Targets } from './source.ts';
import { drawRow, drawValue, type Input, withStatedValues } from './values.ts';

/** Number of failed draws after which a definition counts as impossible to satisfy. */
const draws = 100;

/**
 * Number of draws after which the whole row is drawn again, since redrawing single fields may never
 * succeed.
 */
const drawsPerRow = 10;

/** Data from which a specimen is drawn. */
export interface SpecimenInput {
  readonly source: RandomSource;
  /** Number of this specimen in the run, from 1. */
  readonly serial: number;
  readonly targets: Targets;
  /** Current date, `yyyy-MM-dd`, as validators see it. */
  readonly today: string;
}

/** Error: no complete record of a resource was found, since its definition contradicts itself. */
export class SpecimenImpossible extends Error {
  constructor(resource: Resource, faults: readonly FieldFault[], strictness: Strictness) {
    const list = faults.map(({ path, message }) => `  ${path}: ${message[0]} (${message[1]})`);
    super(
      [
        `${resource.key}: none of ${draws} drawn records is ${strictness === 'draft' ? 'a valid draft' : 'complete and valid'}. The last one fails at`,
        ...list,
        'A field whose values depend on others needs a specimen in its definition: .specimen(draw => …)',
      ].join('\n'),
    );
    this.name = 'NoSpecimen';
  }
}

/** Draws until the row is valid: redraws invalid fields first, then the whole row. */
const valid = (
  resource: Resource,
  drawing: SpecimenInput,
  strictness: Strictness,
  begin: Begin,
) => {
  const draw = specimenSource(drawing.source, drawing.serial, drawing.targets, drawing.today);
  let row = begin(draw);
  let faults: readonly FieldFault[] = [];
  for (let count = 1; count <= draws; count += 1) {
    faults = validate(resource, {}, row, strictness, { today: drawing.today }).faults;
    if (faults.length === 0) return row;
    row =
      count % drawsPerRow === 0 ? begin(draw) : redrawInvalidFields(resource, row, faults, draw);
  }
  throw new SpecimenImpossible(resource, faults, strictness);
};

type Begin = (draw: SpecimenSource) => Input;

const redrawInvalidFields = (
  resource: Resource,
  row: Input,
  faults: readonly FieldFault[],
  draw: SpecimenSource,
): Input => {
  const wrong = new Set(faults.map(({ path }) => path.split('.')[0] ?? ''));
  const again = Object.entries(resource.fields)
    .filter(([name, { spec }]) => wrong.has(name) && !spec.readonly)
    .map(([name, { spec }]) => [name, drawValue(spec, draw)]);
  return withStatedValues(resource, { ...row, ...Object.fromEntries(again) }, draw);
};

/**
 * Returns a record with all values that submitting requires, except attachments.
 * @throws SpecimenImpossible naming the invalid fields and their faults.
 */
export const completeSpecimen = (resource: Resource, drawing: SpecimenInput): Input =>
  valid(resource, drawing, 'complete', (draw) => drawRow(resource, draw));

/**
 * Returns a draft that may be saved: valid, with about a quarter of the optional fields empty.
 * @throws SpecimenImpossible naming the invalid fields and their faults.
 */
export const draftSpecimen = (resource: Resource, drawing: SpecimenInput): Input =>
  valid(resource, drawing, 'draft', (draw) => withGaps(resource, drawRow(resource, draw), draw));

const withGaps = (resource: Resource, row: Input, draw: SpecimenSource): Input =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      const kept = resource.fields[name]?.spec.requiredInDraft || draw.int(1, 4) > 1;
      return [name, kept ? value : null];
    }),
  );

/** Returns the names of unique fields with equal values in two specimens. */
export const sharedUniqueFields = (
  resource: Resource,
  one: Input,
  other: Input,
): readonly string[] =>
  Object.entries(resource.fields)
    .filter(([name, field]) => {
      const { unique } = field.spec;
      const [a, b] = [one[name], other[name]];
      if (!unique || isEmpty(a) || isEmpty(b) || !fieldApplies(field, one)) return false;
      return unique(String(a)) === unique(String(b));
    })
    .map(([name]) => name);
