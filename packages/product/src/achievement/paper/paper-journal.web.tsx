import { useDebounced } from '@keyan/console/base/useDebounced.ts';
import { useClient } from '@keyan/console/client/context.tsx';
import { Glyph } from '@keyan/console/components/Glyph.tsx';
import { useForm } from '@keyan/console/form-store/store.ts';
import { useLabel, useLanguage } from '@keyan/console/i18n/language.ts';
import type { FormPartProps } from '@keyan/console/presentation/present.ts';
import { fieldTypeTable } from '@keyan/kernel/definition/field/field-types.ts';
import { fill } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { type PaperRow, paper } from './paper.ts';

/** Edition of a journal, as the call `edition` returns it. */
type Edition = Pick<
  PaperRow,
  | 'journalName'
  | 'issn'
  | 'cn'
  | 'publishScope'
  | 'journalLevel'
  | 'indexTypes'
  | 'jcrZone'
  | 'casZone'
  | 'isTop'
  | 'impactFactor'
> & { readonly id: string; readonly isWarning: string | null; readonly year: number };

const settle = 500;

/** Fields filled only if empty; the level is always the catalogue's. */
const offered = [
  'issn',
  'cn',
  'publishScope',
  'indexTypes',
  'jcrZone',
  'casZone',
  'isTop',
  'impactFactor',
] as const;

const isOpen = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && !value.length);

/** Returns the values that the edition adds to a form. */
export const valuesFromCatalogue = (values: RowLike, edition: Edition): RowLike => ({
  ...Object.fromEntries(
    offered.filter((name) => isOpen(values[name])).map((name) => [name, edition[name]]),
  ),
  journalLevel: edition.journalLevel,
  journalId: edition.id,
  journalIdName: edition.journalName,
});

/** Renders below the journal the values of its edition, and which of them the form takes over. */
export const JournalEdition = ({ form }: FormPartProps) => {
  const client = useClient();
  const label = useLabel();
  const language = useLanguage();
  const text = (name: string) => (state: { values: RowLike }) => String(state.values[name] ?? '');
  const journalId = useForm(form, text('journalId'));
  const journalName = useDebounced(useForm(form, text('journalName')).trim(), settle);
  const issn = useDebounced(useForm(form, text('issn')), settle);
  const year = useForm(form, text('publishDate')).slice(0, 4);
  const asked = {
    journalId,
    journalName,
    issn: /^\d{4}-\d{3}[\dX]$/.test(issn) ? issn : '',
    publishDate: /^\d{4}$/.test(year) ? year : '',
  };
  const { data } = useQuery({
    queryKey: [paper.key, 'edition', asked],
    queryFn: () => client.get<Partial<Edition>>(`/${paper.path}/edition`, asked, { quiet: true }),
    enabled: journalId !== '' || journalName.length > 1 || asked.issn !== '',
    staleTime: 60_000,
  });
  // Missing values are an empty object, since the wire has no null.
  const edition = data?.id ? (data as Edition) : undefined;

  const applied = useRef<string | undefined>(undefined);
  const key = edition && `${edition.id}`;
  useEffect(() => {
    const before = applied.current;
    applied.current = key;
    if (!edition || key === before) return;
    // Opening a form changes nothing; only another journal or year does.
    const { changes, values } = form.state();
    if (changes === 0) return;
    form.fill(valuesFromCatalogue(values, edition));
  }, [edition, key, form]);

  if (!edition) return null;
  const { fields } = paper;
  const grade = fieldTypeTable.dict.text(edition.journalLevel, fields.journalLevel.spec, language);
  const indexed = edition.indexTypes?.length
    ? fieldTypeTable.dicts.text(edition.indexTypes, fields.indexTypes.spec, language)
    : label(['未收录', 'not indexed']);
  if (edition.isWarning === '1') {
    return (
      <span data-tone="error">
        <Glyph name="warning" size={12} />{' '}
        {label([
          '该刊在预警期刊名单中，请核对',
          'This journal is on the warning list; please check',
        ])}
      </span>
    );
  }
  return (
    <span>
      {label(
        fill(
          [
            '期刊库 {year} 版：校定 {grade}，{indexed}；级别以成果科审核为准',
            'Catalogue {year}: {grade}, {indexed}; the research office has the final say',
          ],
          { year: edition.year, grade, indexed },
        ),
      )}
    </span>
  );
};
