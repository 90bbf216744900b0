import { DownloadOutlined } from '@ant-design/icons';
import { useClient } from '@keyan/console/client/context.tsx';
import { downloadFile } from '@keyan/console/client/download.ts';
import { toast } from '@keyan/console/components/toast.ts';
import type { WireRow } from '@keyan/console/data/calls.ts';
import { type FormStore, useForm } from '@keyan/console/form-store/store.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { useTab } from '@keyan/console/navigation/tab.ts';
import {
  type EditorProps,
  type FormPartProps,
  type OwnSectionProps,
  present,
} from '@keyan/console/presentation/present.ts';
import { viewAddresses } from '@keyan/console/presentation/resources.tsx';
import { untypedResource } from '@keyan/kernel/definition/resource.ts';
import { englishQuantity } from '@keyan/kernel/label.ts';
import { dayText } from '@keyan/kernel/values/time.ts';
import { useMutation } from '@tanstack/react-query';
import { Button } from 'antd';
import { lazy, Suspense } from 'react';
import { stateTag } from '../shared/mechanisms/state-tag.web.tsx';
import { fillQuestionStatus, fillQuestions, fillStatus, fills } from './dictionaries.ts';
import { fillQuestion } from './fill-question.ts';
import { fillService, fillTable } from './fill-table.ts';

const Work = lazy(() => import('./FillWork.web.tsx'));
const Answers = lazy(() => import('./AnswerCells.web.tsx'));
const HandOut = lazy(() => import('../handed/HandOut.web.tsx'));
const editors = () => import('./FillEditors.web.tsx');
const Subject = lazy(async () => ({ default: (await editors()).SubjectEditor }));
const Records = lazy(async () => ({ default: (await editors()).RecordsEditor }));

type Editor = EditorProps & Partial<FormPartProps>;

const SubjectEditor = (props: Editor) => (
  <Suspense fallback={null}>
    <Subject {...props} />
  </Suspense>
);
const RecordsEditor = (props: Editor) => (
  <Suspense fallback={null}>
    <Records {...props} />
  </Suspense>
);

const StatusOf = stateTag(fillStatus, {
  [fills.matching]: { tone: 'warning', glyph: 'draft' },
  [fills.filling]: { tone: 'info', glyph: 'inApproval' },
  [fills.handed]: { tone: 'success', glyph: 'approved' },
});

const WorkSection = ({ row }: OwnSectionProps) => (
  <Suspense>
    <Work id={String(row.id)} />
  </Suspense>
);

/** Button 下载填好的表: downloads the file with all known values, at any stage. */
const FileButton = ({ row }: { readonly row: WireRow }) => {
  const label = useLabel();
  const client = useClient();
  const file = useMutation({
    mutationFn: () =>
      downloadFile(
        client,
        `/${fillService}/file`,
        { id: String(row.id) },
        `${String(row.tableName)}.xlsx`,
      ),
    onError: toast.fault,
  });
  if (row.status === fills.matching) return null;
  return (
    <>
      {row.status === fills.filling && (
        <Suspense fallback={null}>
          <HandOut
            call={`${fillService}/hand-out`}
            id={String(row.id)}
            title={String(row.tableName)}
            recipient={String(row.authority ?? '')}
            of={untypedResource(fillTable)}
            today={dayText(new Date())}
          />
        </Suspense>
      )}
      <Button
        type="primary"
        icon={<DownloadOutlined />}
        loading={file.isPending}
        onClick={() => file.mutate()}
      >
        {label(['下载填好的表', 'Download, filled'])}
      </Button>
    </>
  );
};

/** Link from a saved table to its page, where columns are mapped. */
const ToMatching = ({ form }: { readonly form: FormStore }) => {
  const label = useLabel();
  const tab = useTab();
  const isSaved = useForm(form, ({ changes }) => changes === 0);
  const { id } = form.stored();
  const page = fillTable.views.all;
  if (id === undefined || !isSaved || !page) return null;
  return (
    <Button type="primary" onClick={() => tab.close(viewAddresses(page).detail(String(id)))}>
      {label(['下一步：对应各列', 'Next: match the columns'])}
    </Button>
  );
};

/** Presentation of requested tables: upload, mapping and filling. */
export const fillTablePresentation = present(fillTable, {
  rowFields: ['status'],
  Status: ({ row }) => <StatusOf value={row.status} />,
  FormTools: ToMatching,
  ExtraRecordActions: FileButton,
  fields: {
    status: { Cell: StatusOf, Text: StatusOf, width: 104 },
    tableName: { span: 2, width: 280 },
    authority: { span: 2, width: 160 },
    // Hidden: page and kind are shown by name, and the key of the headings is internal.
    sourceKey: { toldIn: [] },
    headingsKey: { toldIn: [] },
    page: {
      span: 2,
      toldIn: [],
      Editor: SubjectEditor,
      Text: ({ row }) => String(row.pageName ?? ''),
    },
    conditions: {
      span: 4,
      Editor: RecordsEditor,
      // The form shows the conditions; the record’s page also counts the matching records.
      Text: ({ value, row }) => <Conditions value={value} rows={row.rowCount} />,
    },
    pageName: { width: 160 },
    remark: { span: 4 },
  },
  sections: { work: WorkSection },
});

const Conditions = ({ value, rows }: { readonly value: unknown; readonly rows: unknown }) => {
  const label = useLabel();
  const count = new URLSearchParams(String(value ?? '')).size;
  return (
    <>
      {label(
        count === 0
          ? ['该页面全部记录', 'All records of the page']
          : [`按 ${count} 个条件`, `Conditions: ${count}`],
      )}
      {Number(rows ?? 0) > 0 &&
        label([`，共 ${rows} 条`, `, ${englishQuantity(Number(rows), 'record')}`])}
    </>
  );
};

const QuestionStatus = stateTag(fillQuestionStatus, {
  [fillQuestions.open]: { tone: 'warning', glyph: 'inApproval' },
  [fillQuestions.answered]: { tone: 'success', glyph: 'approved' },
  [fillQuestions.withdrawn]: { tone: 'neutral', glyph: 'void' },
});

const AnswerSection = ({ row }: OwnSectionProps) => (
  <Suspense>
    <Answers id={String(row.id)} person={String(row.userId ?? '')} />
  </Suspense>
);

/** Presentation of questions, for officers and for answering people. */
export const fillQuestionPresentation = present(fillQuestion, {
  rowFields: ['status'],
  Status: ({ row }) => <QuestionStatus value={row.status} />,
  fields: {
    status: { Cell: QuestionStatus, Text: QuestionStatus, width: 104 },
    title: { width: 280 },
  },
  sections: { cells: AnswerSection },
});
