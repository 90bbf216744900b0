import { Glyph } from '@keyan/console/components/Glyph.tsx';
import { handOver } from '@keyan/console/form/handover.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { useTab } from '@keyan/console/navigation/tab.ts';
import { usePermissions } from '@keyan/console/navigation/useMenus.ts';
import { pagesOf, useOutline } from '@keyan/console/presentation/resources.tsx';
import { fill } from '@keyan/kernel/label.ts';
import { Button } from 'antd';
import { linesOf } from './PastePreview.web.tsx';
import type { Elsewhere } from './recognition.ts';

interface ElsewhereNoteProps {
  readonly record: Elsewhere;
  readonly onClose: () => void;
}

/**
 * A record of another kind: what it is, and the way to the form that takes it, where what was read is
 * filled in already (ruling 37).
 */
export const ElsewhereNote = ({ record, onClose }: ElsewhereNoteProps) => {
  const label = useLabel();
  const tab = useTab();
  const permissions = usePermissions();
  const { message, page } = record.belongs;
  const outline = useOutline(page?.resource);
  const view = Object.values(outline?.views ?? {}).find(({ path }) => path === page?.path);
  const mayAdd = view && permissions.has(`${view.code}_add`);
  const go = () => {
    if (!view) return;
    const { there } = record;
    const authors = there ? linesOf(there) : [];
    const values = { ...there?.fill, ...(authors.length > 0 ? { authors } : {}) };
    onClose();
    tab.open(`${pagesOf(view).add}?handover=${handOver(values)}`);
  };
  return (
    <div className="ky-elsewhere" role="alert">
      <p>
        <Glyph name="warning" tone="warning" /> {label(message)}
      </p>
      {page && mayAdd && (
        <Button type="primary" onClick={go}>
          {label(fill(['带到【{page}】填写', 'Take it to “{page}”'], { page: page.label }))}
        </Button>
      )}
    </div>
  );
};
