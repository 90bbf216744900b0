import type { Presentation } from '@keyan/console/presentation/present.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { lazy } from 'react';
import { secretConsent } from '../../shared/mechanisms/secrecy.web.ts';
import { achievementMixin } from './achievement.ts';
import { achievementFieldsOf } from './authors.web.tsx';
import { authorshipNoteOf, authorshipQuestionOf } from './authorship.web.tsx';

const CitationList = lazy(() => import('./CitationList.web.tsx'));

/** Presentation of achievements, in addition to that derived from the definition. */
export const achievementPages = (
  kind: Pick<Resource, 'key' | 'path' | 'label' | 'title' | 'fields' | 'with' | 'secrecy'>,
): Pick<Presentation, 'fields' | 'exportForms' | 'TitleNote' | 'Question' | 'consent'> => ({
  fields: achievementFieldsOf(kind),
  exportForms: achievementMixin.optionsOf(kind)?.citation
    ? [{ key: 'citations', label: ['引文', 'Citations'], Form: CitationList }]
    : [],
  TitleNote: authorshipNoteOf(kind),
  Question: authorshipQuestionOf(kind),
  consent: secretConsent(kind),
});
