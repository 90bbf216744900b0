import { useDebounced } from '@keyan/console/base/useDebounced.ts';
import { useClient } from '@keyan/console/client/context.tsx';
import { Glyph } from '@keyan/console/components/Glyph.tsx';
import { toast } from '@keyan/console/components/toast.ts';
import { RecordLink } from '@keyan/console/fields/RecordLink.tsx';
import { useForm } from '@keyan/console/form-store/store.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import type { FormPartProps } from '@keyan/console/presentation/present.ts';
import { untypedResource } from '@keyan/kernel/definition/resource.ts';
import { fill } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { doi as doiFormat } from '../../shared/formats/formats.ts';
import { noSourceMessage } from '../../shared/references/outside.ts';
import { DifferentWorkNote, useDifference } from '../common/duplicates.web.tsx';
import type { RecognisedRecord } from '../pasting/recognition.ts';
import { paper } from './paper.ts';

/** Similar paper, as `queryArtName` returns it. */
interface Match {
  readonly id: string;
  readonly paperNum: string;
  readonly artName: string;
  readonly registrant: string;
  /** Similarity from 0 to 1. */
  readonly likeness: number;
  /** True if the user may read the paper. */
  readonly open: boolean;
  /** Identifiers with different values. */
  readonly apart: readonly string[];
}

interface Likeness {
  readonly result: 'same' | 'similar' | 'none';
  readonly byTitle: Match | null;
  readonly byDoi: Match | null;
  readonly similar: readonly Match[];
}

/** Milliseconds without typing before the server is asked. */
const settle = 600;
/** Minimum length of a title for the check. */
const minTitleLength = 4;

const useLikeness = (
  form: FormPartProps['form'],
  asked: { readonly artName?: string; readonly doi?: string },
) => {
  const client = useClient();
  const id = form.stored().id;
  return useQuery({
    queryKey: [paper.key, 'likeness', id, asked],
    queryFn: () =>
      client.get<Likeness>(
        `/${paper.path}/queryArtName`,
        { ...asked, id: typeof id === 'string' ? id : undefined },
        { quiet: true },
      ),
    enabled: Object.values(asked).some((text) => text !== ''),
    staleTime: 30_000,
  });
};

/** Renders the number of the other paper, with a link if the user may read it. */
const Other = ({ match }: { match: Match }) => {
  const text = match.paperNum || `《${match.artName}》`;
  return match.open ? (
    <RecordLink resource={paper.key} id={match.id}>
      {text}
    </RecordLink>
  ) : (
    text
  );
};

/** Returns the DOI in the form if it is complete. */
const doiIn = ({ doi }: RowLike): string => {
  const typed = String(doi ?? '').trim();
  return doiFormat.test(typed) ? typed : '';
};

/** Renders below the title whether the university has the paper already. */
export const TitleLikeness = ({ form, path }: FormPartProps) => {
  const label = useLabel();
  const typed = useForm(form, (state) => String(state.values[path] ?? '').trim());
  const artName = useDebounced(typed, settle);
  const doi = useForm(form, ({ values }) => doiIn(values));
  const isDifferent = useDifference(form, paper.fields.artName.spec);
  const { data } = useLikeness(
    form,
    [...artName].length < minTitleLength ? {} : { artName, ...(doi && { doi }) },
  );
  const isRegistered = data?.byTitle != null && artName === typed && !isDifferent;
  useEffect(() => (isRegistered ? form.doubt(path) : undefined), [isRegistered, form, path]);
  if (!data || artName !== typed) return null;
  const [nearest] = data.similar;
  if (data.byTitle) {
    return (
      <span data-tone={isDifferent ? 'warning' : 'error'}>
        <Glyph name="warning" size={12} />{' '}
        {label(
          fill(['该论文已由【{name}】登记：', 'Already registered by {name}: '], {
            name: data.byTitle.registrant,
          }),
        )}
        <Other match={data.byTitle} />
        {!isDifferent && (
          <DifferentWorkNote
            form={form}
            path={path}
            kind={untypedResource(paper)}
            apart={data.byTitle.apart}
          />
        )}
      </span>
    );
  }
  if (nearest) {
    return (
      <span data-tone="warning">
        <Glyph name="warning" size={12} /> {label(['与 ', 'Similar to '])}
        <Other match={nearest} />
        {label(
          fill([' 相近（{percent}%），请打开核对', ' ({percent} %): please compare'], {
            percent: Math.round(nearest.likeness * 100),
          }),
        )}
      </span>
    );
  }
  return (
    <span data-tone="success">
      <Glyph name="approved" size={12} />{' '}
      {label(['已查重，没有相同或相近的题目', 'Checked: no duplicate titles'])}
    </span>
  );
};

/** Renders below the DOI whether another paper has it. */
export const DoiLikeness = ({ form, path }: FormPartProps) => {
  const label = useLabel();
  const typed = useForm(form, (state) => String(state.values[path] ?? '').trim());
  const doi = useDebounced(typed, settle);
  const { data } = useLikeness(form, { doi: doiFormat.test(doi) ? doi : '' });
  if (!data?.byDoi) return null;
  return (
    <span data-tone="error">
      <Glyph name="warning" size={12} /> {label(['与 ', 'The same as '])}
      <Other match={data.byDoi} />
      {label([' 重复，请打开核对', ': please compare'])}
    </span>
  );
};

interface Fetched {
  readonly found: boolean;
  readonly registered: Match | null;
  readonly record: RecognisedRecord | null;
}

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0);

/** Returns the values for empty fields only; entered values remain. */
const withoutGiven = (
  filled: Readonly<Record<string, unknown>>,
  before: Readonly<Record<string, unknown>>,
): Record<string, unknown> =>
  Object.fromEntries(Object.entries(filled).filter(([name]) => isEmpty(before[name])));

/** Renders 获取: fetches the record of the DOI and fills empty fields; shows a message if no source responds. */
export const FetchDoi = ({ form, path }: FormPartProps) => {
  const client = useClient();
  const label = useLabel();
  const [busy, setBusy] = useState(false);
  const doi = useForm(form, (state) => String(state.values[path] ?? '').trim());
  const fetchRecord = async () => {
    setBusy(true);
    try {
      const { registered, record } = await client.get<Fetched>(`/${paper.path}/queryDoi`, { doi });
      if (registered) {
        toast.warning(
          fill(['该论文已由【{name}】登记', 'Already registered by {name}'], {
            name: registered.registrant,
          }),
        );
      } else if (!record) toast.warning(noSourceMessage);
      // A value import of that module would load the paste panel with every list of papers.
      else if (!('fill' in record)) toast.warning(record.belongs.message);
      else {
        const before = form.state().values;
        form.fill(withoutGiven(record.fill, before));
        toast.success(['已填入空白项，请核对', 'Empty fields were filled in; please check'], {
          undo: () => form.fill(before),
        });
      }
    } catch {
      // `useClient` has already shown the fault; the form stays unchanged.
    } finally {
      setBusy(false);
    }
  };
  return (
    <button
      type="button"
      className="ky-link"
      disabled={busy || !doiFormat.test(doi)}
      onClick={() => void fetchRecord()}
    >
      {label(['获取', 'Fetch'])}
    </button>
  );
};
