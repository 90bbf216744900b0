import type { FieldSpec, FieldType } from '@keyan/kernel/definition/field/field.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { validate } from '@keyan/kernel/records/validate.ts';
import { seededRandom, specimenSource } from '@keyan/kernel/specimen/source.ts';
import type { Input } from '@keyan/kernel/specimen/values.ts';
import { dayText, timeText } from '@keyan/kernel/values/time.ts';
import { concernedPeople, type DemoRecordWriter } from '../concerned.server.ts';
import { fieldTextFor, isDated, valuesTogetherFor, withYears } from '../field-words.server.ts';
import type { Chance } from '../random.server.ts';
import { collegeWords, type TitleTopic } from '../words.server.ts';
import { collegeCodes } from './college-values.server.ts';

const day = 86_400_000;

/** Values that read well, by type of field; the drawn value stays where a rule refuses them. */
type Readings = Partial<Record<FieldType, (spec: FieldSpec, about: SpecimenAbout) => unknown>>;

export interface SpecimenAbout {
  readonly topic: TitleTopic;
  /**
   * College whose words are used, a key of `collegeWords`; nobody of a college writes the records that offices keep.
   */
  readonly college: string;
  readonly writer: DemoRecordWriter | undefined;
  readonly random: Chance;
  readonly now: Date;
  /** Index of the record within its kind, from 0. */
  readonly index: number;
  /** Index of the record among those of its kind and college, from 0. */
  readonly place: number;
  /** The end of the demo's past. */
  readonly end: Date;
  /** When it happened; its dates lie around this day. */
  readonly happened: Date;
}

const around = ({ happened, random }: SpecimenAbout): Date =>
  new Date(happened.getTime() - random.int(0, 20) * day);

const readings: Readings = {
  text: ({ format, unique }, { college, random }) =>
    format || unique ? undefined : random.pick(collegeWords[college]?.objects ?? [])[0],
  note: (_, { topic }) => `与“${topic.zh}”有关的工作说明。`,
  rich: (_, { topic }) => `<p>与“${topic.zh}”有关的工作说明。</p>`,
  year: (_, { happened }) => Number(dayText(happened).slice(0, 4)),
  date: (_, about) => dayText(around(about)),
  time: (_, about) => timeText(around(about)),
  dict: ({ dictionary }, { college, random }) => {
    const codes = collegeCodes[dictionary?.key ?? '']?.(college) ?? [];
    return codes.length > 0 ? random.pick(codes) : undefined;
  },
  dicts: ({ dictionary }, { college }) =>
    collegeCodes[dictionary?.key ?? '']?.(college).slice(0, 2),
  // Whoever writes a record is whom it is about, as its form begins.
  ref: ({ target, initial }, { writer }) => {
    if (!writer) return undefined;
    const { id, departments } = writer.actor;
    if (target?.key === 'dept') return departments[0];
    return typeof initial === 'function' ? initial({ id, name: '', departments }) : undefined;
  },
};

/** Text from the table of words. */
const known = (
  { key, title }: Resource,
  name: string,
  { type }: FieldSpec,
  { topic, random, index }: SpecimenAbout,
): string | undefined => {
  if (type !== 'note' && type !== 'rich' && type !== 'text') return undefined;
  // Titles in turn: two records of one name are rare.
  const inTurn = (from: readonly string[]) => from[index % from.length] ?? '';
  const serial = () => random.int(1000, 9999);
  const pick = name === title ? inTurn : random.pick;
  const text = fieldTextFor(key, name, topic, serial, pick);
  if (name === title) return text ?? topic.zh;
  return text && type === 'rich' ? `<p>${text}</p>` : text;
};

/** The fields that the definition states of its specimens. */
const statedBy = (resource: Resource, drawn: Input): ReadonlySet<string> => {
  const draw = specimenSource(seededRandom(1), 1, () => [], '2026-01-01');
  return new Set(Object.keys(resource.specimen?.(draw, drawn) ?? {}));
};

/** The specimen with readable values in place of drawn ones, as far as it stays valid. */
export const readableSpecimen = (resource: Resource, drawn: Input, about: SpecimenAbout): Input => {
  const today = dayText(about.now);
  const stated = statedBy(resource, drawn);
  const together = valuesTogetherFor(resource.key, about.index, about.end, { ...about, drawn });
  let row = drawn;
  const lay = (values: Input): boolean => {
    const next = { ...row, ...values };
    const fits = validate(resource, {}, next, 'complete', { today }).faults.length === 0;
    if (fits) row = next;
    return fits;
  };
  lay(concernedPeople(resource, drawn, about));
  // Values that fit each other may refuse to stand alone: a quota waits for its mode.
  lay(Object.fromEntries(Object.entries(together).filter(([, value]) => !isDated(value))));
  const waiting: [name: string, text: string][] = [];
  const refused = Object.entries(resource.fields).filter(([name, { spec }]) => {
    if (spec.readonly || spec.specimen) return false;
    const value =
      together[name] ??
      known(resource, name, spec, about) ??
      (stated.has(name) ? undefined : readings[spec.type]?.(spec, about));
    if (isDated(value)) waiting.push([name, value]);
    return value !== undefined && !isDated(value) && !lay({ [name]: value });
  });
  // Dates wait for one another: what was too early beside a drawn date may fit now.
  for (const [name, { spec }] of refused.filter(([, field]) => field.spec.type === 'date')) {
    lay({ [name]: readings.date?.(spec, about) });
  }
  // By now all dates stand.
  for (const [name, text] of waiting) lay({ [name]: withYears(text, row) });
  return row;
};
