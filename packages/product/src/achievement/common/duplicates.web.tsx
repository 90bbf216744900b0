import { useSettled } from '@keyan/console/base/useSettled.ts';
import { useClient } from '@keyan/console/client/context.tsx';
import { Glyph } from '@keyan/console/components/Glyph.tsx';
import { RecordLink } from '@keyan/console/fields/RecordLink.tsx';
import { useForm } from '@keyan/console/form-store/store.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import type { PieceProps } from '@keyan/console/presentation/present.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { fill } from '@keyan/kernel/label.ts';
import { useQuery } from '@tanstack/react-query';
import type { Match } from './duplicates.ts';

/** Milliseconds of quiet before the server is asked. */
const settle = 600;

/** Under a unique field: who has registered this value already, with a link for those who may open it. */
export const DuplicateHelp = ({
  kind,
  form,
  path,
}: PieceProps & { readonly kind: Pick<Resource, 'key' | 'path' | 'fields'> }) => {
  const client = useClient();
  const label = useLabel();
  const typed = useForm(form, (state) => String(state.values[path] ?? '').trim());
  const asked = useSettled(typed, settle);
  const { format, uniqueWith = [] } = kind.fields[path]?.spec ?? {};
  const value = format?.tidy?.(asked) ?? asked;
  // A text: a new list at every look would never come to rest.
  const others = useForm(form, ({ values }) =>
    JSON.stringify(uniqueWith.map((name) => String(values[name] ?? ''))),
  );
  const beside = JSON.parse(others) as readonly string[];
  const id = form.stored().id;
  const { data } = useQuery({
    queryKey: [kind.key, 'duplicates', id, path, value, ...beside],
    queryFn: () =>
      client.get<Readonly<Record<string, Match>>>(
        `/${kind.path}/duplicates`,
        {
          [path]: value,
          ...Object.fromEntries(uniqueWith.map((name, index) => [name, beside[index]])),
          id: typeof id === 'string' ? id : undefined,
        },
        { quiet: true },
      ),
    enabled: value !== '' && !beside.includes('') && (format?.test(value) ?? true),
    staleTime: 30_000,
  });
  const match = data?.[path];
  if (!match || asked !== typed) return null;
  const text = match.number || `《${match.title}》`;
  return (
    <span data-tone="error">
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
    </span>
  );
};
