import { SnippetsOutlined } from '@ant-design/icons';
import { toast } from '@keyan/console/components/toast.ts';
import type { Option } from '@keyan/console/data/values.ts';
import { handOver } from '@keyan/console/form/handover.ts';
import { type FormStore, useForm } from '@keyan/console/form-store/store.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { useTab } from '@keyan/console/navigation/tab.ts';
import {
  type ListPanelProps,
  type PieceProps,
  present,
  type ValueProps,
} from '@keyan/console/presentation/present.ts';
import { pagesOf } from '@keyan/console/presentation/resources.tsx';
import { fill } from '@keyan/kernel/label.ts';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { achievementPages } from '../common/achievement.web.ts';
import { paper } from './paper.ts';
import { DoiLikeness, FetchDoi, TitleLikeness } from './paper-duplicates.web.tsx';
import { JournalEdition } from './paper-journal.web.tsx';
import './paper.web.css';

const PastePanel = lazy(() => import('./PastePanel.web.tsx'));

/** 统计年度按此取 2026: under the date, as long as the year follows it. */
const YearFollows = ({ form }: PieceProps) => {
  const label = useLabel();
  const year = useForm(form, ({ values }) => String(values.statYear ?? ''));
  const follows = useForm(form, ({ values }) => {
    const date = String(values.publishDate ?? '');
    return date !== '' && date.startsWith(String(values.statYear));
  });
  return follows
    ? label(fill(['统计年度按此取 {year}', 'Counted in {year} accordingly'], { year }))
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

/** 粘贴题录填充: into the form that is open. */
const PasteIntoForm = ({ form }: { form: FormStore }) => {
  const label = useLabel();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon={<SnippetsOutlined />} onClick={() => setOpen(true)}>
        {label(['粘贴题录填充', 'Paste a reference'])}
      </Button>
      {open && (
        <Suspense>
          <PastePanel
            present={form.state().values}
            onClose={() => setOpen(false)}
            onFill={(values) => {
              const before = form.state().values;
              form.fill(values);
              setOpen(false);
              toast.success(['已填入表单，请核对', 'Filled in; please check'], {
                undo: () => form.fill(before),
              });
            }}
          />
        </Suspense>
      )}
    </>
  );
};

/** 粘贴题录 on the list: opens a new paper that is filled already. */
const PasteOnList = ({ view, onClose }: ListPanelProps) => {
  const tab = useTab();
  return (
    <PastePanel
      present={{}}
      onClose={onClose}
      onFill={(values) => {
        onClose();
        tab.open(`${pagesOf(view).add}?handover=${handOver(values)}`);
      }}
    />
  );
};

const fromJournal = (option: Option) => ({ journalName: option.text });

const shared = achievementPages(paper);

/** How the pages of papers differ from what their definition alone gives. */
export const paperPresentation = present(paper, {
  ...shared,
  FormTools: PasteIntoForm,
  toolbarPanels: [
    {
      key: 'paste',
      label: ['粘贴题录', 'Paste a reference'],
      icon: <SnippetsOutlined />,
      Panel: PasteOnList,
    },
  ],
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
