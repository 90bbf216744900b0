import { useDebounced } from '@keyan/console/base/useDebounced.ts';
import { useClient } from '@keyan/console/client/context.tsx';
import { Glyph } from '@keyan/console/components/Glyph.tsx';
import { RecordLink } from '@keyan/console/fields/RecordLink.tsx';
import { useForm } from '@keyan/console/form-store/store.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import type { FormPartProps } from '@keyan/console/presentation/present.ts';
import type { FieldSpec } from '@keyan/kernel/definition/field/field.ts';
import { explainsDuplicate } from '@keyan/kernel/definition/field/unique.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { achievementMixin } from './achievement.ts';
import type { DuplicateMatch } from './duplicates.ts';

/** Milliseconds without typing before the server is asked. */
const settle = 600;

/** Returns the identifiers in the form as JSON text, which is stable across renders. */
export const identifiersIn = (kind: Pick<Resource, 'with'>, values: RowLike): string =>
  JSON.stringify(
    Object.fromEntries(
      (achievementMixin.optionsOf(kind)?.identifiers ?? []).flatMap((name) =>
        values[name] ? [[name, String(values[name])]] : [],
      ),
    ),
  );

/** Returns whether the form explains the difference from a record with the same title. */
export const useDifference = (form: FormPartProps['form'], spec: Pick<FieldSpec, 'unlessTold'>) =>
  useForm(form, ({ values }) => explainsDuplicate(spec, values));

/**
 * Renders the hint for two works with one title: with different identifiers a button that confirms it, otherwise a link
 * to the field for the explanation.
 */
export const DifferentWorkNote = ({
  form,
  path,
  kind,
  apart,
}: FormPartProps & {
  readonly kind: Pick<Resource, 'label' | 'fields'>;
  readonly apart: readonly string[];
}) => {
  const label = useLabel();
  const { unlessTold } = kind.fields[path]?.spec ?? {};
  if (unlessTold === undefined) return null;
  const names = apart.map((name): Label => kind.fields[name]?.spec.label ?? [name, name]);
  const differs = fill(['{names} 不同', '{names} differs'], {
    names: [names.map(([zh]) => zh).join('、'), names.map(([, en]) => en).join(', ')] as const,
  });
  const say = () => {
    if (apart.length > 0) form.set(unlessTold, label(differs));
    else form.reveal(unlessTold);
  };
  return (
    <>
      {' '}
      <button type="button" className="ky-link" onClick={say}>
        {apart.length > 0
          ? label(
              fill(['{differs}，是另一成果', '{differs}: a different achievement'], { differs }),
            )
          : label(['不是同一成果，说明区别', 'Not the same achievement: explain the difference'])}
      </button>
    </>
  );
};

/** Renders below a unique field who registered the same value, with a link if the user may read the record. */
export const DuplicateHelp = ({
  kind,
  form,
  path,
}: FormPartProps & {
  readonly kind: Pick<Resource, 'key' | 'path' | 'label' | 'fields' | 'with'>;
}) => {
  const client = useClient();
  const label = useLabel();
  const typed = useForm(form, (state) => String(state.values[path] ?? '').trim());
  const asked = useDebounced(typed, settle);
  const spec: Partial<FieldSpec> = kind.fields[path]?.spec ?? {};
  const { format, uniqueWith = [] } = spec;
  const isDifferent = useDifference(form, spec);
  const value = format?.tidy?.(asked) ?? asked;
  // Text instead of a list, since a new list at every render would loop.
  const others = useForm(form, ({ values }) =>
    JSON.stringify(uniqueWith.map((name) => String(values[name] ?? ''))),
  );
  const beside = JSON.parse(others) as readonly string[];
  const told = useForm(form, ({ values }) => identifiersIn(kind, values));
  const id = form.stored().id;
  const { data } = useQuery({
    queryKey: [kind.key, 'duplicates', id, path, value, ...beside, told],
    queryFn: () =>
      client.get<Readonly<Record<string, DuplicateMatch>>>(
        `/${kind.path}/duplicates`,
        {
          [path]: value,
          ...(JSON.parse(told) as Readonly<Record<string, string>>),
          ...Object.fromEntries(uniqueWith.map((name, index) => [name, beside[index]])),
          id: typeof id === 'string' ? id : undefined,
        },
        { quiet: true },
      ),
    enabled: value !== '' && !beside.includes('') && (format?.test(value) ?? true),
    staleTime: 30_000,
  });
  const match = asked === typed ? data?.[path] : undefined;
  const isDoubted = match !== undefined && !isDifferent;
  // Marks the section as unfinished while another record has the value.
  useEffect(() => (isDoubted ? form.doubt(path) : undefined), [isDoubted, form, path]);
  if (!match) return null;
  const text = match.number || `《${match.title}》`;
  return (
    <span data-tone={isDifferent ? 'warning' : 'error'}>
      <Glyph name="warning" size={12} />{' '}
      {label(
        fill(['已由【{name}】登记：', 'Already registered by {name}: '], {
          name: match.registrant,
        }),
      )}
      {match.open ? (
        <RecordLink resource={kind.key} id={match.id}>
          {text}
        </RecordLink>
      ) : (
        text
      )}
      {!isDifferent && (
        <DifferentWorkNote form={form} path={path} kind={kind} apart={match.apart} />
      )}
    </span>
  );
};
