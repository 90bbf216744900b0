import type { WireRow } from '@keyan/console/data/calls.ts';
import type { Option } from '@keyan/console/data/values.ts';
import { useForm } from '@keyan/console/form-store/store.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import {
  type FormPartProps,
  present,
  type ValueProps,
} from '@keyan/console/presentation/present.ts';
import { untypedResource } from '@keyan/kernel/definition/resource.ts';
import { fill } from '@keyan/kernel/label.ts';
import { lazy, Suspense } from 'react';
import { achievementPages } from '../common/achievement.web.ts';
import { pastePages } from '../pasting/paste.web.tsx';
import { paper } from './paper.ts';
import './paper.web.css';

// Parts of the form are loaded with it: lists of papers do not contain them.
const duplicates = () => import('./paper-duplicates.web.tsx');
const TitleLikeness = lazy(async () => ({ default: (await duplicates()).TitleLikeness }));
const DoiLikeness = lazy(async () => ({ default: (await duplicates()).DoiLikeness }));
const FetchDoi = lazy(async () => ({ default: (await duplicates()).FetchDoi }));
const JournalEdition = lazy(async () => ({
  default: (await import('./paper-journal.web.tsx')).JournalEdition,
}));

/** Renders 统计年度按此取 2026 below the date, while the reporting year follows it. */
const YearFollows = ({ form }: FormPartProps) => {
  const label = useLabel();
  const year = useForm(form, ({ values }) => String(values.statYear ?? ''));
  const follows = useForm(form, ({ values }) => {
    const date = String(values.publishDate ?? '');
    return date !== '' && date.startsWith(String(values.statYear));
  });
  return follows
    ? label(fill(['统计年度按此取 {year}', 'Sets the reporting year to {year}'], { year }))
    : null;
};

const DoiText = ({ value }: ValueProps) =>
  value ? (
    <a
      className="ky-link"
      href={`https://doi.org/${encodeURI(String(value))}`}
      target="_blank"
      rel="noreferrer noopener"
    >
      {String(value)}
    </a>
  ) : (
    '–'
  );

const RefreshFacts = lazy(() => import('../common/RefreshFacts.web.tsx'));

/** Renders 更新被引, if an external source may have the paper. */
const Refresh = ({ row }: { readonly row: WireRow }) =>
  row.auditStatus === '2' && row.doi ? (
    <Suspense>
      <RefreshFacts kind={untypedResource(paper)} row={row} />
    </Suspense>
  ) : null;

const fromJournal = (option: Option) => ({ journalName: option.text });

const shared = achievementPages(paper);

/** Presentation of papers, in addition to that of achievements. */
export const paperPresentation = present(paper, {
  ...shared,
  ...pastePages(untypedResource(paper), true),
  ExtraRecordActions: Refresh,
  fields: {
    ...shared.fields,
    artName: { span: 2, Help: TitleLikeness },
    artNameEn: { span: 2 },
    publishDate: { Help: YearFollows },
    journalName: { span: 2, Help: JournalEdition },
    journalId: { chosen: fromJournal },
    doi: { Help: DoiLikeness, Suffix: FetchDoi, Text: DoiText },
    indexRecords: { line: ['收录明细', 'Index record'] },
    keywords: { span: 2 },
    confName: { span: 2 },
  },
});
