import { useFocusReturn } from '@keyan/console/base/useFocusReturn.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { Modal } from 'antd';
import { CopyableCitations } from '../achievement/common/CitationList.web.tsx';
import { type Scholar, scholarCalls } from './scholar.ts';

interface CiteProps {
  readonly scholar: Scholar;
  /** Outputs to cite: those that the page shows. */
  readonly chosen: { readonly kind: string; readonly year: number | undefined };
  /** Outputs that were ticked; without any, all that the page shows. */
  readonly ticked: readonly string[];
  readonly onClose: () => void;
}

/** The outputs that were ticked, or that the page shows, as citations, of whatever kinds they are. */
const CiteDialog = ({ scholar, chosen: { kind, year }, ticked, onClose }: CiteProps) => {
  const label = useLabel();
  useFocusReturn();
  return (
    <Modal open width={860} title={label(['引文', 'Citations'])} footer={null} onCancel={onClose}>
      <CopyableCitations
        call={`${scholarCalls}/citations`}
        query={{
          id: scholar.id,
          ...(ticked.length > 0
            ? { ids: ticked.join() }
            : { ...(kind && { kind }), ...(year !== undefined && { year }) }),
        }}
        name={scholar.name}
      />
    </Modal>
  );
};

export default CiteDialog;
