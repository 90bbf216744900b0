import { useClient } from '@keyan/console/client/context.tsx';
import type { WireRow } from '@keyan/console/data/calls.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { present } from '@keyan/console/presentation/present.ts';
import { useState } from 'react';
import { codeModel } from './code-model.ts';

/** Button 生成: downloads the definition generated from the table. */
const Generate = ({ row }: { readonly row: WireRow }) => {
  const label = useLabel();
  const client = useClient();
  const [busy, setBusy] = useState(false);
  const generate = () => {
    setBusy(true);
    void client
      .download('/keyan/code/file', { id: row.id }, `${row.packageName}.ts`)
      // The client has already shown the error.
      .catch(() => undefined)
      .finally(() => setBusy(false));
  };
  return (
    <button type="button" className="ky-link" disabled={busy} onClick={generate}>
      {label(['生成', 'Generate'])}
    </button>
  );
};

/** Presentation of code models. */
export const codeModelPresentation = present(codeModel, {
  ExtraRowActions: Generate,
  rowFields: ['packageName'],
  fields: { codeName: { span: 2 }, remark: { span: 4 } },
});
