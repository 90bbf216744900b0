import { useFocusReturn } from '@keyan/console/base/useFocusReturn.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { Modal } from 'antd';
import { CopyableCitations } from '../achievement/common/CitationList.web.tsx';
import { type Scholar, scholarCalls } from './scholar.ts';

interface CiteProps {
  readonly scholar: Scholar;
  /** Filter of the shown outputs, used if none is ticked. */
  readonly chosen: { readonly kind: string; readonly year: number | undefined };
  /** Ids of ticked outputs; empty for all shown outputs. */
  readonly ticked: readonly string[];
  readonly onClose: () => void;
}

/** Dialog with citations of the ticked or shown outputs. */
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
