import type { FieldKind } from '@keyan/kernel/definition/field.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { treeDictionary } from '@keyan/kernel/values/dictionary.ts';
import { advisory } from '../achievement/advisory/advisory.ts';
import { appraisal } from '../achievement/appraisal/appraisal.ts';
import { award } from '../achievement/award/award.ts';
import { book } from '../achievement/book/book.ts';
import { paper } from '../achievement/paper/paper.ts';
import { copyright } from '../achievement/property/copyright.ts';
import { drug } from '../achievement/property/drug.ts';
import { patent } from '../achievement/property/patent.ts';
import { product } from '../achievement/property/product.ts';
import { standard } from '../achievement/property/standard.ts';
import { variety } from '../achievement/property/variety.ts';
import { art } from '../achievement/works/art.ts';
import { design } from '../achievement/works/design.ts';
import { literary } from '../achievement/works/literary.ts';
import { music } from '../achievement/works/music.ts';
import { sport } from '../achievement/works/sport.ts';
import { webWork } from '../achievement/works/web-work.ts';

/** A kind of record that scores: an achievement, with what it can be counted by. */
export interface ScoredKind {
  readonly resource: Resource;
  /** Its amount in yuan, for scores per 10,000 yuan. */
  readonly yuan?: string;
  /** Its length in units of so many words, for scores per 10,000 words. */
  readonly words?: { readonly field: string; readonly of: 1_000 | 10_000 };
}

/** What scores, by the codes of `scoreObject`. */
export const scoredKinds: Readonly<Record<string, ScoredKind>> = {
  paper: { resource: paper, words: { field: 'wordCount', of: 1_000 } },
  book: { resource: book, words: { field: 'totalWords', of: 10_000 } },
  patent: { resource: patent, yuan: 'useAmount' },
  award: { resource: award },
  advisory: { resource: advisory, words: { field: 'wordCount', of: 1_000 } },
  standard: { resource: standard },
  copyright: { resource: copyright },
  art: { resource: art },
  literary: { resource: literary },
  design: { resource: design, yuan: 'contractAmount' },
  music: { resource: music },
  sport: { resource: sport },
  web: { resource: webWork },
  appraisal: { resource: appraisal },
  variety: { resource: variety },
  drug: { resource: drug },
  product: { resource: product },
};

/** Kinds of values that a condition can compare. */
const comparable: ReadonlySet<FieldKind> = new Set([
  'dict',
  'dicts',
  'integer',
  'decimal',
  'money',
  'year',
]);

/** Where it comes from, and what scoring itself writes, says nothing of its worth. */
const apart = new Set(['dataSource', 'isLocked', 'scoreTotal']);

/** Names of the fields of a kind that rules may ask about, with their labels. */
export const fieldsToAsk = ({ resource }: ScoredKind): readonly (readonly [string, Label])[] =>
  Object.entries(resource.fields).flatMap(([name, { spec }]) =>
    comparable.has(spec.kind) && !apart.has(name) ? [[name, spec.label] as const] : [],
  );

/** Every field that a condition may ask about, by kind: `paper.journalLevel`. */
export const scoreField = treeDictionary(
  'scoreField',
  ['计分条件字段', 'Field of a condition'],
  Object.entries(scoredKinds).map(([object, kind]) => ({
    code: object,
    label: kind.resource.label,
    heading: true,
    children: fieldsToAsk(kind).map(([name, label]) => ({ code: `${object}.${name}`, label })),
  })),
);

/** A code of `scoreField` taken apart; null for one that names no field. */
export const askedField = (code: string | null) => {
  const [object = '', name = ''] = (code ?? '').split('.');
  const field = scoredKinds[object]?.resource.fields[name];
  return field ? { object, name, spec: field.spec } : null;
};
