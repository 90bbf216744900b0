import type { Presentation } from '@keyan/console/presentation/present.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { fill } from '@keyan/kernel/label.ts';
import { lazy } from 'react';
import { achievementMixin, isSecret, secretWarning } from './achievement.ts';
import { achievementFieldsOf } from './authors.web.tsx';
import { authorshipNoteOf, authorshipQuestionOf } from './authorship.web.tsx';
import { inSentence } from './words.ts';

const CitationList = lazy(() => import('./CitationList.web.tsx'));

/** How the pages of any kind of achievement differ from what its definition alone gives. */
export const achievementPages = (
  kind: Pick<Resource, 'key' | 'path' | 'label' | 'title' | 'fields' | 'with'>,
): Pick<Presentation, 'fields' | 'exportForms' | 'TitleNote' | 'Question' | 'consent'> => ({
  fields: achievementFieldsOf(kind),
  exportForms: achievementMixin.optionsOf(kind)?.citation
    ? [{ key: 'citations', label: ['引文', 'Citations'], Form: CitationList }]
    : [],
  TitleNote: authorshipNoteOf(kind),
  Question: authorshipQuestionOf(kind),
  consent: (values, ask) =>
    isSecret(values)
      ? ask({
          title: secretWarning,
          text: fill(
            [
              '涉密{kind}只登记题目与编号，不上传附件。',
              'A secret {kind} is registered by title and number only, without attachments.',
            ],
            { kind: inSentence(kind.label) },
          ),
          go: ['继续登记', 'Continue'],
        })
      : Promise.resolve(true),
});
