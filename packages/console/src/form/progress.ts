import type { FormSection, Resource } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { fieldApplies, isEmpty, isRequired } from '@keyan/kernel/records/validate.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { GlyphName } from '../components/Glyph.tsx';
import { missingCategories, requiredCategories } from '../form-store/attachments.ts';
import { fieldPositionOf } from '../form-store/path.ts';
import { type FormState, shownFaults } from '../form-store/store.ts';

/** Progress of a section, as a glyph and a word. */
export interface SectionState {
  readonly key: string;
  readonly glyph: GlyphName;
  readonly tone: 'success' | 'error' | 'neutral';
  readonly note: Label | null;
}

/**
 * Counts what must be filled in for this row: required fields, and one per required attachment
 * category.
 */
const countRequired = (resource: Resource, names: readonly string[], values: RowLike) => {
  const open = names.flatMap((name) => {
    const field = resource.fields[name];
    return field && !field.spec.readonly && fieldApplies(field, values) ? [{ name, field }] : [];
  });
  const plain = open.filter(({ field }) => isRequired(field.spec, values));
  const missing = plain.filter(({ name }) => isEmpty(values[name])).length;
  const categories = open.flatMap(({ name, field: { spec } }) => {
    if (spec.type !== 'files' || resource.attachable?.(values) === false) return [];
    const wanted = requiredCategories(spec, values).length;
    const files = Array.isArray(values[name]) ? values[name] : [];
    return [{ wanted, lacking: missingCategories(spec, values, files).length }];
  });
  const files = categories.reduce((sum, each) => sum + each.lacking, 0);
  const wanted = plain.length + categories.reduce((sum, each) => sum + each.wanted, 0);
  return { wanted, missing: missing + files, files };
};

/** Returns the number of filled required fields, and of all required fields: `22 / 26`. */
export const requiredProgress = (
  resource: Resource,
  values: RowLike,
): { readonly filled: number; readonly wanted: number } => {
  const names = resource.form.flatMap((section) => section.fields);
  const { wanted, missing } = countRequired(resource, names, values);
  return { filled: wanted - missing, wanted };
};

/** Returns the state of one section: visible errors take precedence over missing values. */
export const stateOfSection = (
  resource: Resource,
  section: FormSection,
  state: FormState,
): SectionState => {
  const names: readonly string[] = section.fields;
  const faults = shownFaults(state).filter((each) =>
    names.includes(fieldPositionOf(each.path).field),
  );
  const { wanted, missing, files } = countRequired(resource, names, state.values);
  const { key } = section;
  if (files > 0) {
    const tone = faults.length > 0 ? 'error' : 'neutral';
    const glyph = faults.length > 0 ? 'warning' : 'draft';
    return { key, glyph, tone, note: [`缺 ${files} 份`, `${files} missing`] };
  }
  if (faults.length > 0) {
    const count = faults.length;
    const note: Label = [`${count} 处有误`, `${count} to fix`];
    return { key, glyph: 'warning', tone: 'error', note };
  }
  if (names.some((name) => state.doubted.includes(name))) {
    return { key, glyph: 'warning', tone: 'error', note: ['请核对', 'To check'] };
  }
  if (missing > 0) {
    return {
      key,
      glyph: 'draft',
      tone: 'neutral',
      note: [`缺 ${missing} 项`, `${missing} missing`],
    };
  }
  const untouched = names.every((name) => isEmpty(state.values[name]));
  if (wanted === 0 && untouched) {
    return { key, glyph: 'draft', tone: 'neutral', note: ['选填', 'Optional'] };
  }
  return { key, glyph: 'approved', tone: 'success', note: null };
};

/**
 * Returns true if a form shows the field for this row; a copy is shown only once a record is
 * chosen.
 */
export const isFieldShown = ({ fields }: Resource, name: string, values: RowLike): boolean => {
  const field = fields[name];
  if (!field || !fieldApplies(field, values)) return false;
  const { copyOf } = field.spec;
  return !copyOf || !isEmpty(values[copyOf.from]) || !isEmpty(values[name]);
};

/**
 * Returns true if the field applies to this row. Fields that only approvers fill in are absent
 * until filled.
 */
const isThere = (resource: Resource, name: string, values: RowLike): boolean => {
  const { byApprover, readonly } = resource.fields[name]?.spec ?? {};
  return isFieldShown(resource, name, values) && !(byApprover && readonly && isEmpty(values[name]));
};

/** Returns the sections with at least one field that applies to this row. */
export const shownSections = (resource: Resource, values: RowLike): readonly FormSection[] =>
  resource.form.filter((section) =>
    section.fields.some((name: string) => isThere(resource, name, values)),
  );
