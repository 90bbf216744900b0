import { SnippetsOutlined } from '@ant-design/icons';
import { toast } from '@keyan/console/components/toast.ts';
import { storeHandover } from '@keyan/console/form/handover.ts';
import type { FormStore } from '@keyan/console/form-store/store.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { useTab } from '@keyan/console/navigation/tab.ts';
import type { ListPanelProps, Presentation } from '@keyan/console/presentation/present.ts';
import { viewAddresses } from '@keyan/console/presentation/resources.tsx';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';

const PastePanel = lazy(async () => ({
  default: (await import('./panels.web.tsx')).fillPanels.PastePanel,
}));
const OutsidePanel = lazy(async () => ({
  default: (await import('./panels.web.tsx')).fillPanels.OutsidePanel,
}));

interface PasteIntoFormProps {
  readonly kind: Resource;
  readonly form: FormStore;
}

/** Renders 粘贴题录填充, which fills the open form. */
const PasteIntoForm = ({ kind, form }: PasteIntoFormProps) => {
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
            kind={kind}
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

interface PasteOnListProps extends ListPanelProps {
  readonly kind: Resource;
  readonly hasOutside: boolean;
}

/** Renders 粘贴题录 on a list: opens a new record filled from a text or an external source. */
const PasteOnList = ({ kind, hasOutside, view, onClose }: PasteOnListProps) => {
  const tab = useTab();
  const [outside, setOutside] = useState(false);
  const onFill = (values: RowLike): void => {
    onClose();
    tab.open(`${viewAddresses(view).add}?handover=${storeHandover(values)}`);
  };
  return outside ? (
    <OutsidePanel kind={kind} onClose={onClose} onFill={onFill} />
  ) : (
    <PastePanel
      kind={kind}
      present={{}}
      onClose={onClose}
      onFill={onFill}
      {...(hasOutside && { onOutside: () => setOutside(true) })}
    />
  );
};

/**
 * Returns the presentation with pasting for resources whose definition accepts references.
 * @param hasOutside true if ORCID and OpenAlex have works of this kind
 */
export const pastePages = (
  kind: Resource,
  hasOutside = false,
): Pick<Presentation, 'FormTools' | 'toolbarPanels'> =>
  kind.importFiles
    ? {
        FormTools: ({ form }) => <PasteIntoForm kind={kind} form={form} />,
        toolbarPanels: [
          {
            key: 'paste',
            label: ['粘贴题录', 'Paste a reference'],
            icon: <SnippetsOutlined />,
            Panel: (panel) => <PasteOnList kind={kind} hasOutside={hasOutside} {...panel} />,
          },
        ],
      }
    : {};
