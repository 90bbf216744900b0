import { fill as fillLabel, type Label } from '@keyan/kernel/label.ts';

/** Maximum length of a form field. */
interface Limit {
  readonly label: Label;
  readonly max: number;
  /** True if a longer value is cut; false if it is dropped, since a part of a number misleads. */
  readonly cut: boolean;
}

/** Limits of text fields that a reference fills. */
export type TextLimits<F> = Readonly<Partial<Record<keyof F & string, Limit>>>;

const wasCut: Label = [
  '{field}超过 {max} 个字符，只带入了前面的。',
  'The {field} exceeds {max} characters; only its beginning was filled in.',
];
const wasDropped: Label = [
  '{field}超过 {max} 个字符，没有带入。',
  'The {field} exceeds {max} characters and was not filled in.',
];

/** Returns the values that fit their fields, and hints about the cut or dropped ones. */
export function withinFieldLimits<F extends object>(
  fill: F,
  limits: TextLimits<F>,
): { readonly fill: F; readonly notes: readonly Label[] } {
  const notes: Label[] = [];
  const fitting = { ...fill } as Record<string, unknown>;
  for (const [name, { label, max, cut }] of Object.entries<Limit>(limits as never)) {
    const letters = [...String(fitting[name] ?? '')];
    if (letters.length <= max) continue;
    fitting[name] = cut ? letters.slice(0, max).join('') : undefined;
    notes.push(fillLabel(cut ? wasCut : wasDropped, { field: label, max }));
  }
  return { fill: fitting as F, notes };
}

const isAbsent = (value: unknown): boolean =>
  value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** Returns the fields without undefined values. */
export const withoutUndefined = <F extends object>(fill: F): F =>
  Object.fromEntries(Object.entries(fill).filter(([, value]) => !isAbsent(value))) as F;
