import { CheckOutlined, DownloadOutlined } from '@ant-design/icons';
import { useClient } from '@keyan/console/client/context.tsx';
import { downloadFile } from '@keyan/console/client/download.ts';
import { toast } from '@keyan/console/components/toast.ts';
import type { WireRow } from '@keyan/console/data/calls.ts';
import { type FormStore, useForm } from '@keyan/console/form-store/store.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { useTab } from '@keyan/console/navigation/tab.ts';
import { present } from '@keyan/console/presentation/present.ts';
import { viewAddresses } from '@keyan/console/presentation/resources.tsx';
import { useMutation } from '@tanstack/react-query';
import { Button } from 'antd';
import { lazy } from 'react';
import { stateTag } from '../shared/mechanisms/state-tag.web.tsx';
import { certificate } from './certificate.ts';
import { certificateService, certificateStatus, certificateStatusCodes } from './kinds.ts';

const Choose = lazy(() => import('./ChooseLines.web.tsx'));
const Lines = lazy(() => import('./CertificateLines.web.tsx'));

const StatusOf = stateTag(certificateStatus, {
  [certificateStatusCodes.draft]: { tone: 'neutral', glyph: 'draft' },
  [certificateStatusCodes.valid]: { tone: 'success', glyph: 'approved' },
  [certificateStatusCodes.revoked]: { tone: 'neutral', glyph: 'void' },
});

/**
 * Button 下载: returns the PDF of a valid certificate; each download has a verification code of its
 * own.
 */
const PaperButton = ({ row }: { readonly row: WireRow }) => {
  const label = useLabel();
  const client = useClient();
  const paper = useMutation({
    mutationFn: () =>
      downloadFile(
        client,
        `/${certificateService}/paper`,
        { id: String(row.id), site: location.origin },
        `${String(row.certNum)}.pdf`,
      ),
    onError: toast.fault,
  });
  if (row.status !== certificateStatusCodes.valid) return null;
  return (
    <Button
      type="primary"
      icon={<DownloadOutlined />}
      loading={paper.isPending}
      onClick={() => paper.mutate()}
    >
      {label(['下载 PDF', 'Download PDF'])}
    </Button>
  );
};

/** Link from a saved draft to its page, where the certificate is issued. */
const ToIssue = ({ form }: { readonly form: FormStore }) => {
  const label = useLabel();
  const tab = useTab();
  const isSaved = useForm(form, ({ changes }) => changes === 0);
  const { id } = form.stored();
  const page = certificate.views.mine;
  if (id === undefined || !isSaved || !page) return null;
  return (
    <Button
      type="primary"
      icon={<CheckOutlined />}
      onClick={() => tab.close(viewAddresses(page).detail(String(id)))}
    >
      {label(['核对并开具', 'Check and issue'])}
    </Button>
  );
};

/** Presentation of certificates: choice of lines, list of certified lines, and download. */
export const certificatePresentation = present(certificate, {
  rowFields: ['status', 'certNum'],
  Status: ({ row }) => <StatusOf value={row.status} />,
  FormTools: ToIssue,
  ExtraRecordActions: PaperButton,
  fields: {
    status: { Cell: StatusOf, Text: StatusOf, width: 96 },
    title: { span: 2, width: 260 },
    purpose: { span: 2 },
    revokeReason: { span: 4 },
    lines: { Block: Choose, line: ['事项', 'line'] },
  },
  sections: { lines: Lines },
});
